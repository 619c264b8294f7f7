"""The toolbox of adapters: walking messages and named values, and driving streams, in any framework.

An adapter knows how its framework's messages are built; what happens to each leaf on the way out and on the way
back is here, once for all of them.
"""

from privacy_chains.walking.fields import Collected, Replaced, Texts, sanitize_fields, walk_fields
from privacy_chains.walking.streams import MakeReader, StreamReader, TextReader, aread_stream, read_stream
from privacy_chains.walking.visitors import WHOLE, Collect, Path, Replace, Restore, Visitor, walk_json, walk_value

__all__ = [
    "WHOLE",
    "Collect",
    "Collected",
    "MakeReader",
    "Path",
    "Replace",
    "Replaced",
    "Restore",
    "StreamReader",
    "TextReader",
    "Texts",
    "Visitor",
    "aread_stream",
    "read_stream",
    "sanitize_fields",
    "walk_fields",
    "walk_json",
    "walk_value",
]
