"""The page of the web: every endpoint, every command and frame of the socket, every event."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from docs.site.markdown import cell, table
from holecard.server.app import make_app
from holecard.server.base.settings import Settings
from holecard.server.events.event import KINDS

HEAD = """# The web: endpoints, socket, events

What `holecard serve` answers, read from its schema and its events by
`python -m docs.site.generate`; a test holds this page to them. The schema itself, with every field,
is at `/api/openapi.json` of a running server. A command carries a key (`Idempotency-Key`), so that
what is sent twice is done once; [the map](architecture.md) follows one from the click to the
ledger. A refusal is `{"code": ..., "message": ...}`: the code stays, the words may get better.

Not in the schema are the pages themselves with `/docs`, shared rounds (`/replay/{id}/{n}`, its
picture with `.png` behind it, `/embed/{id}/{n}`), the script `/verify_shoe.py`, and `/metrics`,
which answers the operator's own machines alone.
"""
AREAS = {
    "tables": "Tables",
    "session": "Players and games",
    "past": "Rounds and shoes that are past",
    "lab": "The lab",
    "strategy": "Charts",
    "sheets": "Math sheets",
    "train": "Training",
    "operations": "Operations",
}
SOCKET = """## The socket

`/api/tables/{id}/events` sends frames as a table changes: lists of messages, to be taken in order.
It takes the commands of the POST requests above as `action` and `body`, under the same `key`.
"""
EVENTS = """## Events

What a table's log is made of, each kind as it is written; the state of a table is the fold of its
events, and nothing else. A database keeps them in a chain of hashes: [fair shoes](fairness.md).
"""


def web_page() -> str:
    schema = make_app(Settings(database="")).openapi()
    parts = schema["components"]["schemas"]
    return "\n".join(
        [
            HEAD,
            "## Endpoints\n",
            *areas(schema),
            SOCKET,
            table(("said", "fields"), spoken(parts, "SocketCommand")),
            "",
            table(("heard", "fields"), spoken(parts, "SocketFrame")),
            "",
            EVENTS,
            table(("event", "fields", ""), events()),
            "",
        ]
    )


def areas(schema: dict[str, Any]) -> Iterator[str]:
    """A table of endpoints for each part of the house; every endpoint is in one."""
    for tag, title in AREAS.items():
        yield f"### {title}\n\n{table(('endpoint', 'what it does'), endpoints(schema, tag))}\n"


def endpoints(schema: dict[str, Any], tag: str) -> Iterator[tuple[str, str]]:
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            if told["tags"] == [tag]:
                said = f"{cell(told['description'])} {traded(told)}"
                yield f"`{method.upper()} {path}`", said.strip()


def traded(told: dict[str, Any]) -> str:
    """What an endpoint takes and answers, by the names of the schema."""
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    asked = [f"`{one['name']}`" for one in told.get("parameters", ()) if in_query(one)]
    takes = ", ".join(filter(None, [named(body.get("schema", {})), *asked]))
    parts = [f"takes {takes}" if takes else "", answer(told)]
    said = "; ".join(filter(None, parts))
    return f"{said[0].upper()}{said[1:]}." if said else ""


def in_query(parameter: dict[str, Any]) -> bool:
    return bool(parameter["in"] == "query")


def answer(told: dict[str, Any]) -> str:
    """What is answered by its name; a file has none."""
    good = next(found for status, found in told["responses"].items() if status.startswith("2"))
    schema = good.get("content", {}).get("application/json", {}).get("schema", {})
    if "items" in schema:
        return f"answers a list of {named(schema['items'])}"
    return f"answers {named(schema)}" if schema else ""


def named(schema: dict[str, Any]) -> str:
    """The name of a part of the schema, as the schema calls it."""
    return f"`{schema['$ref'].rpartition('/')[2]}`" if "$ref" in schema else ""


def spoken(parts: dict[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """The kinds of one message: each with its word and its fields."""
    whole = parts[name].get("items", parts[name])
    listed = [parts[one["$ref"].rpartition("/")[2]] for one in whole.get("oneOf", ())]
    for part in listed or [whole]:
        yield f"`{word_of(part)}`", ", ".join(f"`{field}`" for field in part["properties"])


def word_of(part: dict[str, Any]) -> str:
    kind = part["properties"].get("type", {})
    return str(kind.get("const") or kind.get("default") or part["title"])


def events() -> Iterator[tuple[str, str, str]]:
    for kind, event in KINDS.items():
        given = ", ".join(f"`{one.name}`" for one in fields(event))
        said = inspect.cleandoc(event.__doc__ or "")
        told = "" if re.match(rf"{event.__name__}\(", said) else cell(said)
        yield f"`{kind}`", given, told
