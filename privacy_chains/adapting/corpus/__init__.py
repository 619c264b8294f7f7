"""A corpus of documents, each sanitized by itself: what workers do, in whatever framework or process they run."""

from privacy_chains.adapting.corpus.account import Account
from privacy_chains.adapting.corpus.composition import epsilon_in_sequence, epsilon_over_people
from privacy_chains.adapting.corpus.documents import Document, Read, Recipe
from privacy_chains.adapting.corpus.worker import DocumentWorker, OnFailure, RewrittenRows, check_recipe, worker_of

__all__ = [
    "Account",
    "Document",
    "DocumentWorker",
    "OnFailure",
    "Read",
    "Recipe",
    "RewrittenRows",
    "check_recipe",
    "epsilon_in_sequence",
    "epsilon_over_people",
    "worker_of",
]
