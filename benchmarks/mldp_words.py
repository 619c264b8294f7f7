"""The Laplace mechanism of ``mldp-text``, beside ours: how fast it is, and how often a word stays.

In an environment of its own, since it needs NumPy 1: ``pip install mldp-text==0.1.2``, then
``python benchmarks/mldp_words.py``; ``bench_words.py laplace`` in the same minutes gives ours.
"""

from __future__ import annotations

import time
from random import Random

from mldp_text import MultivariateCalibrated  # type: ignore[import-not-found, unused-ignore]

DRAWS, EPSILON = 100, 19


def main() -> None:
    for how, approximate in (("its default, an approximate index", True), ("use_faiss=False, exact", False)):
        mechanism = MultivariateCalibrated(EPSILON, use_faiss=approximate)
        words = Random(1).sample(list(mechanism.embedding_matrix.key_to_index), DRAWS)
        wall, own = time.perf_counter(), time.process_time()
        for word in words:
            mechanism.replace_word(word)
        wall, own = time.perf_counter() - wall, time.process_time() - own
        stays = sum(mechanism.replace_word("encryption") == "encryption" for _ in range(DRAWS))
        print(
            f"{how}: {DRAWS / wall:,.1f} words/s, {DRAWS / own:,.1f} by CPU time; stays {stays} of {DRAWS}"
        )


if __name__ == "__main__":
    main()
