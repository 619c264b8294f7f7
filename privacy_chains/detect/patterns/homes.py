r"""User names in the paths of home folders: ``/home/jdoe/projects``, ``C:\Users\jdoe``."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.patterns.reading import Found, Reading

__all__ = ["find_home_users"]

_NAME = r"(?P<user>[^\W\d_][\w\-]{0,30}(?:\.[\w\-]{1,30}){0,3})"
_HOME = lazily(
    rf"(?:(?<![\w./~])/home/{_NAME}(?=/[\w.~])|\b(?:PWD|HOME)=/home/{_NAME.replace('user', 'set')}"
    rf"|(?<![\w.~])/Users/{_NAME.replace('user', 'mac')}(?![\w/]*\.(?:html?|php|aspx?))"
    rf"|(?<!\w)[A-Za-z]:[\\/]{{1,4}}Users[\\/]{{1,4}}{_NAME.replace('user', 'windows')})"
)
_NOBODY = frozenset(
    (  # noqa: SIM905  # words read best as words
        "admin administrator all-users api app appuser assets azureuser build builder circleci coder dashboard default "
        "deploy dev developer docker ec2-user git gitpod index jenkins jovyan login me my myuser name nginx node "
        "nonroot oracle pi postgres profile public root runner runneradmin sandbox settings shared static svc test "
        "tester travis ubuntu user user1 username users vagrant vscode web work worker www www-data you your-user "
        "yourname youruser yourusername"
    ).split()
)
"""Accounts that are nobody's, and pages of sites."""


def find_home_users(reading: Reading) -> Iterator[Found]:
    """The user names in ``text`` that paths of home folders hold."""
    text = reading.text
    if not any(map(text.__contains__, ("/home/", "Users/", "Users\\"))):
        return
    for found in _HOME.finditer(text):
        group = found.lastgroup or ""
        if found[group].lower() not in _NOBODY:
            yield Found(*found.span(group), "USERNAME", 0.8)
