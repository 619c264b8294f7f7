from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from privacy_chains.errors import MissingPart, ModelError, PrivacyError
from privacy_chains.models import GIVEN_BY, PARTS, LocalModel, Part, require_part


def echo(prompt: str, /, max_tokens: int = 256, **_: float) -> str:
    return prompt[:max_tokens]


WRITER = LocalModel(name="writer", generate=echo)


def test_a_part_that_is_there_is_handed_out() -> None:
    assert require_part(WRITER, "generate", needed_by="Router")("secret", 3) == "sec"


@pytest.mark.parametrize("part", [part for part in PARTS if part != "generate"])
def test_a_missing_part_names_the_method_the_part_and_who_has_it(part: Part) -> None:
    with pytest.raises(MissingPart) as caught:
        require_part(WRITER, part, needed_by="ImportanceSanitizer")  # type: ignore[call-overload]
    for word in ("ImportanceSanitizer", f"'{part}'", "'writer'", GIVEN_BY[part]):
        assert word in str(caught.value)
    assert issubclass(MissingPart, ModelError)
    assert issubclass(MissingPart, PrivacyError)


def test_every_part_is_in_the_table_of_back_ends() -> None:
    assert set(GIVEN_BY) == set(PARTS)


def test_two_models_stand_in_for_each_other() -> None:
    both = LocalModel(name="points", embed=len).beside(WRITER)  # type: ignore[arg-type]
    assert both.parts == ("generate", "embed")
    other = LocalModel(name="other", generate=lambda *_, **__: "other")
    assert WRITER.beside(other).generate is echo


def test_it_shows_its_name_and_its_parts() -> None:
    assert repr(WRITER) == "LocalModel('writer': generate)"
    assert repr(LocalModel(name="none")) == "LocalModel('none': no part)"


def test_it_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(WRITER)) == WRITER  # noqa: S301  (our own bytes)


def test_importing_it_loads_nothing_heavy() -> None:
    code = (
        "import sys, privacy_chains.models;"
        "print(*{'numpy', 'onnxruntime', 'tokenizers', 'torch', 'transformers'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_missing_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:  # over before other plugins look for torch
        patched.setitem(sys.modules, "torch", None)
        with pytest.raises(ModelError, match=r"pip install 'privacy-chains\[transformers\]'"):
            LocalModel.transformers("some/folder")
