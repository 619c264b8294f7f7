"""What MkDocs cannot read from ``docs/``: pages made from the code, and pages that lie elsewhere in the repository.

``mkdocs.yml`` names this file as a hook. The reference is derived: a new public name, package or entity type appears
without an edit here. After the build every page is checked: none may load anything from another host.
"""

from __future__ import annotations

import os
import re
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from privacy_chains import ENTITY_TYPES, AddNoise, Encipher, Policy

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    "security.md": "SECURITY.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "training.md": "training/README.md",
}
"""Pages of the site, and the files of the repository that they show."""

PACKAGES = {
    "privacy_chains": "privacy_chains",
    "contract": "privacy_chains.contract",
    "keys": "privacy_chains.keys",
    "ledger": "privacy_chains.ledger",
    "audit": "privacy_chains.ledger.audit",
    "detect": "privacy_chains.detect",
    "formats": "privacy_chains.formats",
    "mechanisms": "privacy_chains.mechanisms",
    "dependencies": "privacy_chains.dependencies",
    "desanitize": "privacy_chains.desanitize",
    "inspect": "privacy_chains.inspect",
    "attacks": "privacy_chains.attacks",
    "testing": "privacy_chains.testing",
    "hazmat": "privacy_chains.hazmat",
    "models": "privacy_chains.models",
    "langchain_privacy_chains": "langchain_privacy_chains",
    "data_anonymizer": "langchain_privacy_chains.data_anonymizer",
    "llama_index_privacy_chains": "llama_index_privacy_chains",
    "ray_privacy_chains": "ray_privacy_chains",
    "spark_privacy_chains": "spark_privacy_chains",
    "gateway_privacy_chains": "gateway_privacy_chains",
}
"""Pages of the API reference, and the modules that they describe."""

_TYPES = """\
# Entity types

This table is made from the code, for the default policy. `privacy-chains types --policy FILE` prints the same for
yours. An entity type without a rule is refused, never passed on.

| entity type | what it is | treatment | what a surrogate keeps |
|---|---|---|---|
"""
_LINK = re.compile(r"\]\((?P<target>[^)\s:#]+\.md)(?P<anchor>#[^)]*)?\)")
_ROLE = re.compile(r":(?:attr|class|data|exc|func|meth|mod):(?=<code>|<a )")
_LOADED = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*?\b(?:src|href)=["']?(?:https?:)?//[^>]*>""")
_ALLOWED = re.compile(r"""rel=["']?(?:canonical|next|prev)\b""")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that have no file in ``docs/``."""
    made = {"reference/entity-types.md": entity_types()}
    made |= {f"reference/{page}.md": reference(module) for page, module in PACKAGES.items()}
    made |= {page: (ROOT / source).read_text(encoding="utf-8") for page, source in PAGES.items()}
    made["contributing.md"] = made["contributing.md"].replace("<!-- layers -->", layers())
    for uri, content in made.items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Let links to files of the repository lead to the pages of the site that show them."""
    source = PAGES.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    return _LINK.sub(lambda link: _moved(link, source, page.file.src_uri), markdown)


def on_page_content(html: str, **_: object) -> str:
    """Drop the roles of reStructuredText (``:class:``) that docstrings set before a name."""
    return _ROLE.sub("", html)


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site that would call another host from the reader's browser.

    Raises:
        PluginError: A page loads a script, style, font or picture from elsewhere.
    """
    for page in sorted(Path(config.site_dir).rglob("*.html")):
        loaded = [tag for tag in _LOADED.findall(page.read_text(encoding="utf-8")) if not _ALLOWED.search(tag)]
        if loaded:
            msg = f"{page.name} loads something from another host: {loaded[0]}"
            raise PluginError(msg)


def reference(module: str) -> str:
    """The page of one module: every public name of it, or of its own modules where it has none itself."""
    names = getattr(import_module(module), "__all__", None)
    head = f"# `{module}`\n\n"
    if names:
        return head + _directive(module, names)
    parts = [f"{module}.{part.name}" for part in iter_modules(_folder(module)) if not part.name.startswith("_")]
    summary = f"::: {module}\n    options:\n      members: false\n\n"
    return (
        head
        + summary
        + "\n".join(
            f"## `{part}`\n\n" + _directive(part, getattr(import_module(part), "__all__", ()), level=3)
            for part in parts
        )
    )


def layers() -> str:
    """The layers that import-linter checks, as lists: what stands higher may import what stands lower."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    ordered = [contract for contract in tools["importlinter"]["contracts"] if contract["type"] == "layers"]
    return "\n".join(
        f"**{contract['name']}**: what stands higher may import what stands lower.\n\n"
        + "".join(f"1. `{layer}`\n" for layer in contract["layers"])
        for contract in ordered
    )


def entity_types() -> str:
    """The table of all entity types, as the default policy treats them."""
    rules = Policy.default().rules
    rows = [
        f"| `{name}` | {entity_type.description} | {_treatment(rules.get(name))} |"
        for name, entity_type in ENTITY_TYPES.items()
    ]
    return f"{_TYPES}{chr(10).join(rows)}\n"


def _directive(module: str, names: list[str] | tuple[str, ...], level: int = 2) -> str:
    members = "".join(f"\n        - {name}" for name in names)
    return f"::: {module}\n    options:\n      heading_level: {level}\n      members:{members or ' []'}\n"


def _folder(module: str) -> list[str]:
    spec = find_spec(module)
    return list(spec.submodule_search_locations or ()) if spec is not None else []


def _treatment(rule: object) -> str:
    """How a rule treats a value, and what stays visible, as two cells of a table."""
    if isinstance(rule, Encipher):
        return f"enciphered | {_cell(rule.format.keeps)}"
    if isinstance(rule, AddNoise):
        return f"noise ({rule.noise.mechanism}) | {_cell(f'{rule.format.keeps}; {rule.noise.leaks}')}"
    return "refused unless a policy has a rule | " if rule is None else "kept in clear | everything"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _moved(link: re.Match[str], source: str, shown: str) -> str:
    """A link of a file in the repository, as it reads on the page that shows the file."""
    target = os.path.normpath(Path(source).parent / link["target"])
    pages = {file: page for page, file in PAGES.items()}
    page = pages.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
    if page is None:
        return link[0]
    relative = os.path.relpath(page, Path(shown).parent)
    return f"]({relative}{link['anchor'] or ''})"
