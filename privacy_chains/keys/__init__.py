"""Keys: one of 256 bits for each user, and rings of them for rotation.

A key reaches ciphers and mechanisms only as sub-keys (HKDF), one for each purpose. What is stored is written
as 64 hexadecimal digits; base64url is read as well.
"""

from privacy_chains.keys.kept import KeptForm, KeptForms
from privacy_chains.keys.key import Key
from privacy_chains.keys.reference import KeyReference
from privacy_chains.keys.ring import KeyRing, KeySource, key_of

__all__ = ["KeptForm", "KeptForms", "Key", "KeyReference", "KeyRing", "KeySource", "key_of"]
