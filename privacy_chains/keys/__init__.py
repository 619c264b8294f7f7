"""Keys: one 256-bit key for each user, and key rings for rotation.

Ciphers and mechanisms never see a key, only sub-keys (HKDF), one for each purpose. A stored key is written as 64
hexadecimal digits; base64url can be read as well.
"""

from privacy_chains.keys.kept import KeptForm, KeptForms
from privacy_chains.keys.key import Key
from privacy_chains.keys.reference import KeyReference
from privacy_chains.keys.ring import KeyRing, KeySource, key_of

__all__ = ["KeptForm", "KeptForms", "Key", "KeyReference", "KeyRing", "KeySource", "key_of"]
