"""Unlisted words as pronounceable words of the same shape. Frozen as scheme 1.

A word is a run of clusters: consonants and vowels in turn. A cluster that is usual in its position (first, inner,
last) is exchanged for another usual one; any other is exchanged letter by letter for another that is not usual. So
the result parses into the same clusters, and the words of one shape are a finite set that can be counted.

Two kinds of word are left out of the count: listed words (the shape's set minus them is what is ranked), and words
that contain a group of letters to avoid, unless the original contains it too. Plurals and genitives of listed words
count as listed. Both are exact: the avoided groups are
followed by an automaton (Aho and Corasick 1975), and its states are counted cluster by cluster.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, groupby, product
from string import ascii_lowercase
from unicodedata import normalize

from privacy_chains.formats.letters import Alphabet, Symbol, symbols
from privacy_chains.formats.name_lists import lexicon

__all__ = [
    "ENDING",
    "OTHER_SCRIPTS",
    "START",
    "Cluster",
    "Shape",
    "advance",
    "completions",
    "holds_avoided",
    "options",
    "plural_of_listed",
    "rank_word",
    "raw_rank",
    "raw_unrank",
    "shape_of",
    "shape_size",
    "unrank_word",
    "words_of_skeleton",
]


def _of(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_SINGLES = "b c d f g h j k l m n p q r s t v w x z"
_FIRST = _of(
    f"{_SINGLES} bl br ch cl cr cz dr fl fr gh gl gr kh kl kn kr pf ph pl pr rh sc sh sk sl sm sn sp st sv sw sz th tr "
    "ts tw vr wh wr zw"
)
_FIRST_LONG = _of("chr sch schl schm schn schr schw shr spl spr str thr")
_INNER = _of(
    f"{_SINGLES} bb bl br cc ch ck cl cr dd dr ff fr ft gg gl gn gr kk kl kr lb lc ld lf lg lk ll lm ln lp ls lt lv lz "
    "mb mm mp nc nd nf ng nk nn ns nt nv nz pf ph pl pp pr ps pt rb rc rd rf rg rk rl rm rn rp rr rs rt rv rz sc sh sk "
    "sl sm sn sp ss st sw tch th tl tr ts tt tz wl wn zl zn zz "
    "bd bn bs ct cz df dg dh dk dl dm dn ds dw dz fk fl gb gd gh gm gw hl hm hn hr kh ks lh lr lw md mk ml mn ms nb nh "
    "nj nl nm nr nw pk pn rh rj rw sb sd sr sz tk tm tn tw vr wb wd wh wk wm wr ws xt zm"
)
_LAST = _of(
    f"{_SINGLES} ch ck dt ff ft gh ld lf lk ll lm lp ls lt lz mp nd ng nk nn ns nt nz pf ph ps pt rd rf rg rk rl rm "
    "rn rp rr rs rt rz sch sh sk sp ss st th ts tt tz wn zz bb cz dd gg hl hm hn hr hs ks mm ms pp sz ws"
)
_LAST_LONG = _of("cht ght lch ldt lst mps nch ngs nks nst ntz rch rks rsch rst rth rts rtz tch")
_CODAS = _of("ch ck ld ls lt l m nd ng nk ns nt n rd rk rl rn rs rt r st s th tz t")
_VOWELS = _of("a e i o u")
_VOWELS_LAST = _of("a e i o u y")
_WITH_Y = _of("y ay ey oy ya ye yo yu")
_PAIRS_FIRST = _of("ae ai au ea ei eu ia io oi ou")
_PAIRS = _of("ae ai au ea ee ei eu ia ie io oa oe oi oo ou ua ue ui")
_PAIRS_LAST = _of("ae ai au ay ea ee ei eo eu ey ia ie io oe oi oo ou oy ua ue ya")
_COMMON_PAIRS = frozenset(_of("ai au ea ee ei ey ia ie io oe oo ou ue"))
_TRIPLES = _of("aia aya aye ayo eau eya eye eyo iou oia oya oye uya uyo")

_ASCII_RUNS = re.compile(r"[aeiouy]+|[b-df-hj-np-tv-xz]+")
OTHER_SCRIPTS = "\u0370"
"""The first letter that is not Latin."""
_LONGEST_RUN = 8  # a cluster of more letters, or a word of more clusters, is no word to pronounce
_MOST_CLUSTERS = 16
_RARE_PAIR = 20  # in place of a length
ENDING = 21
"""In place of a length: last clusters that are another with an s behind it."""
START = "^"
"""The state before a word's first letter."""
_DEAD = "^mc"  # "Mc" is split off before a word is spelled, so no word may begin with it


