"""User names in paths of home folders."""

from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.homes import find_home_users


@pytest.mark.parametrize(
    "text",
    [
        'File "/home/«ahmed.farouk»/projects/app.py", line 3',
        "PWD=/home/«fatou.ndiaye» ; USER=root",
        "/Users/«svandijk»/Library/Logs and /Users/«j.doe-2»",
        r"C:\Users\«jdoe»\AppData, 'C:\\Users\\«jdoe»\\Desktop', D:/Users/«anna»",
    ],
)
def test_who_a_home_folder_is_of_is_found(text: str) -> None:
    assert finds(find_home_users, text, "USERNAME") == text


@pytest.mark.parametrize(
    "text",
    [
        "/home/ubuntu/app, /home/user/x, C:\\Users\\Public\\Documents, /Users/runner/work, /home/node/app/index.js",
        "GET /home/index, https://example.com/home/products/3, at /home/ and ~/home/x/y, ./Users/list/3",
        "GET /api/Users/42, /Users/{id}, /home/$USER/bin",
    ],
)
def test_what_is_nobodys_is_left(text: str) -> None:
    assert finds(find_home_users, text, "USERNAME") == text
