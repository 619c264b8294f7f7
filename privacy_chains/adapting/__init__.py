"""The toolbox of adapters: walking messages, arguments and objects, and driving calls and streams, in any framework.

An adapter knows how its framework builds messages. What happens to each leaf on the way out and back is here, once
for all adapters.
"""

from privacy_chains.adapting.arguments import (
    look_through_settings,
    settings_of,
    walk_arguments,
    walk_specification,
)
from privacy_chains.adapting.asking import StoreQuestion
from privacy_chains.adapting.calls import (
    OPAQUE,
    SENT,
    Answer,
    Placed,
    Spoken,
    Trust,
    allowed_kinds,
    answered_here,
    kept_form,
    refuse_private_settings,
    remember,
    sanitize_each,
    sanitize_spoken,
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
    RewrittenRows,
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
    sanitize_fields,
    walk_fields,
    walk_named,
)
from privacy_chains.adapting.filters import refuse_range, sanitize_filter, sanitize_options
from privacy_chains.adapting.flow import Asked, Compute, Flow, adrive, asking, calling, drive, exchange
from privacy_chains.adapting.grafting import graft_object
from privacy_chains.adapting.guards import Guard, Guards
from privacy_chains.adapting.joint import composed, joint_reader
from privacy_chains.adapting.marking import MarkedRecord, former_identities, identities, sanitize_record, split_record
from privacy_chains.adapting.model_calls import ModelCall, beside
from privacy_chains.adapting.named_leaf import NamedLeaf
from privacy_chains.adapting.objects import OPENED, Finding, Judge, Search, cells_of, unreached
from privacy_chains.adapting.offsets import moved
from privacy_chains.adapting.origins import modules_behind, refuse_wrapped
from privacy_chains.adapting.protecting import HoldsKey, Protection, refuse_unplaced_store, trusted
from privacy_chains.adapting.proving import (
    IDENTITY,
    OTHERS,
    RELATIVES,
    TEMPLATES,
    TEXT,
    Unmarked,
    answered,
    index_of,
    is_stored,
    own_names,
    read_alone,
    read_record,
)
from privacy_chains.adapting.reporting import REPORT, Invented, check_invented, report_of
from privacy_chains.adapting.schemas import walk_schema
from privacy_chains.adapting.sealed import PROTOCOL, Sparing, is_plain, is_sealed
from privacy_chains.adapting.streams import (
    MakeReader,
    StreamReader,
    aguard_stream,
    astream,
    guard_stream,
    opening,
    stream,
)
from privacy_chains.adapting.threads import off_loop
from privacy_chains.adapting.tool_calls import Blocked, ToolCall, sanitize_tool_call
from privacy_chains.adapting.traces import Handlers, SanitizedError, Telling, guard, is_uploading
from privacy_chains.adapting.values import walk_value
from privacy_chains.adapting.visitors import (
    WHOLE,
    Collect,
    Path,
    Replace,
    Restore,
    Rewrite,
    Stay,
    Visitor,
    WalkOptions,
    walk_json,
)
from privacy_chains.contract.method import TextReader
from privacy_chains.keys.at_rest import AtRest
from privacy_chains.ledger.audit import destination

__all__ = [
    "IDENTITY",
    "OPAQUE",
    "OPENED",
    "OTHERS",
    "PROTOCOL",
    "RELATIVES",
    "REPORT",
    "SENT",
    "TEMPLATES",
    "TEXT",
    "WHOLE",
    "Account",
    "Answer",
    "Asked",
    "AtRest",
    "Blocked",
    "Collect",
    "Collected",
    "Compute",
    "Document",
    "DocumentWorker",
    "Failing",
    "FieldNames",
    "Finding",
    "Flow",
    "Guard",
    "Guards",
    "Handlers",
    "HoldsKey",
    "Invented",
    "Judge",
    "MakeReader",
    "MarkedRecord",
    "ModelCall",
    "NamedLeaf",
    "OnFailure",
    "Path",
    "Placed",
    "Protection",
    "Read",
    "Recipe",
    "Replace",
    "Replaced",
    "Restore",
    "Rewrite",
    "RewrittenRows",
    "SanitizedError",
    "Search",
    "Sparing",
    "Spoken",
    "Stay",
    "StoreQuestion",
    "StreamReader",
    "Telling",
    "TextReader",
    "Texts",
    "Told",
    "ToolCall",
    "Trust",
    "Unmarked",
    "Visitor",
    "WalkOptions",
    "adrive",
    "aguard_stream",
    "allowed_kinds",
    "answered",
    "answered_here",
    "asking",
    "astream",
    "beside",
    "calling",
    "cells_of",
    "check_invented",
    "check_recipe",
    "composed",
    "destination",
    "drive",
    "epsilon_in_sequence",
    "epsilon_over_people",
    "exchange",
    "failing_in_clear",
    "former_identities",
    "graft_object",
    "guard",
    "guard_stream",
    "identities",
    "index_of",
    "is_own_code",
    "is_plain",
    "is_sealed",
    "is_stored",
    "is_uploading",
    "joint_reader",
    "kept_form",
    "look_through_settings",
    "modules_behind",
    "moved",
    "off_loop",
    "opening",
    "own_names",
    "read_alone",
    "read_record",
    "reading_texts",
    "refuse_private_settings",
    "refuse_range",
    "refuse_unplaced_store",
    "refuse_wrapped",
    "remember",
    "report_of",
    "sanitize_each",
    "sanitize_fields",
    "sanitize_filter",
    "sanitize_options",
    "sanitize_record",
    "sanitize_spoken",
    "sanitize_tool_call",
    "settings_of",
    "split_record",
    "stream",
    "trusted",
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
