"""Numbers that follow from other numbers: the helper string, and the release of a message's numbers."""

from privacy_chains.dependencies.answers import Answer, answers
from privacy_chains.dependencies.enforce import enforce
from privacy_chains.dependencies.helper import Dependencies, Formula, Place
from privacy_chains.dependencies.infer import infer_dependencies
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.message import Message
from privacy_chains.dependencies.release import DrawnKey, Released, release_numbers

__all__ = [
    "Answer",
    "Dependencies",
    "DrawnKey",
    "Formula",
    "Mention",
    "Message",
    "Place",
    "Released",
    "answers",
    "enforce",
    "infer_dependencies",
    "release_numbers",
]
