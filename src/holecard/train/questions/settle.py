"""Settle the table: a finished round, wager by wager, in the order of the house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holecard.money import money_text
from holecard.text.line import line_of
from holecard.text.words import sentence
from holecard.train.dealt.felt_json import felt_json
from holecard.train.dealt.settled_rows import Row, rows_of
from holecard.train.dealt.steps import PAY, VERDICTS
from holecard.train.dealt.why import why_row
from holecard.train.item import (
    Drill,
    Grade,
    Item,
    Json,
    Part,
    Setting,
    no_answer,
    text_in,
    whole_in,
)
from holecard.train.meter_reading import with_meters
from holecard.train.questions.deal_table import deal_table
from holecard.wagers.bets import table_for
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE

RIGHT = '{"wagers": [{"seat": 1, "wager": "main", "verdict": "pay", "cents": 1500}, ...]}'
ORDER = "order"
MOST_ROWS = 200
WHOLE = 3  # in every third round what was settled early is asked too


def make_settle(setting: Setting, number: int) -> Item:
    dealt = deal_table(setting, setting.draw("settle", number))
    rows = rows_of(dealt, setting.profile)
    # Nor is a table asked of which nothing is left.
    whole = number % WHOLE == WHOLE - 1 or all(row.early for row in rows)
    asked = [row for row in rows if is_asked(setting.game, row, whole)]
    whys = [why_row(setting.game, row, table_of(dealt, row)) for row in rows]
    question: Json = {
        "says": "Settle the table.",
        "felt": felt_json(setting, dealt),
        "order": setting.profile.words,
        "chips": list(setting.profile.chips),
        "whole": whole,
        "settled": [row.as_json() for row in rows if row not in asked],
        "asks": sorted(({"seat": row.seat, "wager": row.wager, "hand": row.hand} for row in asked),
                       key=lambda one: (one["seat"], one["hand"])),
    }  # fmt: skip
    question = with_envy(with_meters(question, dealt), setting.game)
    answer: Json = {
        "wagers": [
            row.as_json() | {"asked": row in asked, "outcome": row.outcome, "why": why}
            for row, why in zip(rows, whys, strict=True)
        ]
    }
    dearest = max(asked, key=lambda row: (row.verdict == PAY, row.cents))
    why = whys[rows.index(dearest)]
    skills = tuple(dict.fromkeys(skill_of(row.wager, row.outcome) for row in asked))
    return Item(number, "settle", line_of(dealt), question, answer, why, skills)


def is_asked(game: Game, row: Row, whole: bool) -> bool:
    """What is left when the dealer's hand is out; in some rounds all that moved before it too, but
    for payments, which are taken with the deal."""
    return not row.early or (whole and game.wager(row.wager).kind != FEE)


def with_envy(question: Json, game: Game) -> Json:
    """The question with the wagers that may be paid for other seats, where there are any."""
    envious = [wager.id for wager in game.wagers if wager.envy]
    return question | {"envy": envious} if envious else question


def table_of(dealt: Dealt, row: Row) -> PayTable | None:
    """The pay table that a wager is settled by: that of its size, and of its meter."""
    game = dealt.game
    seat = next(one for one in dealt.seats if one.seat == row.seat)
    if not game.wager(row.wager).paytables:
        return None
    bet = next((one for one in seat.bets if one.wager == row.wager), None)
    return game.wager(row.wager).table() if bet is None else table_for(game, seat, bet)


def skill_of(wager: str, outcome: str) -> str:
    return f"{wager}/{outcome}"


def grade_settle(item: Item, answer: Json) -> Grade:
    """Each wager that was asked by itself, and the order of all of them."""
    due = [row for row in item.answer["wagers"] if row["asked"]]
    given = read_rows(answer, item)
    parts, remarks = [], []
    for row in due:
        part, remark = grade_row(row, given.get(key_of(row)))
        parts.append(part)
        remarks += remark
    ordered = in_order([row for row in due if key_of(row) in given], list(given))
    says = "" if ordered else f"The order of the house: {item.question['order']}"
    parts.append(Part(ORDER, ordered, says=says, why=item.question["order"]))
    return Grade(tuple(parts), tuple(remarks))


def in_order(due: list[Json], given: list[tuple[int, str, int]]) -> bool:
    """The house's order at the end; what was settled early comes before it, in any order."""
    early = {key_of(row) for row in due if row["early"]}
    late = [key_of(row) for row in due if not row["early"]]
    return set(given[: len(early)]) == early and given[len(early) :] == late


def key_of(row: Mapping[str, Any]) -> tuple[int, str, int]:
    return row["seat"], row["wager"], row.get("hand", 0)


