"""The page of the command line, read from the commands themselves."""

from __future__ import annotations

from typing import Any

import typer

from docs.site.markdown import cell, table
from holecard.cli.main import app

HEAD = """# The command line

Every word of `holecard`, read from the commands themselves by `python -m docs.site.generate`; a
test holds this page to them. `holecard WORD --help` says the same. Rules, games and wagers are in
[games](games.md) and [rules and options](rules.md).

A figure goes to standard output, everything else to standard error. Exit codes: 0 well, 1 a check
or a run failed, 2 usage, 3 a bad definition or rule, 4 something is not installed (it says what to
install), 130 interrupted.
"""


def cli_page() -> str:
    group: Any = typer.main.get_command(app)
    return "\n".join([HEAD, *(command_text(name, one) for name, one in group.commands.items())])


def command_text(name: str, command: Any) -> str:
    given = [one for one in command.params if not one.hidden]
    arguments = [one for one in given if not one.opts[0].startswith("-")]
    words = " ".join(["holecard", name, *map(argument, arguments)])
    rows = [(shown_name(one), cell(one.help or ""), default(one)) for one in given]
    said = " ".join((command.help or "").split())
    told = table(("word", "what it does", "default"), rows)
    parts = [f"## {name}", said, f"`{words} [options]`", told]
    return "\n\n".join(part for part in parts if part) + "\n"


def argument(one: Any) -> str:
    word = bare(one)
    return word if one.required else f"[{word}]"


def bare(one: Any) -> str:
    return str(one.metavar or one.name.upper()).strip("[]")


def shown_name(one: Any) -> str:
    if not one.opts[0].startswith("-"):
        return f"`{bare(one)}`"
    takes = "" if one.is_flag or one.count else f" {cell(one.metavar or kind(one))}"
    return ", ".join(f"`{name}{takes}`" for name in (*one.opts, *one.secondary_opts))


def kind(one: Any) -> str:
    annotation = one.type_descriptor.annotation
    return str(getattr(annotation, "__name__", annotation)).upper()


def default(one: Any) -> str:
    if one.required:
        return "must be given"
    value = one.default() if callable(one.default) else one.default
    return "" if value in (None, "", False, (), []) else f"`{cell(str(value))}`"
