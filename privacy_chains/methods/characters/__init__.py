"""Noise on characters: each is exchanged at random, context restores the words, and attacks measure what is learned."""

from privacy_chains.methods.characters.alphabet import AlphabetName
from privacy_chains.methods.characters.channel import Channel, Repeats
from privacy_chains.methods.characters.method import INSTRUCTION, CharacterNoise
from privacy_chains.methods.characters.prompt import NoisedPrompt
from privacy_chains.methods.characters.reader import ChannelReader
from privacy_chains.methods.characters.restore import ChannelRestorer
from privacy_chains.methods.characters.rewrite import ModelRestorer
from privacy_chains.methods.characters.words import Word, words

__all__ = [
    "INSTRUCTION",
    "AlphabetName",
    "Channel",
    "ChannelReader",
    "ChannelRestorer",
    "CharacterNoise",
    "ModelRestorer",
    "NoisedPrompt",
    "Repeats",
    "Word",
    "words",
]
