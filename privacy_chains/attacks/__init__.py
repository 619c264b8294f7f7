"""Attacks on what is sent, through the public API: how much a provider learns, compared with guessing.

Each is a function of a ``Setting`` that returns ``Result``s; ``ATTACKS`` is the table of them, and ``privacy-chains
attack`` runs it.
"""

from privacy_chains.attacks.adversaries import IDENTIFIERS, NUMBERS, game_of_identifiers, game_of_numbers
from privacy_chains.attacks.arguments import arguments
from privacy_chains.attacks.averaging import averaging
from privacy_chains.attacks.clear import encoded, scripts
from privacy_chains.attacks.codebook import codebook, frequency
from privacy_chains.attacks.equality import equality
from privacy_chains.attacks.exfiltration import exfiltration
from privacy_chains.attacks.game import Adversary, InadmissibleError, Turn, play
from privacy_chains.attacks.history import User, attack_history, history, passive_history
from privacy_chains.attacks.names import candidates, names
from privacy_chains.attacks.registry import ATTACKS, Attack, attack
from privacy_chains.attacks.restated import restated, spelling
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting

__all__ = [
    "ATTACKS",
    "IDENTIFIERS",
    "NUMBERS",
    "Adversary",
    "Attack",
    "InadmissibleError",
    "Result",
    "Setting",
    "Turn",
    "User",
    "arguments",
    "attack",
    "attack_history",
    "averaging",
    "candidates",
    "codebook",
    "encoded",
    "equality",
    "exfiltration",
    "frequency",
    "game_of_identifiers",
    "game_of_numbers",
    "history",
    "names",
    "passive_history",
    "play",
    "restated",
    "scripts",
    "spelling",
]
