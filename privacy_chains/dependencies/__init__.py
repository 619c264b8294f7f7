"""Numbers that depend on other numbers: the helper string, and the release of a message's numbers."""

from privacy_chains.dependencies.answers import ComputedAnswer, answers
from privacy_chains.dependencies.enforce import enforce
from privacy_chains.dependencies.helper import Dependencies, Formula, HelperPlace
from privacy_chains.dependencies.infer import infer_dependencies
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.dependencies.release import DrawnKey, Released, release_numbers

__all__ = [
    "ComputedAnswer",
    "Dependencies",
    "DrawnKey",
    "Formula",
    "HelperPlace",
    "Mention",
    "NumberedMessage",
    "Released",
    "answers",
    "enforce",
    "infer_dependencies",
    "release_numbers",
]
