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
        "/home/«edward.miller»",
        "cd /home/«emiller» and emiller:x:1001::/home/«emiller»:/bin/sh",
        "file:///home/«emiller»/x, /export/home/«emiller»/x, /mnt/c/Users/«emiller»/x",
        r"\\fs01\homes$\«emiller»\x and \\fs01.corp.local\profiles\«nora.berg»\x",
        r"USERPROFILE=C:\Users\«EMILLER»",
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
        r"C:\Users\%USERNAME%\x, C:\Users\All Users\x, \\fs01\share\x",
        "the route /home/settings, /home/index.html, GET /home/v2.js",
        "GET /api/Users/42, /Users/{id}, /home/$USER/bin",
    ],
)
def test_what_is_nobodys_is_left(text: str) -> None:
    assert finds(find_home_users, text, "USERNAME") == text


@pytest.mark.parametrize(
    "text",
    [
        r"C:\Users\«Edward Miller»\Desktop, C:\\Users\\«edward miller»\\x, C:/Users/«José García»/x",
        r"it is in C:\Users\«Edward Miller» and it is big",
        r"C:\Documents and Settings\«Edward Miller»\x, HOMEPATH=\Users\«Edward Miller»",
        r"\\fs01\Users\«Edward Miller»\x, /Users/«Edward Miller»/Documents/x",
    ],
)
def test_names_with_blanks_are_found_whole(text: str) -> None:
    assert finds(find_home_users, text, "PERSON") == text


def test_whose_synchronized_folder_it_is_is_found() -> None:
    text = r"C:\Users\x\OneDrive - «Fabrikam Inc»\Budget.xlsx, D:\OneDrive - Personal\x, D:\OneDrive\y"
    assert finds(find_home_users, text, "ORGANIZATION") == text
