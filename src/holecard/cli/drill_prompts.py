"""A drill by plain questions in a terminal: what is shown, and how a typed line is an answer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import typer

from holecard.errors import HolecardError, Unreadable
from holecard.games.from_file import replay_command
from holecard.money import money_text, read_money
from holecard.train.item import Grade, Item
from holecard.train.questions.worth_words import worth_lines
from holecard.train.run_end import counted, end_lines
from holecard.train.session import EXAM, Session, answer, question
from holecard.train.terminal_run import TerminalRun, misses_again
from holecard.wagers.game import Game

VERDICT_KEYS = {"t": "take", "p": "push", "l": "leave", "y": "pay"}


def sit(run: TerminalRun, game: Game) -> Session:
    """Question after question until it is over; the end of input ends it."""
    session = run.session
    while (item := question(session, game)) is not None:
        typer.echo(f"\n{len(session.given) + 1}. {item.question['says']}")
        show(item)
        started = time.monotonic()
        try:
            found = ask(session, game, item, started)
        except (EOFError, typer.Abort):
            break
        if found is None:
            typer.echo("  too late: the clock has run out")
            break
        session, graded = found
        run.answered(session)
        if session.mode != EXAM:
            typer.echo(told(graded, item))
    typer.echo("\n".join(["", *end_lines(session, game)]))
    review(run, game)
    return session


def review(run: TerminalRun, game: Game) -> None:
    """What was missed, once more, for whoever wants it."""
    again = misses_again(run)
    if again is None:
        return
    try:
        says = line(f"\nReview {counted(again.session.items, 'missed question')}: y, or nothing?")
    except (EOFError, typer.Abort):
        return
    if says.startswith("y"):
        sit(again, game)


def ask(session: Session, game: Game, item: Item, started: float) -> tuple[Session, Grade] | None:
    """Asked again until the line is an answer; none once a storm's clock has run out."""
    while True:
        try:
            given = READ[item.drill](item)
            spent = round((time.monotonic() - started) * 1000)
            if session.too_late(spent):
                return None
            return answer(session, game, given, spent)
        except HolecardError as wrong:
            typer.echo(str(wrong), err=True)


def told(graded: Grade, item: Item) -> str:
    if graded.right and item.drill != "play":
        return "  right" + "".join(f". {one}" for one in graded.remarks)
    if graded.right:
        return "\n".join(["  right", *worths(item), f"    {item.why}"])
    lines = [f"  {part.says}\n    {part.why}" for part in graded.parts if not part.right]
    again = [f"  {replay_command(item.line.partition(' ')[0], item.line)}"] * bool(item.line)
    return "\n".join([*lines, *worths(item), *again])


def worths(item: Item) -> list[str]:
    """The coach's: what each choice is worth at the stake."""
    return [f"    {one}" for one in worth_lines(item)]


def show(item: Item) -> None:
    asked = item.question
    if item.drill == "settle":
        typer.echo(f"  {asked['order']}")
    felt = asked.get("felt")
    if felt:
        typer.echo(f"  dealer {felt['dealer']['cards']}: {felt['dealer']['says']}")
        for seat in felt["seats"]:
            hands = ", ".join(f"{one['cards']} ({one['says']})" for one in seat["hands"])
            button = f", button {seat['button']}" if seat["button"] else ""
            card = f", {seat['next']} for a bet" if seat.get("next") else ""
            typer.echo(f"  seat {seat['seat']}: {hands}{button}{card}")
    for meter in asked.get("meters", ()):
        typer.echo(f"  {meter['name']} meter: {money_text(meter['cents'])}")
    for at, event in enumerate(asked.get("events", ()), start=1):
        typer.echo(f"  {at:>3}  {event['says']}")
    show_numbered(asked.get("options") or asked.get("kinds") or ())


def show_numbered(listed: Sequence[Any]) -> None:
    for at, one in enumerate(listed, start=1):
        typer.echo(f"  {at}) {one if isinstance(one, str) else one['says']}")


def line(words: str) -> str:
    return str(typer.prompt(words, prompt_suffix=" ", default="", show_default=False)).strip()


