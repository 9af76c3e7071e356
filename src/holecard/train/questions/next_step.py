"""What now? A round stopped at a step: what the dealer does next, and for whom."""

from __future__ import annotations

import random
from collections.abc import Sequence

from holecard.dealing.felt import PAID
from holecard.games import CATALOGUE
from holecard.text.line import line_of
from holecard.train.dealt.felt_json import event_json, spots_json
from holecard.train.dealt.settled_rows import rows_of
from holecard.train.dealt.step_words import STEP_SAYS, own_steps, step_says
from holecard.train.dealt.steps import (
    ASK_EARLY,
    ASK_RAISE,
    ASK_SWITCH,
    MONEY,
    NEXT_CARD,
    SETTLING,
    Step,
    steps_of,
)
from holecard.train.dealt.why import why_row, why_step
from holecard.train.item import Drill, Grade, Item, Json, Part, Setting, no_answer, text_in
from holecard.train.meter_reading import with_meters
from holecard.train.questions.deal_table import deal_table
from holecard.train.questions.settle import table_of
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER

OPTIONS = 6
MOST_SEATS = 5
RIGHT = '{"step": "take:super-tie", "seats": [2]}'
# Steps that are the dealer's to choose: a card that a player asked for is given without thinking.
ASKED = (
    "offer", "peek", "turn", "draw", "house-draw", "ask", "ask-burn", ASK_RAISE, ASK_EARLY,
    ASK_SWITCH, "replace", NEXT_CARD, *SETTLING,
)  # fmt: skip
# Which kinds of step make a good question, how often: what every dealer knows comes less.
USUAL = ("ask", "turn", "draw")


def make_next(setting: Setting, number: int) -> Item:
    draw = setting.draw("next", number)
    dealt = deal_table(setting, draw, MOST_SEATS)
    steps = merged_offers(steps_of(dealt, setting.profile))
    at = stop(steps, draw, {one.id for one in setting.game.wagers if one.kind == FEE})
    right = steps[at]
    seats = seats_of(steps, at)
    options = [right.id, *wrong_steps(setting.game, dealt, steps, at, draw)]
    draw.shuffle(options)
    question: Json = {
        "says": "What now?",
        "spots": spots_json(setting, dealt),
        "events": [event_json(one.event) for one in steps[:at] if one.event.kind != "ask"],
        "order": setting.profile.words,
        "options": [
            {"step": one, "says": step_says(setting.game, one), "for": for_whom(one)}
            for one in options
        ],
    }
    question = with_meters(question, dealt)
    answer: Json = {
        "step": right.id,
        "seats": seats,
        "says": step_says(setting.game, right.id),
        "event": event_json(right.event),
        "at": at,
    }
    why = why_of(setting, dealt, right)
    return Item(number, "next", line_of(dealt), question, answer, why, (f"next/{right.id}",))


def merged_offers(steps: list[Step]) -> list[Step]:
    """Insurance is offered to all its seats at once: what they answer comes after the question."""
    offers = [one for one in steps if one.name == "offer"]
    rest = [one for one in steps if one.name != "offer"]
    at = steps.index(offers[0]) if offers else 0
    return [*rest[:at], *offers, *rest[at:]]


def stop(steps: Sequence[Step], draw: random.Random, fees: set[str]) -> int:
    """A step worth asking for: one of a kind drawn first, so that rare kinds are not rare. That a
    payment is taken with the deal is none."""
    able = [at for at in range(len(steps)) if is_question(steps, at)]
    able = [at for at in able if steps[at].event.wager not in fees]
    kinds = sorted({steps[at].id for at in able})
    if len(kinds) > 1 and draw.random() < 0.7:
        kinds = [one for one in kinds if one not in USUAL] or kinds
    kind = draw.choice(kinds)
    return draw.choice([at for at in able if steps[at].id == kind])


def is_question(steps: Sequence[Step], at: int) -> bool:
    """Not a step that only goes on with the one before: the next offer. Nor one after a question
    that was answered without a sign, as a card that is kept is: what is shown does not tell that it
    was asked, and then asking would be right."""
    step, before = steps[at], steps[at - 1] if at else None
    if before is not None and (before.event.kind == "ask" or before.name == step.name == "offer"):
        return False
    return step.name in ASKED


def seats_of(steps: Sequence[Step], at: int) -> list[int]:
    """Whom the step is for: one seat, all that are offered insurance, or nobody."""
    step = steps[at]
    if step.name == "offer":
        return sorted(one.event.seat for one in steps if one.name == "offer")
    return [step.event.seat] if step.event.seat else []


