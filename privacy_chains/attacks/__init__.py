"""Attacks on what is sent, through the public API: how much a provider learns, beside what guessing gives it."""

from privacy_chains.attacks.history import User, attack_history, passive_history
from privacy_chains.attacks.result import Result

__all__ = ["Result", "User", "attack_history", "passive_history"]
