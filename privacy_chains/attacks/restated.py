"""Restated values: a number that is written a second time, in words or another spelling, beside its noised copy."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.language.lexicon import words as age_frames
from privacy_chains.language.number_rules import rule_sets, spell
from privacy_chains.lazy import lazily

__all__ = ["SENTENCES", "restated", "spelling"]

SENTENCES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("She is 47. Her dad is 47 too.", ("47",)),
    ("I am 52 years old. My wife is also 52.", ("52",)),
    ("He turned 63 in May; at 63 he may retire.", ("63",)),
    ("Ann (38) and Bob (38) married last year; both are 38.", ("38",)),
    ("My son is 17 years old. When I was 17, I had a job.", ("17",)),
    ("Her age is 29. She says 29 is young.", ("29",)),
    ("I'm 44. Being 44 is no fun.", ("44",)),
    ("The patient is 71 years old. For a 71-year-old he is fit.", ("71",)),
    ("She is forty-seven years old. Yes, 47.", ("47", "forty-seven")),
    ("He is 56 years old, fifty-six in words.", ("56", "fifty-six")),
    ("I earn $54,839 a year, so 54.8k.", ("54,839", "54.8k")),
    ("She earns $85,000 a year. 85k is not bad.", ("85,000", "85k")),
    ("My rent is $2,640 a month. I cannot pay 2640.", ("2,640", "2640")),
    ("He owes $12,500. Of the 12,500 he paid nothing.", ("12,500",)),
    ("The loan is $310,000; 310 thousand is a lot.", ("310,000", "310 thousand")),
    ("We were offered $1.2 million; 1.2m is too little.", ("1.2 million", "1.2m")),
    ("I have saved $73,250. With 73250 I could buy a car.", ("73,250", "73250")),
    ("Her pension is $1,930 a month: 1,930 dollars.", ("1,930",)),
    ("I was born on 4 May 1973. My passport says 1973-05-04.", ("4 May 1973", "1973-05-04")),
    ("Date of birth: 12 March 1988. On 12/03/1988 it rained.", ("12 March 1988", "12/03/1988")),
)
"""Texts, and the spellings of their value."""
_AGES, _KEYS, _TWO = (1, 100), 4, ("Anna", "Laura")
_AMOUNT = lazily(r"(?P<figures>[0-9][0-9,]*(?:\.[0-9]+)?)\s?(?P<scale>k|m|thousand|million)?\b")
_SCALES = {"k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000}


def restated(setting: Setting) -> tuple[Result, ...]:
    """The number of sentences in which a value leaves in clear, under several keys in turn.

    A noised number may stay what it was, and that is no leak: a sentence counts where a spelling leaves under the keys
    under which another spelling, or another mention, was changed, so that both stand beside one another. A rounded
    spelling tells nothing where what was released beside it is rounded to it as well.
    """
    keys = max(3, setting.people // len(SENTENCES))
    learned = [_leaves(setting, text, spellings, keys) for text, spellings in SENTENCES]
    return (
        Result("restated: sentences with the clear value beside its copy", sum(learned), len(learned)),
        _in_words(setting),
    )


def _in_words(setting: Setting) -> Result:
    """How many ages stay in words beside their copy in figures, in the languages whose rules spell them."""
    random = setting.random()
    spelling = [rules for rules in rule_sets() if "ordinal" not in rules[1]]
    left = 0
    for user in range(setting.people):
        (locale, name), number = random.choice(spelling), random.randrange(*_AGES)
        frame, words = age_frames("age_frame", locale[:2])[0], spell(locale, name, number)
        texts = [frame.format(name=who, number=said) for who, said in zip(_TWO, (str(number), words), strict=True)]
        sent = (setting.session(user, str(key)).sanitize(" ".join(texts)).text for key in range(_KEYS))
        whole = f" {words}{frame.partition('{number}')[2]}"
        left += any(whole in text and f" {number} " not in text for text in sent)
    return Result("restated: ages in words of twelve languages beside their copy", left, setting.people)


def spelling(setting: Setting) -> tuple[Result, ...]:
    """How often one amount is released unchanged, in a coarse spelling and in an exact one.

    The noise is of the value: a coarse spelling that shows it less would tell more.
    """
    return tuple(_unchanged(setting, spelled) for spelled in ("$85k", "$85,000"))


def _unchanged(setting: Setting, spelled: str) -> Result:
    text = "My brother earns {} a year."
    kept = sum(
        setting.session(user).sanitize(text.format(spelled)).text == text.format(spelled)
        for user in range(setting.people)
    )
    return Result(f"spelling: {spelled} is released unchanged", kept, setting.people, stated=True)


def _leaves(setting: Setting, text: str, spellings: tuple[str, ...], keys: int) -> bool:
    return any(_is_left(text, setting.session(user).sanitize(text).text, spellings) for user in range(keys))


def _is_left(text: str, sent: str, spellings: tuple[str, ...]) -> bool:
    """Whether some mentions of a value are left in what was sent, and others were changed."""
    telling = [spelling for spelling in spellings if not _follows(sent, spelling)]
    left = sum(sent.count(spelling) for spelling in telling)
    return 0 < left < sum(text.count(spelling) for spelling in telling)


def _follows(sent: str, spelling: str) -> bool:
    """Whether a rounded spelling is what every amount that was sent is rounded to."""
    said = next(_amounts(spelling), None)
    if said is None or said[1] <= 1:
        return False
    return all(2 * abs(amount - said[0]) <= said[1] for amount, _ in _amounts(sent))


def _amounts(text: str) -> Iterator[tuple[float, float]]:
    """Each amount in a text, and the step that it is rounded to."""
    for found in _AMOUNT.finditer(text):
        scale = _SCALES.get(found["scale"] or "", 1)
        decimals = len(found["figures"].partition(".")[2])
        yield float(found["figures"].replace(",", "")) * scale, scale / 10**decimals