def read_rows(answer: Json, item: Item) -> dict[tuple[int, str, int], Json]:
    """The rows of an answer by wager, in the order given; what is no answer is refused."""
    rows = answer.get("wagers") if isinstance(answer, dict) else None
    if not isinstance(rows, list) or len(rows) > MOST_ROWS:
        raise no_answer(item.drill, "it has no list of wagers", RIGHT)
    known = {key_of(row): row["asked"] for row in item.answer["wagers"]}
    found: dict[tuple[int, str, int], Json] = {}
    for row in rows:
        if not isinstance(row, dict):
            raise no_answer(item.drill, f"{str(row)[:40]!r} is no wager", RIGHT)
        seat, hand = (
            whole_in(row, "seat", item.drill, RIGHT),
            whole_in(row, "hand", item.drill, RIGHT),
        )
        key = seat, text_in(row, "wager", item.drill, RIGHT), hand
        if key not in known:
            raise no_answer(item.drill, f"seat {seat} has no {key[1]} to settle", RIGHT)
        if key in found:
            raise no_answer(item.drill, f"seat {seat}'s {key[1]} is settled twice", RIGHT)
        if text_in(row, "verdict", item.drill, RIGHT) not in VERDICTS:
            raise no_answer(
                item.drill, f"verdict is {row['verdict'][:40]!r}", " or ".join(VERDICTS)
            )
        amounts = {
            "cents": cents_given(row, item),
            "tip": whole_in(row, "tip", item.drill, RIGHT),
            "envy": whole_in(row, "envy", item.drill, RIGHT),
        }
        chips_in(row, "tip_chips", item)  # how the tip was laid; what it is, is said by `tip`
        if known[key]:  # what lay settled already may be said again
            found[key] = row | amounts
    return found


def cents_given(row: Json, item: Item) -> int | None:
    """What was paid: the amount, or what the chips come to."""
    chips = chips_in(row, "chips", item)
    if chips:
        return sum(chips)
    return whole_in(row, "cents", item.drill, RIGHT) if "cents" in row else None


def chips_in(row: Json, key: str, item: Item) -> list[int]:
    """The chips that were laid, none where an amount was typed."""
    chips = row.get(key)
    if chips is None:
        return []
    house = item.question["chips"]
    if not isinstance(chips, list) or not all(type(one) is int and one in house for one in chips):
        raise no_answer(item.drill, f"{key} are {str(chips)[:40]}", "chips of the house in cents")
    return chips


def grade_row(row: Json, given: Json | None) -> tuple[Part, list[str]]:
    """One wager: the verdict, of a payment the amount and the tip, and what is paid for others."""
    skill, due = skill_of(row["wager"], row["outcome"]), due_words(row)
    if given is None:
        return Part(skill, False, row["wager"], f"Not settled: {due}.", row["why"]), []
    right = given["verdict"] == row["verdict"]
    if right and row["verdict"] == PAY:
        right = given["cents"] == row["cents"] and given["tip"] == row.get("tip", 0)
    elif right and given["cents"] is not None:
        right = given["cents"] == row["cents"]
    right = right and given["envy"] == row.get("envy", 0)
    says = "" if right else f"You {did_words(given)}. {sentence(due)}."
    remarks = []
    chips = given.get("chips")
    if right and row["verdict"] == PAY and chips and len(chips) > len(row["chips"]):
        remarks.append(f"Fewer chips make {money_text(row['cents'])}: {len(row['chips'])}.")
    return Part(skill, right, row["wager"], says, "" if right else row["why"]), remarks


def due_words(row: Json) -> str:
    """`pay $80, tip $3`, `take $25`, `push`, `leave it`, `take $5, pay $25 of envy`."""
    envy = f", pay {money_text(row['envy'])} of envy" if row.get("envy") else ""
    if row["verdict"] not in ("pay", "take"):
        return ("leave it" if row["verdict"] == "leave" else "push") + envy
    tip = f", tip {money_text(row['tip'])}" if row.get("tip") else ""
    return f"{row['verdict']} {money_text(row['cents'])}{tip}{envy}"


def did_words(given: Json) -> str:
    verb = {"pay": "paid", "take": "took", "push": "pushed", "leave": "left it"}[given["verdict"]]
    cents = (
        f" {money_text(given['cents'])}" if given["cents"] is not None and verb == "paid" else ""
    )
    more = [("a tip of", given["tip"]), ("envy of", given["envy"])]
    return verb + cents + "".join(f" and {word} {money_text(one)}" for word, one in more if one)


SETTLE = Drill(
    "settle", "Settle the table", "Take, push, leave or pay", make_settle, grade_settle
)  # fmt: skip