@dataclass(frozen=True, slots=True)
class Cluster:
    """What is kept of a cluster: its position and the sets its letters come from.

    Attributes:
        name: Tells the cluster's set apart from every other.
        options: The usual clusters it is one of; empty for a cluster spelled letter by letter.
        alphabets: Of a cluster spelled letter by letter: the letters each place may hold.
        marks: The combining marks after each of those letters.
        barred: The usual clusters of the same letters, which such a cluster may not become.
    """

    name: str
    options: tuple[str, ...] = ()
    alphabets: tuple[Alphabet, ...] = ()
    marks: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cluster) and self.name == other.name


@dataclass(frozen=True, slots=True)
class Shape:
    """What is kept of an unlisted word: its clusters, and the avoided letter group it contains, if any."""

    clusters: tuple[Cluster, ...]
    contains: str

    @property
    def name(self) -> str:
        """Tells the shape apart from every other."""
        return " ".join((*(cluster.name for cluster in self.clusters), self.contains))


@cache
def options() -> dict[tuple[str, bool, int], tuple[str, ...]]:
    """The usual clusters by position, vowel or consonant, and length; 0 stands for one or two letters.

    An inner ``y`` is exchanged for another cluster with a ``y``, so that it does not come up in every fifth word.
    """
    firsts = (*_FIRST, *_FIRST_LONG)
    inner_long = {a + b for a, b in product(_CODAS, firsts) if len(a + b) > 2} | set(_FIRST_LONG) - set(_INNER)
    table: dict[tuple[str, bool, int], tuple[str, ...]] = {
        ("first", False, 0): tuple(_FIRST),
        ("inner", False, 0): tuple(c for c in _INNER if len(c) < 3),
        ("last", False, 0): tuple(c for c in _LAST if len(c) < 3 and not _is_ending(c)),
        ("last", False, ENDING): ("s", *(f"{c}s" for c in _LAST if len(c) < 3 and not _is_ending(c))),
    }
    last_long = {c for c in (*_LAST_LONG, "sch") if not _is_ending(c)}
    longs = (("first", _FIRST_LONG), ("inner", inner_long | {"tch"}), ("last", last_long))
    pairs = (("first", _PAIRS_FIRST), ("inner", _PAIRS), ("last", _PAIRS_LAST))
    for position, clusters in longs:
        for length in range(3, _LONGEST_RUN + 1):
            table[position, False, length] = tuple(sorted(c for c in clusters if len(c) == length))
    for position, clusters in pairs:
        table[position, True, 0] = () if position == "last" else tuple(_WITH_Y)
        table[position, True, 1] = tuple(_VOWELS_LAST if position == "last" else _VOWELS)
        table[position, True, 2] = tuple(pair for pair in clusters if pair in _COMMON_PAIRS)
        table[position, True, _RARE_PAIR] = tuple(pair for pair in clusters if pair not in _COMMON_PAIRS)
        table[position, True, 3] = tuple(_TRIPLES)
    return table


def _is_ending(text: str) -> bool:
    """Whether a last cluster has an s that may be an ending."""
    return text[-1] == "s" and text != "ss"


def _usual(position: str, text: str, *, vowel: bool) -> tuple[int, tuple[str, ...]]:
    """The key and the members of the set of usual clusters that ``text`` would be in."""
    short = len(text) < 3 and (not vowel or (position != "last" and "y" in text))
    rare = vowel and len(text) == 2 and text not in _COMMON_PAIRS
    length = 0 if short else _RARE_PAIR if rare else len(text)
    length = ENDING if position == "last" and _is_ending(text) else length
    return length, options().get((position, vowel, length), ())


def shape_of(word: str) -> Shape | None:
    """The shape of a folded word; None if it is not a Latin word short enough to pronounce."""
    if word.isascii():
        return _ascii_shape(word)
    letters = symbols(word)
    if not all(letter.alphabet.latin for letter in letters):
        return None
    runs = [list(run) for _, run in groupby(letters, key=lambda letter: letter.alphabet.vowel)]
    if len(runs) > _MOST_CLUSTERS or max(map(len, runs)) > _LONGEST_RUN:
        return None
    positions = ["only"] if len(runs) == 1 else ["first", *["inner"] * (len(runs) - 2), "last"]
    return Shape(tuple(map(_cluster, positions, runs)), _contained(letters))