def for_whom(step: str) -> str:
    """`seats` for an offer, `seat`, or nothing where the step is for nobody."""
    name = step.partition(":")[0]
    if name in ("peek", "turn", "draw"):
        return ""
    return "seats" if name == "offer" else "seat"


def run_of(steps: Sequence[Step], at: int) -> set[str]:
    """The steps of the same settlement: no wrong answers, only later ones."""
    first = last = at
    while first and steps[first - 1].settles:
        first -= 1
    while last < len(steps) and steps[last].settles:
        last += 1
    return {one.id for one in steps[first:last]} if steps[at].settles else {steps[at].id}


def wrong_steps(
    game: Game, dealt: Dealt, steps: Sequence[Step], at: int, draw: random.Random
) -> list[str]:
    """Other things to do with what lies on the felt, then steps of this game and of others."""
    right = steps[at]
    never = run_of(steps, at) | {right.id}
    near = [one for one in near_steps(game, dealt, right) if one not in never]
    far = [one for one in all_steps(game) if one not in never and one not in near]
    draw.shuffle(near)
    draw.shuffle(far)
    mixed = [*near[:3], *far[:2]]
    spare = [*near[3:], *far[2:]]
    return [*mixed, *spare][: OPTIONS - 1]


def near_steps(game: Game, dealt: Dealt, right: Step) -> list[str]:
    """What else could be done for the same seat, or with the hands."""
    bets = [bet.wager for seat in dealt.seats for bet in seat.bets]
    held = [one for one in dict.fromkeys(bets) if game.wager(one).kind != FEE]
    found = [f"{verb}:{wager}" for wager in held for verb in ("take", "pay", "push")]
    found += [f"{game.wager(one).stays}:{one}" for one in held if game.wager(one).stays]
    found += ["ask", "turn", "draw", "peek", "offer", *own_steps(game)]
    if any(dealt.seat_field(place, PAID) for place in range(len(dealt.seats))):
        found += ["ask-burn", "replace"]
    if right.event.wager:
        found = [f"{verb}:{right.event.wager}" for verb in ("take", "pay", "push")] * 2 + found
    return list(dict.fromkeys(found))


def all_steps(game: Game) -> list[str]:
    """Every step that this game or another of the catalogue knows, as this game's felt has it."""
    kinds = {wager.kind for one in (*CATALOGUE.values(), game) for wager in one.wagers}
    found = [*(one for one in STEP_SAYS if ":" not in one), *own_steps(game)]
    if FEE not in kinds:
        found = [one for one in found if one not in ("ask-burn", "replace")]
    for wager in game.wagers:
        if wager.kind != FEE:
            found += [f"{verb}:{wager.id}" for verb in ("take", "pay", "push")]
        if wager.kind not in (MAIN, OFFER, FEE):
            found += [f"tuck:{wager.id}", f"leave:{wager.id}"]
    return found


def why_of(setting: Setting, dealt: Dealt, step: Step) -> str:
    if step.name in MONEY:
        row = next(one for one in rows_of(dealt, setting.profile) if one.at == step.at)
        return why_row(setting.game, row, table_of(dealt, row))
    return why_step(setting.game, step.name, step.event.wager)


def grade_next(item: Item, answer: Json) -> Grade:
    """The step, and whom it is for."""
    if not isinstance(answer, dict):
        raise no_answer("next", f"{str(answer)[:40]!r}", RIGHT)
    step = text_in(answer, "step", "next", RIGHT)
    known = [one["step"] for one in item.question["options"]]
    if step not in known:
        raise no_answer("next", f"{step!r} is not among the steps offered", ", ".join(known))
    seats = answer.get("seats", [])
    if not isinstance(seats, list) or not all(type(one) is int and 1 <= one <= 7 for one in seats):
        raise no_answer("next", f"seats are {str(seats)[:40]!r}", RIGHT)
    right = step == item.answer["step"] and sorted(set(seats)) == item.answer["seats"]
    whom = "".join(f", seat {seat}" for seat in item.answer["seats"])
    says = "" if right else f"Right is: {item.answer['says']}{whom}."
    wager = step.partition(":")[2]
    return Grade((Part(item.skills[0], right, wager, says, "" if right else item.why),))


NEXT = Drill("next", "What now?", "The dealer's next step, and for whom", make_next, grade_next)
