"""The command ``serve``, and ``keys client``, which makes a client of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from privacy_chains.cli.options import DEFAULT_KEY_ENV, Epsilon, KeyEnv, KeyFile, PolicyFile, chosen_keys, chosen_policy
from privacy_chains.cli.output import note, write
from privacy_chains.contract.unproven import Unproven, check_unproven
from privacy_chains.errors import KeyMaterialError, PolicyError

if TYPE_CHECKING:
    from privacy_chains.contract.method import Method
    from privacy_chains.keys import Key, KeyRing
    from privacy_chains.ledger.audit import AuditLog
    from privacy_chains.preempt.policy import Policy

    Opener = Callable[[Key | KeyRing], Callable[[str], Method]]

__all__ = ["new_client", "serve"]

_TOKEN_ENV = "PRIVACY_CHAINS_TOKEN"  # noqa: S105  (the name of a variable)
_UPSTREAM_ENV = "PRIVACY_CHAINS_UPSTREAM_KEY"
_MEGABYTE = 1024 * 1024

Upstream = Annotated[str, typer.Option(help="Address of the provider's API, such as https://api.openai.com/v1.")]
UpstreamKey = Annotated[str, typer.Option(help=f"Variable that holds the key for it, if it is set [{_UPSTREAM_ENV}].")]
PlainHttp = Annotated[bool, typer.Option("--plain-http", help="Ask it without encryption, in a network of yours.")]
ClientFolder = Annotated[Path | None, typer.Option("--clients", help="Folder of clients, each with a token and a key.")]
KeysFrom = Annotated[str | None, typer.Option(help="Function that returns the key of a token, as module:function.")]
Proof = Annotated[
    str, typer.Option(help="What becomes of answers that nothing proves a model wrote: hide, caller or refuse.")
]
Allow = Annotated[list[str] | None, typer.Option(help="Kind of content that is sent in clear, such as image; repeat.")]
RecordFile = Annotated[
    Path | None, typer.Option("--record", help="File that keeps what models wrote, sealed [memory].")
]
AuditFile = Annotated[Path | None, typer.Option("--audit", help="File of an audit log: a line for each release.")]
AuditKey = Annotated[Path | None, typer.Option(help="File of the key that seals its lines; a key of its own.")]
Header = Annotated[str, typer.Option("--session-header", help="Header that names a session.")]
Bind = Annotated[str, typer.Option(help="Address of this machine to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; any free one for 0.")]
HostName = Annotated[list[str] | None, typer.Option(help="Name by which others ask the gateway; repeat.")]
Origin = Annotated[list[str] | None, typer.Option(help="Origin of a page that may ask; repeat.")]
MostBody = Annotated[float, typer.Option(min=0.001, help="Megabytes of a request at most.")]
MostSeconds = Annotated[float, typer.Option(min=0.1, help="Seconds of a call at most.")]
MostCalls = Annotated[int, typer.Option(min=1, help="Calls at the same time at most.")]
MostEach = Annotated[int, typer.Option(min=1, help="Calls of one client at the same time at most.")]


def serve(
    *,
    upstream: Upstream,
    upstream_key_env: UpstreamKey = _UPSTREAM_ENV,
    plain_http: PlainHttp = False,
    clients: ClientFolder = None,
    keys_from: KeysFrom = None,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    policy: PolicyFile = None,
    epsilon: Epsilon = None,
    unproven: Proof = "hide",
    allow: Allow = None,
    record: RecordFile = None,
    audit: AuditFile = None,
    audit_key_file: AuditKey = None,
    session_header: Header = "X-Privacy-Session",
    bind: Bind = "127.0.0.1",
    port: Port = 8642,
    host_name: HostName = None,
    origin: Origin = None,
    most_megabytes: MostBody = 8.0,
    most_seconds: MostSeconds = 900.0,
    most_calls: MostCalls = 256,
    most_calls_each: MostEach = 64,
) -> None:
    """Make any client's calls private: a gateway that speaks the APIs of OpenAI and Anthropic.

    Without --clients or --keys-from there is one client. Its token is that of the variable PRIVACY_CHAINS_TOKEN, or a
    fresh one, which is printed. Without a key a fresh one is used: what it made cannot be read after a restart.
    """
    gateways = _package()
    limits = gateways.Limits(
        body=int(most_megabytes * _MEGABYTE), seconds=most_seconds, concurrent=most_calls, each=most_calls_each
    )
    log = _log(audit, audit_key_file)
    gateway = gateways.Gateway(
        _clients(gateways, clients, keys_from, lambda: _key(key_env, key_file)),
        gateways.Upstream(upstream, os.environ.get(upstream_key_env, "").strip() or None, limits, plain=plain_http),
        _opener(chosen_policy(policy, epsilon), unproven, log),
        record=gateways.Record(record),
        limits=limits,
        allow=allow or (),
        header=session_header.lower(),
        audit=log,
    )

    def told(url: str) -> None:
        write(f"{url}/v1\n")
        note("clients take this as their base address; Anthropic's take it without /v1. Ctrl-C ends the gateway")

    gateways.serve(gateway, told, bind=bind, port=port, names=host_name or (), origins=origin or ())


def new_client(
    name: Annotated[str, typer.Argument(help="What the client is called.")],
    clients: Annotated[Path, typer.Option(help="Folder of clients; it is made if it is not there.")],
) -> None:
    """Make a client of the gateway: a key of its own, and a token, which is printed and stored nowhere."""
    token = _package().add_client(clients, name)
    write(token + "\n")
    note("this token is not stored: give it to the client now", style="yellow")


def _package() -> Any:
    """The gateway, which this package does not know: it is an adapter."""
    return import_module("gateway_privacy_chains")


def _clients(gateways: Any, folder: Path | None, function: str | None, key: Callable[[], Key | KeyRing]) -> Any:
    if folder is not None and function is not None:
        msg = "give --clients or --keys-from, not both"
        raise KeyMaterialError(msg)
    if folder is not None:
        return gateways.KeyDirectory(folder)
    if function is not None:
        return gateways.AskedKeys.named(function)
    token = os.environ.get(_TOKEN_ENV)
    if not token:
        token = gateways.new_token()
        write(f"token: {token}\n")
    return gateways.OneClient(token, key())


def _key(env: str | None, files: list[Path] | None) -> Key | KeyRing:
    from privacy_chains.keys import Key  # noqa: PLC0415

    if env is None and not files and DEFAULT_KEY_ENV not in os.environ:
        note("no key is given: a fresh one is used, and conversations cannot go on after a restart", style="yellow")
        return Key.generate()
    return chosen_keys(env, files)


def _log(file: Path | None, key_file: Path | None) -> AuditLog | None:
    if (file is None) != (key_file is None):
        msg = "an audit log takes --audit FILE and --audit-key-file FILE; 'privacy-chains keys new' makes a key"
        raise KeyMaterialError(msg)
    if file is None or key_file is None:
        return None
    from privacy_chains.keys import Key  # noqa: PLC0415
    from privacy_chains.ledger.audit import AuditLog  # noqa: PLC0415

    return AuditLog(file, Key.from_file(key_file))


def _opener(policy: Policy, unproven: str, audit: AuditLog | None) -> Opener:
    """What opens sessions under a key; all clients share one detector. What a first call would wait for is loaded."""
    from privacy_chains.keys import Key  # noqa: PLC0415

    rule = _rule(unproven)
    if policy.undetected != "keep":
        if rule != "hide":
            msg = "a policy with noise on what no detector finds takes --unproven hide"
            raise PolicyError(msg)
        from privacy_chains.methods.layers import Layers  # noqa: PLC0415  # few policies ask for it

        _warm(Layers.of_policy(Key.generate(), policy))
        return lambda key: Layers.of_policy(key, policy, audit=audit).session
    from privacy_chains.preempt.sanitizer import Sanitizer  # noqa: PLC0415

    detector = policy.detection.detector(policy.entity_types)
    _warm(Sanitizer(Key.generate(), policy=policy, detector=detector))
    return lambda key: Sanitizer(key, policy=policy, detector=detector, unproven=rule, audit=audit).session


def _warm(method: Method) -> None:
    """Load what the first call would wait for."""
    method.sanitize("Alice Barr was born on 3 May 1980, and earns $85,000.")


def _rule(word: str) -> Unproven:
    check_unproven(word)
    return cast("Unproven", word)
