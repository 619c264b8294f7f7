"""The page in a real browser, in front of the real command: seen, clicked, and used with the keyboard alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from privacy_chains import Key, Policy, Sanitizer

api = pytest.importorskip("playwright.sync_api", reason="needs playwright, of the development group")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.enable_socket,
    pytest.mark.skipif(BROWSER is None, reason="needs Chromium: apt-get install chromium"),
]

KEY = "b1" * 31 + "07"
NOTE = "Alice Barr (alice69@example.net) is 28 and works at Initech since 3 May 2024. She likes a <b>gadget</b>."
CLEAR = ("Alice", "Barr", "alice69", "Initech", "3 May 2024")
POLICY = "# the claims desk\nepsilon = 1  # for each number\n"
LONGEST_WAIT = 90_000
"""How long the browser waits at most for what a test waits for, in milliseconds: the machine may be busy."""


class Inspector(NamedTuple):
    """The command at work: its page, its policy, and what it said."""

    url: str
    policy: Path
    said: Path


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inspector]:
    folder = tmp_path_factory.mktemp("inspect")
    policy, said = folder / "policy.toml", folder / "stderr"
    code = "import sys; from privacy_chains.cli.app import main; sys.argv[0] = 'privacy-chains'; main()"
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "PRIVACY_CHAINS_KEY": KEY}
    command = [sys.executable, "-c", code, "inspect", "--policy", str(policy)]
    with said.open("wb") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=env) as server:
        assert server.stdout is not None
        url = server.stdout.readline().decode().strip()
        yield Inspector(url, policy, said)
        server.terminate()
        assert server.stdout.read() == b""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any, inspector: Inspector) -> Iterator[Any]:
    """The page, freshly opened; it fails a test by any error, refused content, or call of another address."""
    inspector.policy.write_text(POLICY, encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    opened = context.new_page()
    opened.set_default_timeout(LONGEST_WAIT)
    wrong: list[str] = []
    opened.on("console", lambda message: wrong.append(message.text) if is_wrong(message) else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda request: wrong.append(request.url) if not is_own(request.url, inspector) else None)
    opened.on("request", lambda request: wrong.append("referer") if "referer" in request.all_headers() else None)
    opened.goto(inspector.url)
    opened.wait_for_function("() => document.getElementById('saved').textContent")
    for value in opened.locator(
        "#allow button, #deny button, #rules button"
    ).all():  # what a test before this one listed
        value.click()
    yield opened
    context.close()
    assert wrong == []


def is_wrong(message: Any) -> bool:
    """An error or a warning, but for the browser's own word on a text that is refused."""
    return message.type in {"error", "warning"} and "status of 422" not in message.text


def is_own(url: str, inspector: Inspector) -> bool:
    return url.startswith((inspector.url, "data:,")) and "?" not in url


def write(page: Any, text: str = NOTE) -> None:
    page.fill("#text", text)
    page.wait_for_function(
        "wanted => document.querySelector('#backdrop').textContent.startsWith(wanted)"
        " && document.querySelector('#sent [data-mark]')",
        arg=text,
    )


def sent(page: Any) -> str:
    return str(page.locator("#sent").evaluate("pane => pane.textContent"))


def wait_for_sent(page: Any, value: str, *, there: bool) -> None:
    page.wait_for_function(
        "([value, there]) => document.querySelector('#sent').textContent.includes(value) === there",
        arg=[value, there],
    )


def test_a_text_stands_beside_what_leaves_of_it(page: Any, inspector: Inspector) -> None:
    write(page)
    prompt = Sanitizer(Key.from_bytes(bytes.fromhex(KEY)), policy=Policy.load(inspector.policy)).sanitize(NOTE)
    assert sent(page) == prompt.text
    assert page.locator("#sent [data-mark]").count() == page.locator("#backdrop [data-mark]").count()
    assert page.locator("#sent b").count() == 0
    assert page.locator("#sent .mild").all_text_contents() == ["3 May 2024"]
    assert page.locator("#meter tbody tr").count() >= 4


def test_pointing_tells_what_is_kept_and_what_it_tells(page: Any) -> None:
    write(page)
    page.locator("#sent .surrogate").first.hover()
    told = page.locator("#details").inner_text()
    assert "PERSON" in told
    assert "Alice Barr →" in told
    assert "bits" in told
    assert "kept" in told


def test_a_click_allows_a_value_and_the_file_keeps_its_comments(page: Any, inspector: Inspector) -> None:
    write(page)
    surrogate = page.locator("#sent .surrogate").nth(3)
    surrogate.click()
    page.get_by_role("button", name="Never hide “Initech”").click()
    wait_for_sent(page, "Initech", there=True)
    assert page.locator("#allow").inner_text().startswith("Initech")
    assert inspector.policy.read_text(encoding="utf-8") == POLICY + 'allow = ["Initech"]\n'
    page.get_by_role("button", name="Take “Initech” off the list").click()
    wait_for_sent(page, "Initech", there=False)
    assert Policy.load(inspector.policy) == Policy.read(POLICY)


def test_a_click_changes_how_a_type_is_treated(page: Any, inspector: Inspector) -> None:
    write(page)
    page.locator("#sent .surrogate").first.click()
    page.get_by_label("How every PERSON is treated").select_option("redact")
    page.get_by_role("button", name="Treat every PERSON as").click()
    wait_for_sent(page, "[PERSON]", there=True)
    assert page.locator("#rules").inner_text().split()[:2] == ["redact", "PERSON"]
    assert inspector.policy.read_text(encoding="utf-8") == POLICY + '\n[rules]\nPERSON = "redact"\n'
    page.get_by_role("button", name="Treat every PERSON as usual: encipher").click()
    wait_for_sent(page, "[PERSON]", there=False)
    assert Policy.load(inspector.policy) == Policy.read(POLICY)


