from fractions import Fraction

from privacy_chains.dependencies.free_values import Taken


def test_types_do_not_disturb_each_other() -> None:
    taken = Taken([("AGE", Fraction(5))])
    assert taken.holds("AGE", Fraction(5))
    assert not taken.holds("MONEY", Fraction(5))
    taken.add("MONEY", Fraction(5))
    assert taken.holds("MONEY", Fraction(10, 2))