def read_settle(item: Item) -> dict[str, Any]:
    """Wager by wager in the order of the house."""
    stakes = {
        (seat["seat"], bet["wager"]): bet["stake"]
        for seat in item.question["felt"]["seats"]
        for bet in seat["bets"]
    }
    rows = [one for one in item.answer["wagers"] if one["asked"]]
    envious = item.question.get("envy", ())
    found = []
    for one in rows:
        given = read_row(one, stakes.get((one["seat"], one["wager"]), 0))
        envy = (
            line("    envy for other seats, AMOUNT or nothing?") if one["wager"] in envious else ""
        )
        found.append(given | ({"envy": read_money(envy)} if envy else {}))
    return {"wagers": found}


def read_row(row: dict[str, Any], stake: int) -> dict[str, Any]:
    where = f"  seat {row['seat']} {row['wager']} {money_text(stake)}"
    hand = f" (hand {row['hand'] + 1})" if row["hand"] else ""
    words = line(f"{where}{hand}: t, p, l or y AMOUNT [TIP]?").split()
    if not words or words[0][:1] not in VERDICT_KEYS:
        raise Unreadable("type t to take, p to push, l to leave, or y and the amount to pay")
    verdict = VERDICT_KEYS[words[0][:1]]
    given = {"seat": row["seat"], "wager": row["wager"], "hand": row["hand"], "verdict": verdict}
    return given | amounts(words[1:])


def amounts(words: list[str]) -> dict[str, int]:
    return dict(zip(("cents", "tip"), map(read_money, words), strict=False))


def read_pay(item: Item) -> dict[str, Any]:
    row = item.answer["wagers"][0]
    paid = amounts(line("  AMOUNT [TIP]?").split())
    given = {"seat": row["seat"], "wager": row["wager"], "hand": row["hand"], "verdict": "pay"}
    return {"wagers": [given | paid]}


def read_next(item: Item) -> dict[str, Any]:
    numbers = whole_numbers(line("  STEP [SEATS]?"))
    option = chosen(item.question["options"], numbers)
    return {"step": option["step"], "seats": numbers[1:]}


def read_error(item: Item) -> dict[str, Any]:
    words = line("  c for clean, or STEP MISTAKE?")
    if words in ("c", "clean"):
        return {"clean": True}
    numbers = whole_numbers(words)
    kind = chosen(item.question["kinds"], numbers[1:])
    return {"clean": False, "step": numbers[0] - 1, "kind": kind["kind"]}


def read_know(item: Item) -> dict[str, Any]:
    if "facts" in item.question:
        return read_pitch(item)
    return {"option": whole_numbers(line("  which?"))[0] - 1}


def read_pitch(item: Item) -> dict[str, Any]:
    """Said aloud while a clock runs; then what of it was said, or nothing."""
    line(f"  aloud, in {item.question['seconds']} seconds: Enter starts the clock")
    began = time.monotonic()
    line("  Enter when it is said")
    typer.echo(f"  {time.monotonic() - began:.0f} s")
    show_numbered(item.question["facts"])
    words = line("  which facts did you say?")
    return {"facts": [one - 1 for one in whole_numbers(words)] if words else []}


def read_play(item: Item) -> dict[str, Any]:
    legal = [one["action"] for one in item.question["legal"]]
    word = line(f"  {', '.join(legal)}?")
    return {"action": next((one for one in legal if word and one.startswith(word)), word)}


def whole_numbers(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not words or not all(one.isdecimal() and len(one) < 4 for one in words):
        raise Unreadable(f"cannot read {text!r}: numbers, such as 2 or 2 5")
    return [int(one) for one in words]


def chosen(options: list[Any], numbers: list[int]) -> Any:
    if not numbers or not 1 <= numbers[0] <= len(options):
        raise Unreadable(f"a number from 1 to {len(options)} is missing")
    return options[numbers[0] - 1]


READ = {
    "settle": read_settle,
    "pay": read_pay,
    "next": read_next,
    "error": read_error,
    "know": read_know,
    "play": read_play,
}