def _ascii_shape(word: str) -> Shape | None:
    """The shape of a word of small ASCII letters, whose usual clusters are looked up."""
    runs = _ASCII_RUNS.findall(word)
    if len(runs) > _MOST_CLUSTERS or max(map(len, runs)) > _LONGEST_RUN:
        return None
    positions = ["only"] if len(runs) == 1 else ["first", *["inner"] * (len(runs) - 2), "last"]
    usual = _usual_clusters()
    clusters = [
        usual.get((position, run)) or _spelled_cluster(position, run.translate(_firsts()))
        for position, run in zip(positions, runs, strict=True)
    ]
    return Shape(tuple(clusters), _contained(symbols(word)) if holds_avoided(word) else "")


@cache
def _usual_clusters() -> dict[tuple[str, str], Cluster]:
    """The usual clusters by their position and text."""
    found = {
        (position, text): _cluster(position, symbols(text))
        for (position, _, _), texts in options().items()
        for text in texts
    }
    return {place: cluster for place, cluster in found.items() if cluster.options}


@lru_cache(maxsize=1 << 12)
def _spelled_cluster(position: str, firsts: str) -> Cluster:
    """A cluster of ASCII letters that is spelled letter by letter; of these only the first of each alphabet enters."""
    return _cluster_of(position, tuple(s.alphabet for s in symbols(firsts)), ("",) * len(firsts), plain=True)


@cache
def _firsts() -> dict[int, str]:
    """For each ASCII letter the first of its alphabet."""
    return {ord(letter): symbols(letter)[0].alphabet.letters[0] for letter in ascii_lowercase}


def _cluster(position: str, run: Sequence[Symbol]) -> Cluster:
    vowel, text = run[0].alphabet.vowel, "".join(symbol.letter for symbol in run)
    plain = text.isascii() and not any(symbol.marks for symbol in run)
    length, usual = _usual(position, text, vowel=vowel) if plain else (0, ())
    kind = f"{position}-{'v' if vowel else 'c'}"
    if text in usual:
        return _usual_cluster(f"{kind}{length}", usual)
    return _cluster_of(position, tuple(s.alphabet for s in run), tuple(s.marks for s in run), plain=plain)


def _cluster_of(position: str, alphabets: tuple[Alphabet, ...], marks: tuple[str, ...], *, plain: bool) -> Cluster:
    """A cluster that is spelled letter by letter."""
    vowel = alphabets[0].vowel
    barred = _barred(position, vowel, len(alphabets)) if plain else ()
    sets = ",".join(alphabet.name + mark for alphabet, mark in zip(alphabets, marks, strict=True))
    return Cluster(f"{position}-{'v' if vowel else 'c'}[{sets}]", (), alphabets, marks, barred)


@cache
def _barred(position: str, vowel: bool, length: int) -> tuple[str, ...]:  # noqa: FBT001 - part of a key
    """Every usual cluster of a length, sorted."""
    sets = (options for key, options in options().items() if key[:2] == (position, vowel))
    return tuple(sorted(option for options in sets for option in options if len(option) == length))


@cache
def _usual_cluster(name: str, options: tuple[str, ...]) -> Cluster:
    return Cluster(name, options)


# The automaton: a state is the longest suffix read so far that begins a letter group to avoid.


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(part[:end] for part in lexicon().roles["avoid"] for end in range(1, len(part) + 1))


@cache
def _step(state: str, letter: str) -> str:
    """The state after a letter with its marks; a complete group, and the beginning that is refused, are never left."""
    if state in _avoided() or state == _DEAD:
        return state
    if len(letter) > 1:
        return ""
    if state == START and letter == "m":
        return "^m"
    if state == "^m" and letter == "c":
        return _DEAD
    read = state.lstrip(START) + letter
    suffixes = [read[start:] for start in range(len(read))]
    whole = [suffix for suffix in suffixes if suffix in _avoided()]
    return whole[0] if whole else next((suffix for suffix in suffixes if suffix in _prefixes()), "")


@cache
def _avoided() -> frozenset[str]:
    return frozenset(lexicon().roles["avoid"])


def advance(state: str, text: str) -> str:
    for letter in text:
        state = _step(state, letter)
    return state


def _contained(letters: Sequence[Symbol]) -> str:
    state = START
    for symbol in letters:
        state = _step(state, symbol.letter + symbol.marks)
    return state if state in _avoided() else ""


Clusters = tuple[Cluster, ...]


