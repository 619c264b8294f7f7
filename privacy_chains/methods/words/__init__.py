"""Metric privacy for words: a word tree with exact draws, the exponential mechanism, and Laplace noise on vectors."""

from privacy_chains.methods.words.exponential import ExponentialWords
from privacy_chains.methods.words.extract import Writes, extracted
from privacy_chains.methods.words.laplace import LaplaceWords
from privacy_chains.methods.words.lexicon import Lexicon, WordClass, default_lexicon
from privacy_chains.methods.words.mechanism import WordDraws, WordMechanism
from privacy_chains.methods.words.noise import WordNoise
from privacy_chains.methods.words.prompt import NoisyPrompt
from privacy_chains.methods.words.session import WordSession
from privacy_chains.methods.words.tree import TreeMechanism
from privacy_chains.methods.words.tree_words import TreeWords
from privacy_chains.methods.words.unknown import RandomLetters, UnknownWords
from privacy_chains.methods.words.vectors import Vectors

__all__ = [
    "ExponentialWords",
    "LaplaceWords",
    "Lexicon",
    "NoisyPrompt",
    "RandomLetters",
    "TreeMechanism",
    "TreeWords",
    "UnknownWords",
    "Vectors",
    "WordClass",
    "WordDraws",
    "WordMechanism",
    "WordNoise",
    "WordSession",
    "Writes",
    "default_lexicon",
    "extracted",
]
