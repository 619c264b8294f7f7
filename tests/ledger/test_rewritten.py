"""Words that were rewritten, in every form that a ledger is shown in."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from math import inf

from rich.console import Console

from privacy_chains.inspect.spending import spending
from privacy_chains.ledger import Ledger, MetricDP, Rewritten
from privacy_chains.ledger.printing import as_lines

LEDGER = Ledger.of([Rewritten("WORD", 3, "letter case"), MetricDP("AGE", Fraction(1), Fraction(1), 2, "", "years")])


def test_it_has_no_bound_and_says_so_wherever_it_is_shown() -> None:
    assert LEDGER.epsilon == inf
    assert LEDGER.spent == 2
    assert "WORD x3: rewritten, no formal guarantee; not hidden: letter case; no epsilon" in LEDGER.explain()
    assert "3 rewritten, without a guarantee" in LEDGER.explain()
    assert as_lines(LEDGER)[0] == "WORD x3: rewritten, no guarantee"
    assert "no bound" in LEDGER._repr_html_()
    console = Console(width=80, file=StringIO())
    with console.capture() as shown:
        console.print(LEDGER)
    assert "rewritten, no guarantee" in shown.get()
    (word, _) = spending(LEDGER)
    assert (word.treatment, word.shown) == ("rewritten", "no bound")


def test_counts_of_equal_events_are_added() -> None:
    (event,) = Ledger.of([Rewritten("WORD", 1, "x"), Rewritten("WORD", 2, "x")]).events
    assert event.count == 3
