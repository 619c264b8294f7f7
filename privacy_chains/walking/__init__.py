"""The toolbox of adapters: walking messages, arguments and objects, and driving calls and streams, in any framework.

An adapter knows how its framework's messages are built; what happens to each leaf on the way out and on the way
back is here, once for all of them.
"""

from privacy_chains.walking.arguments import (
    look_through_settings,
    settings_of,
    walk_arguments,
    walk_specification,
)
from privacy_chains.walking.asking import Asking
from privacy_chains.walking.calls import (
    OPAQUE,
    SENT,
    Answer,
    Blocked,
    Placed,
    Spoken,
    Trust,
    allowed_kinds,
    kept_form,
    refuse_private_settings,
    remember,
    sanitize_spoken,
    sanitize_tool_call,
    unsupported,
)
from privacy_chains.walking.code import is_own_code
from privacy_chains.walking.failures import Failing, failing_in_clear, reading_texts
from privacy_chains.walking.fields import (
    Collected,
    FieldNames,
    Replaced,
    Sanitizing,
    Texts,
    Told,
    number_told,
    sanitize_fields,
    sanitizing,
    walk_fields,
    walk_named,
)
from privacy_chains.walking.filters import refuse_range, sanitize_filter, sanitize_options
from privacy_chains.walking.grafting import graft_object
from privacy_chains.walking.marking import Record, former_identities, identities, sanitize_record, split_record
from privacy_chains.walking.objects import OPENED, Finding, Judge, Search, cells_of, unreached
from privacy_chains.walking.offsets import moved
from privacy_chains.walking.origins import modules_behind, refuse_wrapped
from privacy_chains.walking.proving import IDENTITY, OTHERS, RELATIVES, TEXT, Unmarked, own_names, read_record
from privacy_chains.walking.schemas import walk_schema
from privacy_chains.walking.sealed import PROTOCOL, Sparing, is_plain, is_sealed
from privacy_chains.walking.streams import (
    MakeReader,
    StreamReader,
    TextReader,
    aguard_stream,
    aread_stream,
    guard_stream,
    read_stream,
)
from privacy_chains.walking.threads import off_loop
from privacy_chains.walking.traces import SanitizedError, Telling, comes_from, is_uploading
from privacy_chains.walking.values import walk_value
from privacy_chains.walking.visitors import WHOLE, Collect, Path, Replace, Restore, Rewrite, Stay, Visitor, walk_json

__all__ = [
    "IDENTITY",
    "OPAQUE",
    "OPENED",
    "OTHERS",
    "PROTOCOL",
    "RELATIVES",
    "SENT",
    "TEXT",
    "WHOLE",
    "Answer",
    "Asking",
    "Blocked",
    "Collect",
    "Collected",
    "Failing",
    "FieldNames",
    "Finding",
    "Judge",
    "MakeReader",
    "Path",
    "Placed",
    "Record",
    "Replace",
    "Replaced",
    "Restore",
    "Rewrite",
    "SanitizedError",
    "Sanitizing",
    "Search",
    "Sparing",
    "Spoken",
    "Stay",
    "StreamReader",
    "Telling",
    "TextReader",
    "Texts",
    "Told",
    "Trust",
    "Unmarked",
    "Visitor",
    "aguard_stream",
    "allowed_kinds",
    "aread_stream",
    "cells_of",
    "comes_from",
    "failing_in_clear",
    "former_identities",
    "graft_object",
    "guard_stream",
    "identities",
    "is_own_code",
    "is_plain",
    "is_sealed",
    "is_uploading",
    "kept_form",
    "look_through_settings",
    "modules_behind",
    "moved",
    "number_told",
    "off_loop",
    "own_names",
    "read_record",
    "read_stream",
    "reading_texts",
    "refuse_private_settings",
    "refuse_range",
    "refuse_wrapped",
    "remember",
    "sanitize_fields",
    "sanitize_filter",
    "sanitize_options",
    "sanitize_record",
    "sanitize_spoken",
    "sanitize_tool_call",
    "sanitizing",
    "settings_of",
    "split_record",
    "unreached",
    "unsupported",
    "walk_arguments",
    "walk_fields",
    "walk_json",
    "walk_named",
    "walk_schema",
    "walk_specification",
    "walk_value",
]