def holds_avoided(word: str) -> bool:
    """Whether a folded word holds a letter group to avoid."""
    return _avoided_pattern().search(word) is not None


@cache
def _avoided_pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_avoided())))


def completions(clusters: Clusters, contains: str, state: str = START) -> int:
    """The number of words of these clusters, listed ones among them, with the avoided letter group or without any.

    Args:
        clusters: Of which the words are made.
        contains: The letter group.
        state: What has been read before them.
    """
    return _completions(clusters, state, contains)


@lru_cache(maxsize=1 << 16)
def _completions(clusters: Clusters, state: str, contains: str) -> int:
    if state == _DEAD:
        return 0
    if not clusters:
        return int((state if state in _avoided() else "") == contains)
    if clusters[0].options:
        return _cumulative(clusters, state, contains)[-1]
    return _spelled(clusters, "", state, contains)


@lru_cache(maxsize=1 << 14)
def _cumulative(clusters: Clusters, state: str, contains: str) -> tuple[int, ...]:
    """For each option of the first cluster, the number of words before it; at the end, of all words."""
    rest = clusters[1:]
    counts = (_completions(rest, advance(state, option), contains) for option in clusters[0].options)
    return tuple(accumulate(counts, initial=0))


def _spelled(clusters: Clusters, prefix: str, state: str, contains: str) -> int:
    """The words whose first, letter-by-letter cluster begins with ``prefix``, which led to ``state``."""
    head, place, rest = clusters[0], len(prefix), clusters[1:]
    start, end = bisect_left(head.barred, prefix), bisect_right(head.barred, prefix + "~")
    barred = (option[place:] for option in head.barred[start:end])
    lost = sum(_completions(rest, advance(state, tail), contains) for tail in barred)
    return _free(head, place, rest, state, contains) - lost


@lru_cache(maxsize=1 << 16)
def _free(head: Cluster, place: int, rest: Clusters, state: str, contains: str) -> int:
    """The words from ``place`` on in a letter-by-letter cluster, usual clusters included."""
    if place == len(head.alphabets):
        return _completions(rest, state, contains)
    marks = head.marks[place]
    letters = head.alphabets[place].letters
    return sum(_free(head, place + 1, rest, _step(state, letter + marks), contains) for letter in letters)


def raw_rank(shape: Shape, word: str) -> int:
    """The rank of ``word`` among all words of its shape, listed ones included."""
    rank, state, clusters = 0, START, shape.clusters
    texts = _cluster_texts(word)
    while clusters:
        head, text = clusters[0], next(texts)
        if head.options:
            rank += _cumulative(clusters, state, shape.contains)[head.options.index(text)]
            state = advance(state, text)
        else:
            for place, letter in enumerate(text):
                before, after = _choices(clusters, place, _barred_behind(head, text[:place]), state, shape.contains)
                chosen = bisect_left(head.alphabets[place].letters, letter)
                rank += before[chosen]
                state = after[chosen]
        clusters = clusters[1:]
    return rank


def _cluster_texts(word: str) -> Iterator[str]:
    if word.isascii():
        yield from _ASCII_RUNS.findall(word)
        return
    for _, run in groupby(symbols(word), key=lambda symbol: symbol.alphabet.vowel):
        yield "".join(symbol.letter for symbol in run)


def _barred_behind(head: Cluster, prefix: str) -> tuple[str, ...]:
    """What completes a prefix to a usual cluster, which a cluster spelled letter by letter may not be."""
    start, end = bisect_left(head.barred, prefix), bisect_right(head.barred, prefix + "~")
    return tuple([option[len(prefix) :] for option in head.barred[start:end]])