def test_a_type_that_is_refused_comes_back_by_a_click(page: Any) -> None:
    write(page)
    page.locator("#sent .surrogate").first.click()
    page.get_by_label("How every PERSON is treated").select_option("refuse")
    page.get_by_role("button", name="Treat every PERSON as").click()
    page.wait_for_selector("#refused:not([hidden])")
    assert sent(page) == ""
    page.get_by_role("button", name="Treat every PERSON as usual: encipher").click()
    page.wait_for_selector("#sent [data-mark]")


def test_what_is_selected_is_hidden_from_then_on(page: Any, inspector: Inspector) -> None:
    write(page)
    start = NOTE.index("gadget")
    page.locator("#text").evaluate(f"field => {{ field.focus(); field.setSelectionRange({start}, {start + 6}); }}")
    page.locator("#chosen-type").select_option("ORGANIZATION")
    page.locator("#choose button").click()
    wait_for_sent(page, "gadget", there=False)
    assert Policy.load(inspector.policy).deny == {"ORGANIZATION": {"gadget"}}


def test_an_answer_is_read_back_as_it_is_written(page: Any) -> None:
    write(page)
    name = page.locator("#sent .surrogate").first.text_content()
    page.locator("#answer").press_sequentially(f"Dear {name.split()[-1]}: $9,111,222")
    page.wait_for_function("() => document.querySelector('#read').textContent.startsWith('Dear Barr: $9,111,222')")
    page.locator("#read .surrogate").first.focus()
    assert "Evidence" in page.locator("#details").inner_text()
    assert "1 computed" in page.locator("#reports").inner_text()
    page.click("#repeat")
    page.wait_for_function("text => document.querySelector('#read').textContent === text", arg=NOTE)


def focused(page: Any, what: str) -> str:
    return str(page.evaluate(f"document.activeElement.{what} ?? ''"))


def test_everything_can_be_done_with_the_keyboard(page: Any) -> None:
    for _ in range(4):
        page.keyboard.press("Tab")
        if focused(page, "id") == "text":
            break
    page.keyboard.insert_text(NOTE)
    page.wait_for_selector("#sent [data-mark]")
    while focused(page, "dataset.mark") == "":
        page.keyboard.press("Tab")
    seen = [focused(page, "ariaLabel")]
    for _ in range(page.locator("#sent [data-mark]").count() - 1):
        page.keyboard.press("ArrowRight")
        seen.append(focused(page, "ariaLabel"))
    assert len(set(seen)) == len(seen) == page.locator("#sent [data-mark]").count()
    assert all(re.search(r"(enciphered|noise|clear).*\d+ of \d+$", label) for label in seen)
    page.keyboard.press("Home")
    while "ORGANIZATION" not in focused(page, "ariaLabel"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert focused(page, "textContent") == "Never hide “Initech”"
    page.keyboard.press("Escape")
    assert "ORGANIZATION" in focused(page, "ariaLabel")
    page.keyboard.press("a")
    wait_for_sent(page, "Initech", there=True)
    page.wait_for_function("() => document.activeElement.dataset.mark !== undefined")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (900, "light"), (1600, "dark")])
def test_it_is_accessible_and_fits_every_width(page: Any, width: int, scheme: str) -> None:
    """Roles, labels, contrast (AA) and the like by axe, in both colour schemes; nothing is wider than the window."""
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    write(page)
    page.click("#repeat")
    page.wait_for_selector("#read [data-mark]")
    for place in ("#sent .surrogate", "#sent .mild", "#read .surrogate"):
        page.locator(place).first.focus()
        found = axe.Axe().run(page).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_may_not_leave_is_said_and_nothing_stands_there(page: Any) -> None:
    page.fill("#text", "田中さんの電話番号は秘密です。")
    page.wait_for_selector("#refused:not([hidden])")
    assert page.locator("#refused").get_attribute("role") == "alert"
    assert sent(page) == ""


def test_nothing_is_stored_logged_or_in_an_address(page: Any, inspector: Inspector) -> None:
    write(page)
    stored = page.evaluate(
        "async () => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href,"
        " document.title, await caches.keys(), await indexedDB.databases(), history.length])"
    )
    said = inspector.said.read_text(encoding="utf-8")
    assert [value for value in CLEAR if value in stored + said] == []
    token = inspector.url.split("/")[-2]
    assert token not in said
    page.reload()
    page.wait_for_function("() => document.getElementById('saved').textContent")
    assert page.input_value("#text") == ""


def test_a_picture_for_the_docs(page: Any, tmp_path: Path) -> None:
    """``PRIVACY_CHAINS_PICTURE=docs/inspect.png`` keeps it."""
    path = Path(os.environ.get("PRIVACY_CHAINS_PICTURE", tmp_path / "inspect.png"))
    page.set_viewport_size({"width": 1180, "height": 620})
    page.emulate_media(color_scheme="light")
    page.click("#example")
    page.wait_for_selector("#sent .in-clear")
    page.locator("#sent .surrogate").nth(1).focus()
    page.screenshot(path=path)
    assert 10_000 < path.stat().st_size <= 200_000
