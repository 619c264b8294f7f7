"""Write the vectors of our own: computed by the references in tests/, never by the product.

    python scripts/make_vectors.py

The inputs follow from a fixed seed, so a second run changes nothing.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from references import ff1, ff3  # noqa: E402

RADICES = (2, 3, 10, 16, 26, 36, 62, 255, 256, 257, 1000, 65535, 65536)
TWEAKS = (0, 1, 7, 8, 10, 11, 12, 15, 16, 17, 32, 100)
HALF_BYTES = (1, 4, 5, 7, 8, 12, 13, 15, 16, 17, 33)  # every boundary in the length of FF1's rounds


def shortest(radix: int) -> int:
    """The length from which a domain has 10^6 members."""
    length = 2
    while radix**length < 10**6:
        length += 1
    return length


def lengths(radix: int) -> list[int]:
    """The shortest lengths, and one, odd or even, with the longest halves that fit into each number of bytes."""
    chosen = {shortest(radix), shortest(radix) + 1}
    for number, size in enumerate(HALF_BYTES):
        half = 1
        while radix ** (half + 1) <= 256**size:
            half += 1
        chosen.add(2 * half - (number + radix) % 2)
    return sorted(length for length in chosen if length >= shortest(radix))


def ff1_vectors(rng: random.Random) -> list[dict[str, Any]]:
    vectors = []
    for radix in RADICES:
        for number, length in enumerate(lengths(radix)):
            key, tweak = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(rng.choice(TWEAKS))
            plain = [
                [rng.randrange(radix) for _ in range(length)],
                [0] * length,
                [radix - 1] * length,
            ][number % 3]
            cipher = ff1.encrypt(key, radix, tweak, plain)
            vectors.append(entry(radix, key, tweak, plain, cipher))
    return vectors


def ff3_vectors(rng: random.Random) -> list[dict[str, Any]]:
    vectors = []
    for radix in (2, 10, 26, 36, 62):
        longest = 2
        while radix ** (longest // 2 + 1) <= 2**96:
            longest += 2
        for length in sorted({shortest(radix), shortest(radix) + 1, (shortest(radix) + longest) // 2, longest}):
            key, tweak = rng.randbytes(rng.choice((16, 24, 32))), rng.randbytes(7)
            plain = [rng.randrange(1, radix) for _ in range(length)]
            cipher = ff3.encrypt(key, radix, ff3.expand(tweak), plain)
            vectors.append(entry(radix, key, tweak, plain, cipher))
    return vectors


def entry(radix: int, key: bytes, tweak: bytes, plain: list[int], cipher: list[int]) -> dict[str, Any]:
    name = f"radix {radix}, {len(plain)} numerals"
    return {"name": name, "radix": radix, "key": key.hex(), "tweak": tweak.hex(), "plain": plain, "cipher": cipher}


def write(name: str, source: str, vectors: list[dict[str, Any]]) -> None:
    lines = ",\n".join("    " + json.dumps(vector) for vector in vectors)
    text = f'{{\n  "source": {json.dumps(source)},\n  "vectors": [\n{lines}\n  ]\n}}\n'
    (TESTS / "vectors" / f"{name}.json").write_text(text, "utf-8")
    print(f"{name}: {len(vectors)} vectors")


if __name__ == "__main__":
    ours = "our own, computed by tests/references/{}.py from the seed in scripts/make_vectors.py"
    write("ff1_own", ours.format("ff1"), ff1_vectors(random.Random(20161)))
    write("ff3_1_own", ours.format("ff3"), ff3_vectors(random.Random(20193)))
