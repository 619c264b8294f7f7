"""Clusters of letters, of which unlisted words are made. Frozen as scheme 1.

A word is a run of clusters: consonants and vowels in turn. A cluster that is usual in its position (first, inner,
last) is exchanged for another usual one; any other is exchanged letter by letter for another that is not usual. So
the result parses into the same clusters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, product
from string import ascii_lowercase

from privacy_chains.formats._avoided import contained, holds_avoided
from privacy_chains.formats.letters import Alphabet, Symbol, symbols
from privacy_chains.lazy import lazily

__all__ = [
    "ASCII_RUNS",
    "RARE_PAIR",
    "Cluster",
    "Shape",
    "ascii_cluster",
    "ascii_contained",
    "options",
    "positions",
    "shape_of",
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
ASCII_RUNS = lazily(r"[aeiouy]+|[b-df-hj-np-tv-xz]+")
_LONGEST_RUN = 8  # nobody could pronounce a cluster of more letters, or a word of more clusters
_MOST_CLUSTERS = 16
RARE_PAIR = 20  # in place of a length
_ENDING = 21
"""Used in place of a length: last clusters that are another cluster and an s."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """What is kept of a cluster: its position and the sets its letters come from.

    Attributes:
        name: Identifies the cluster's set.
        options: The usual clusters that it belongs to; empty for a cluster that is spelled letter by letter.
        alphabets: For a cluster that is spelled letter by letter: the letters allowed at each place.
        marks: The combining marks after each of those letters.
        barred: The usual clusters of the same letters; such a cluster may not become one of them.
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
        """Identifies the shape."""
        return " ".join((*(cluster.name for cluster in self.clusters), self.contains))


@cache
def options() -> dict[tuple[str, bool, int], tuple[str, ...]]:
    """The usual clusters by position, vowel or consonant, and length; 0 stands for one or two letters.

    An inner ``y`` becomes another cluster with a ``y``; otherwise every fifth word would have one.
    """
    firsts = (*_FIRST, *_FIRST_LONG)
    inner_long = {a + b for a, b in product(_CODAS, firsts) if len(a + b) > 2} | set(_FIRST_LONG) - set(_INNER)
    table: dict[tuple[str, bool, int], tuple[str, ...]] = {
        ("first", False, 0): tuple(_FIRST),
        ("inner", False, 0): tuple(c for c in _INNER if len(c) < 3),
        ("last", False, 0): tuple(c for c in _LAST if len(c) < 3 and not _is_ending(c)),
        ("last", False, _ENDING): ("s", *(f"{c}s" for c in _LAST if len(c) < 3 and not _is_ending(c))),
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
        table[position, True, RARE_PAIR] = tuple(pair for pair in clusters if pair not in _COMMON_PAIRS)
        table[position, True, 3] = tuple(_TRIPLES)
    return table


def _is_ending(text: str) -> bool:
    """Whether the s of a last cluster may be an ending."""
    return text[-1] == "s" and text != "ss"


def _usual(position: str, text: str, *, vowel: bool) -> tuple[int, tuple[str, ...]]:
    """The key and the members of the set of usual clusters in which ``text`` would be."""
    short = len(text) < 3 and (not vowel or (position != "last" and "y" in text))
    rare = vowel and len(text) == 2 and text not in _COMMON_PAIRS
    length = 0 if short else RARE_PAIR if rare else len(text)
    length = _ENDING if position == "last" and _is_ending(text) else length
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
    return Shape(tuple(map(_cluster, positions(len(runs)), runs)), contained(letters))


@cache
def positions(count: int) -> tuple[str, ...]:
    """The positions of ``count`` clusters: first, inner, last."""
    return ("only",) if count == 1 else ("first", *["inner"] * (count - 2), "last")


def _ascii_shape(word: str) -> Shape | None:
    """The shape of a word of small ASCII letters, whose usual clusters are looked up."""
    runs = ASCII_RUNS.findall(word)
    if len(runs) > _MOST_CLUSTERS or max(map(len, runs)) > _LONGEST_RUN:
        return None
    clusters = map(ascii_cluster, positions(len(runs)), runs)
    return Shape(tuple(clusters), ascii_contained(word))


def ascii_contained(word: str) -> str:
    """The first letter group to avoid that a word of small ASCII letters contains; empty if it contains none."""
    return contained(symbols(word)) if holds_avoided(word) else ""


def ascii_cluster(position: str, run: str) -> Cluster:
    """The cluster that a run of small ASCII letters is at a position."""
    return _usual_clusters().get((position, run)) or _spelled_cluster(position, run.translate(_firsts()))


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
    """A cluster of ASCII letters that is spelled letter by letter.

    Each letter is given as the first of its alphabet.
    """
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
