"""The toolbox of adapters: walking messages, arguments and objects, and driving calls and streams, in any framework.

An adapter knows how its framework's messages are built; what happens to each leaf on the way out and on the way
back is here, once for all of them.
"""

from privacy_chains.adapting.arguments import (
    look_through_settings,
    settings_of,
    walk_arguments,
    walk_specification,
)
from privacy_chains.adapting.asking import Asking
from privacy_chains.adapting.calls import (
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
from privacy_chains.adapting.code import is_own_code
from privacy_chains.adapting.corpus import (
    Account,
    Document,
    DocumentWorker,
    OnFailure,
    Read,
    Recipe,
    Rewritten,
    check_recipe,
    epsilon_in_sequence,
    epsilon_over_people,
    worker_of,
)
from privacy_chains.adapting.failures import Failing, failing_in_clear, reading_texts
from privacy_chains.adapting.fields import (
    Collected,
    FieldNames,
    Replaced,
    Texts,
    Told,
    number_told,
    sanitize_fields,
    walk_fields,
    walk_named,
)
from privacy_chains.adapting.filters import refuse_range, sanitize_filter, sanitize_options
from privacy_chains.adapting.grafting import graft_object
from privacy_chains.adapting.marking import Record, former_identities, identities, sanitize_record, split_record
from privacy_chains.adapting.objects import OPENED, Finding, Judge, Search, cells_of, unreached
from privacy_chains.adapting.offsets import moved
from privacy_chains.adapting.origins import modules_behind, refuse_wrapped
from privacy_chains.adapting.proving import (
    IDENTITY,
    OTHERS,
    RELATIVES,
    TEXT,
    Unmarked,
    own_names,
    read_alone,
    read_record,
)
from privacy_chains.adapting.schemas import walk_schema
from privacy_chains.adapting.sealed import PROTOCOL, Sparing, is_plain, is_sealed
from privacy_chains.adapting.streams import (
    MakeReader,
    StreamReader,
    aguard_stream,
    aread_stream,
    guard_stream,
    read_stream,
)
from privacy_chains.adapting.threads import off_loop
from privacy_chains.adapting.traces import SanitizedError, Telling, comes_from, is_uploading
from privacy_chains.adapting.values import walk_value
from privacy_chains.adapting.visitors import WHOLE, Collect, Path, Replace, Restore, Rewrite, Stay, Visitor, walk_json
from privacy_chains.contract.method import TextReader

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
    "Account",
    "Answer",
    "Asking",
    "Blocked",
    "Collect",
    "Collected",
    "Document",
    "DocumentWorker",
    "Failing",
    "FieldNames",
    "Finding",
    "Judge",
    "MakeReader",
    "OnFailure",
    "Path",
    "Placed",
    "Read",
    "Recipe",
    "Record",
    "Replace",
    "Replaced",
    "Restore",
    "Rewrite",
    "Rewritten",
    "SanitizedError",
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
    "check_recipe",
    "comes_from",
    "epsilon_in_sequence",
    "epsilon_over_people",
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
    "read_alone",
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
    "worker_of",
]