@lru_cache(maxsize=1 << 14)
def _choices(
    clusters: Clusters, place: int, barred: tuple[str, ...], state: str, contains: str
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """For each letter of a place in the first cluster: the number of words before it, and its state.

    A prefix enters only by the endings that are ``barred`` behind it: few keys, and none of them a name.
    """
    head, rest = clusters[0], clusters[1:]
    after = [_step(state, letter + head.marks[place]) for letter in head.alphabets[place].letters]
    counts = [_free(head, place + 1, rest, one, contains) for one in after]
    for tail in barred:
        chosen = bisect_left(head.alphabets[place].letters, tail[:1])
        counts[chosen] -= _completions(rest, advance(after[chosen], tail[1:]), contains)
    return tuple(accumulate(counts, initial=0)), tuple(after)


def raw_unrank(shape: Shape, rank: int) -> str:
    """The word of a rank among all words of the shape."""
    state, clusters, pieces = START, shape.clusters, []
    while clusters:
        head = clusters[0]
        if head.options:
            table = _cumulative(clusters, state, shape.contains)
            index = bisect_right(table, rank) - 1
            rank -= table[index]
            pieces.append(head.options[index])
            state = advance(state, pieces[-1])
        else:
            text, rank, state = _unrank_letters(shape, clusters, rank, state)
            pieces.append("".join(letter + marks for letter, marks in zip(text, head.marks, strict=True)))
        clusters = clusters[1:]
    return "".join(pieces)


def _unrank_letters(shape: Shape, clusters: Clusters, rank: int, state: str) -> tuple[str, int, str]:
    head, text = clusters[0], ""
    for place, alphabet in enumerate(head.alphabets):
        before, after = _choices(clusters, place, _barred_behind(head, text), state, shape.contains)
        chosen = bisect_right(before, rank) - 1
        rank -= before[chosen]
        text, state = text + alphabet.letters[chosen], after[chosen]
    return text, rank, state


def plural_of_listed(word: str) -> str:
    """A listed word with the ending of a plural or genitive."""
    return word + ("es" if word[-1] in "sxz" else "s")


def _listed_plurals() -> Iterator[str]:
    kept, find = lexicon().kept, lexicon().find
    plurals = (plural_of_listed(word) for word in lexicon().words if word[0] < OTHER_SCRIPTS)
    return (word for word in plurals if word not in kept and not find(word) and not holds_avoided(word))


@cache
def _listed_by_skeleton() -> dict[str, str]:
    """Listed and kept Latin words, one to a line, by their skeleton, such as ``CVC``."""
    words = (*lexicon().words, *sorted(lexicon().kept), *_listed_plurals())
    forms = [form for word in words for form in ((word,) if word.isascii() else {word, normalize("NFD", word)})]
    text = "\n".join(forms)
    table = {ord(char): _kind(char) for char in set(text) - {"\n"}}
    skeletons = re.sub("V+", "V", re.sub("C+", "C", text.translate(table))).split("\n")
    found: dict[str, list[str]] = {}
    for form, skeleton in zip(forms, skeletons, strict=True):
        found.setdefault(skeleton, []).append(form)
    return {skeleton: "\n".join(forms) for skeleton, forms in found.items()}


def _kind(char: str) -> str:
    if not char.isalpha():
        return ""  # a combining mark
    alphabet = symbols(char)[0].alphabet
    return "x" if not alphabet.latin else "V" if alphabet.vowel else "C"


def _pattern(cluster: Cluster) -> str:
    """A regular expression that the texts of a cluster match; others may match it too."""
    if cluster.options:
        return f"(?:{'|'.join(cluster.options)})"
    pairs = zip(cluster.alphabets, cluster.marks, strict=True)
    return "".join(f"[{''.join(alphabet.letters)}]{marks}" for alphabet, marks in pairs)


def words_of_skeleton(skeleton: str) -> list[str]:
    """The listed and kept words of a skeleton, such as ``CVC``."""
    return _listed_by_skeleton().get(skeleton, "").split()


@lru_cache(maxsize=1 << 14)
def _listed(shape: Shape) -> tuple[int, ...]:
    """The raw ranks of the listed words of a shape, in order."""
    skeleton = "".join("V" if cluster.name.partition("-")[2][0] == "v" else "C" for cluster in shape.clusters)
    pattern = re.compile(f"^{''.join(map(_pattern, shape.clusters))}$", re.MULTILINE)
    words = pattern.findall(_listed_by_skeleton().get(skeleton, ""))
    counted = (word for word in words if not word.startswith("mc") and shape_of(word) == shape)
    return tuple(sorted(raw_rank(shape, word) for word in counted))


def shape_size(shape: Shape) -> int:
    """The number of unlisted words of a shape."""
    return _completions(shape.clusters, START, shape.contains) - len(_listed(shape))


def rank_word(shape: Shape, word: str) -> int:
    """The rank of a folded, unlisted word among the unlisted words of its shape."""
    raw = raw_rank(shape, word)
    return raw - bisect_left(_listed(shape), raw)


def unrank_word(shape: Shape, rank: int) -> str:
    """The unlisted word of a rank."""
    listed = _listed(shape)
    # The answer is the raw rank r with r - (listed words below r) == rank.
    below = bisect_right(range(len(listed)), rank, key=lambda index: listed[index] - index)
    return raw_unrank(shape, rank + below)
