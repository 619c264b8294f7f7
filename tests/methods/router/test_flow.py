"""What is observed on the flow: features and outcome, and nothing of a text."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from adapter_support.person import EMAIL, NAME, RECORD, SSN, VALUES
from router_support import asking, ladder

from privacy_chains import Message
from privacy_chains.errors import ModelError, NotWorthSending
from privacy_chains.methods.router import (
    FEATURES,
    Assessor,
    Router,
    TrainingRow,
    calibration,
    fit,
    held_out,
    read_log,
    scores,
)
from privacy_chains.methods.router.fitting import _splits
from privacy_chains.methods.router.flow_log import rows_of
from privacy_chains.methods.router.plot import as_svg, as_text
from privacy_chains.models import LocalModel

SHORT = asking("length", 3.2, 0.9, 0.1)
PLANTED = (*VALUES, "Wobblethwaite", "Kestrel-Nine")


def observed(path: Path) -> Router:
    """Two messages that are sent, one that is answered here and one that is refused."""
    router = Router(ladder(), assessor=SHORT, features="all", log=path)
    asking_here = Router(
        ladder(), assessor=SHORT, log=path, local=LocalModel(name="here", generate=lambda *_, **__: "Wobblethwaite")
    )
    for text in (f"Greet {NAME} of Kestrel-Nine.", f"Is {SSN} hers?"):
        session = router.session("Wobblethwaite")
        prompt = session.sanitize(text)
        assert session.observe(prompt.decision, f"{NAME} sends regards to {EMAIL}.")
        assert not session.observe(prompt.decision, "twice")
    long = f"{RECORD} And there is more to say of Kestrel-Nine than fits into eight words."
    with pytest.raises(NotWorthSending):
        router.session("t").sanitize(long)
    assert asking_here.session("t").decide([Message((long,))]).action == "local"
    return router


def test_the_log_holds_no_text(tmp_path: Path) -> None:
    path = tmp_path / "flow.jsonl"
    observed(path)
    stored = path.read_bytes()
    assert stored.count(b"\n") == 4
    for value in PLANTED:
        assert value.encode() not in stored
        assert value.lower().encode() not in stored.lower()
        assert json.dumps(value)[1:-1].encode() not in stored
    for line in stored.splitlines():
        told = json.loads(line)
        assert set(told) == {"action", "features", "told", "quality"}
        assert set(told["features"]) <= set(FEATURES)
        assert all(isinstance(value, float) for value in told["features"].values())
    assert [one.action for one in read_log(path)] == ["send", "send", "refuse", "local"]
    assert [one.quality is None for one in read_log(path)] == [False, False, True, True]
    assert len(rows_of(read_log(path))) == 2


def test_the_router_observes_for_its_sessions(tmp_path: Path) -> None:
    path = tmp_path / "flow.jsonl"
    router = Router(ladder(), assessor=SHORT, log=path)
    decision = router.session("t").sanitize("Is wood heavy?").decision
    assert router.observe(decision.as_dict(), "Yes.", 0.75, session="t") is True
    assert router.observe(decision.as_dict(), "Yes.", 0.75, session="u") is False
    assert [one.quality for one in read_log(path)] == [0.75]


def test_without_a_log_nothing_is_remembered() -> None:
    session = Router(ladder(), assessor=SHORT).session("t")
    decision = session.sanitize("Is wood heavy?").decision
    assert not session._observed
    assert not session.observe(decision, "Yes.")


@pytest.mark.parametrize(
    "line", ["[]", "{}", "no json", '{"told": [1, 2], "features": {}, "quality": 1, "action": ""}']
)
def test_a_line_that_is_no_entry_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "flow.jsonl"
    path.write_text(f"{line}\n", "utf-8")
    with pytest.raises(ModelError, match="line 1 is no entry"):
        read_log(path)


def made(seed: int, rows: int, shift: float = 0.0) -> list[TrainingRow]:
    """Rows whose quality follows from two features, four for each prompt."""
    coins = np.random.default_rng(seed)
    told = []
    for number in range(rows):
        features = {"identity": float(coins.random()), "length": float(coins.random() * 8)}
        quality = 0.6 * features["identity"] + 0.04 * features["length"] + shift + float(coins.normal()) * 0.03
        told.append(TrainingRow(features, min(1.0, max(0.0, quality)), f"prompt {number // 4}"))
    return told


def test_fewer_than_200_rows_are_refused() -> None:
    with pytest.raises(ModelError, match="199 answers were observed; below 200"):
        fit(made(1, 199))


def test_a_refit_on_another_domain_is_better_than_the_prior() -> None:
    pytest.importorskip("sklearn", reason="needs the extra [assess]")
    prior = fit(made(1, 600))
    other = made(2, 600, shift=-0.2)
    learned, asked = other[:300], other[300:]
    quality = np.array([row.quality for row in asked])
    table = np.array([[row.features["identity"], row.features["length"]] for row in asked])
    before = scores(prior.predict_all(table), quality)
    after = scores(fit(learned, prior=prior).predict_all(table), quality)
    assert after.rmse < before.rmse / 2
    assert after.wasted < before.wasted


def test_no_prompt_stands_on_both_sides_of_a_split() -> None:
    rows = [TrainingRow({}, 0.5, number // 4 if number < 40 else None) for number in range(60)]
    asked_ever: list[int] = []
    for left, asked in _splits(rows, 5, by_prompt=True):
        assert sorted([*left, *asked]) == list(range(60))
        assert not {rows[one].prompt for one in left} & {rows[one].prompt for one in asked} - {None}
        asked_ever += asked
    assert sorted(asked_ever) == list(range(60))
    both = [
        {rows[one].prompt for one in left} & {rows[one].prompt for one in asked} - {None}
        for left, asked in _splits(rows, 5, by_prompt=False)
    ]
    assert all(both)


def test_an_interval_of_80_percent_holds_about_so_many() -> None:
    pytest.importorskip("sklearn", reason="needs the extra [assess]")
    rows = made(4, 500)
    found = scores(held_out(rows), np.array([row.quality for row in rows]))
    assert 0.72 < found.covered < 0.92
    assert found.above_low > 0.85


def test_an_assessor_is_written_and_read_without_code(tmp_path: Path) -> None:
    SHORT.write(tmp_path / "a.npz")
    again = Assessor.read(tmp_path / "a.npz")
    assert (again.features, again.source) == (SHORT.features, SHORT.source)
    assert again.predict({"length": 2}) == SHORT.predict({"length": 2})
    assert b"pickle" not in (tmp_path / "a.npz").read_bytes()
    (tmp_path / "b.npz").write_bytes(b"nothing")
    with pytest.raises(ModelError, match="no file of an assessor"):
        Assessor.read(tmp_path / "b.npz")
    np.savez(tmp_path / "c.npz", run=np.array([object()], dtype=object))
    with pytest.raises(ModelError, match="no file of an assessor"):
        Assessor.read(tmp_path / "c.npz")


def test_scores_by_hand() -> None:
    told = np.array([[0.4, 0.5, 0.6], [0.4, 0.8, 0.9], [0.1, 0.2, 0.3], [0.6, 0.7, 0.8]])
    found = scores(told, np.array([0.55, 0.6, 0.5, 0.7]))
    assert found.rows == 4
    assert found.rmse == pytest.approx((0.0025 + 0.04 + 0.09) ** 0.5 / 2)
    assert (found.wasted, found.failed) == (0.25, 0.5)
    assert (found.covered, found.above_low) == (0.75, 1.0)
    assert found.r2 == pytest.approx(1 - 0.1325 / 0.021875)


def test_the_plot_shows_every_point() -> None:
    points = calibration(np.array([[0, 0.12, 1], [0, 0.18, 1], [0, 1.0, 1]]), np.array([0.5, 0.7, 0.25]))
    assert points == [(pytest.approx(0.15), pytest.approx(0.6), 2), (1.0, 0.25, 1)]
    assert as_text(points).count("o") == 2
    drawn = as_svg(points)
    assert drawn.count("<circle") == 2
    assert "2 answers: 0.15 predicted, 0.60 came" in drawn
