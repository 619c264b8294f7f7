"""Tiny tokenizers of each common make, taught on a few lines."""

from __future__ import annotations

import re

from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

LINES = (
    "My name is Alice Barr, and I live in Oslo.",
    "The patient has had a cough for 3 weeks; she takes 40 mg of it a day.",
    "Bob lives in Paris, and his name is not Alice.",
    "the name of the town is Oslo or Paris; nobody knows which.",
)


def byte_level() -> Tokenizer:
    """As Llama 3's and SmolLM's: bytes, pairs of them, and nothing around a text."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    _teach_bytes(tokenizer, ["<pad>", "<s>", "</s>"])
    return tokenizer


def roberta() -> Tokenizer:
    """Bytes too; a text stands between two tokens, and the mask takes the space before it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    mask = AddedToken("<mask>", lstrip=True, special=True)
    _teach_bytes(tokenizer, ["<s>", "<pad>", "</s>", mask])
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return tokenizer


def word_pieces() -> Tokenizer:
    """As BERT's: lower case, accents cut, pieces that go on marked."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_signs(), *(f"##{sign}" for sign in _signs()), *_words()]
    vocabulary = {piece: number for number, piece in enumerate(dict.fromkeys(map(str, pieces)))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.add_special_tokens(pieces[:5])
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def unigram() -> Tokenizer:
    """As T5's: a sign for spaces, one before the text too, and a token behind it."""
    pieces = ["<pad>", "</s>", "<unk>", "\u2581", *_signs(), *(f"\u2581{word}" for word in _words())]
    tokenizer = Tokenizer(models.Unigram([(piece, -float(len(pieces) - len(piece))) for piece in pieces], unk_id=2))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.add_special_tokens(pieces[:3])
    tokenizer.post_processor = processors.TemplateProcessing("$A </s>", special_tokens=[("</s>", 1)])
    return tokenizer


def _signs() -> list[str]:
    return sorted({sign for line in LINES for sign in line.lower() if not sign.isspace()})


def _words() -> list[str]:
    return sorted({word for line in LINES for word in re.findall("[a-z]{2,}", line.lower())})


def _teach_bytes(tokenizer: Tokenizer, special: list[str | AddedToken]) -> None:
    trainer = trainers.BpeTrainer(
        vocab_size=340,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(LINES, trainer)
