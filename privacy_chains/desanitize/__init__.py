"""Reading answers back: surrogates found in an answer whatever the model did to them, streamed or whole."""

from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.reader import Reader
from privacy_chains.desanitize.stream import Desanitizer, JsonDesanitizer
from privacy_chains.desanitize.values import as_integers

__all__ = ["Desanitizer", "Issued", "JsonDesanitizer", "Reader", "Restored", "Sighting", "as_integers"]
