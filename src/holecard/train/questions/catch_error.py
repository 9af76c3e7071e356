"""Catch the error: a round by a dealer who makes one mistake, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from holecard.dealing.settle import BLACKJACK, DEALER, NATURAL, STANDINGS, result_pays
from holecard.dealing.settle import PUSH as PUSHED
from holecard.text.line import line_of
from holecard.train.dealt.felt_json import spots_json
from holecard.train.dealt.mistakes import (
    Round,
    Wrong,
    another_verdict,
    button_moved,
    is_natural_pay,
    left_too_long,
    natural_even,
    offered_to_dealer_hand,
    one_chip_off,
    seat_skipped,
    taken_early,
    wrong_envy,
    wrong_order,
    wrong_tip,
)
from holecard.train.dealt.settled_rows import rows_of
from holecard.train.dealt.shown import Shown, shown_steps
from holecard.train.dealt.steps import MONEY, PAY, PUSH, TAKE
from holecard.train.dealt.why import why_row, why_step
from holecard.train.dealt.wrong_draws import (
    burned_after_split,
    drawn_too_many,
    soft_17,
    stopped_short,
)
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
from holecard.train.questions.settle import table_of
from holecard.wagers.game import Game
from holecard.wagers.offers import offer_of
from holecard.wagers.paytable import PUSHES
from holecard.wagers.wager import FEE, SIDE

CLEAN = 1 / 3
MOST_SEATS = 5
TRIES = 4  # rounds dealt for one kind of mistake before any other will do
CLEAN_WORDS = "The round is clean."
RIGHT = '{"clean": true} or {"clean": false, "step": 12, "kind": "win-pushed"}'


@dataclass(frozen=True)
class Mistake:
    """A kind of mistake: what it is called, how it is made, and in which games it can be."""

    id: str
    says: str
    make: Callable[[Round], Wrong | None]
    able: Callable[[Game], bool] = lambda game: True


def has_tips(game: Game) -> bool:
    return any(table.tips for wager in game.wagers for table in wager.paytables)


def has_envy(game: Game) -> bool:
    return any(wager.envy for wager in game.wagers)


def has_pushes(game: Game) -> bool:
    """Whether a wager can push: two hands that tie, or a line that pays nothing."""
    ties = [main_result(game, main.backs, own) for main in game.mains for own in (20, NATURAL)]
    lines = (table.pays(one) for wager in game.wagers if wager.kind == SIDE
             for table in wager.paytables for one in table.odds)  # fmt: skip
    return PUSHED in ties or PUSHES in lines


def main_result(game: Game, backs: int, own: int) -> int:
    """What two hands that count the same come to."""
    return int(game.tables.result[(backs * STANDINGS + own) * STANDINGS + own])


def pays_naturals(game: Game) -> bool:
    return any(result_pays(BLACKJACK, main.backs, game.rules) != 1 for main in game.mains)


def backs_dealer(game: Game) -> bool:
    return offer_of(game) is not None and any(main.backs == DEALER for main in game.mains)


MISTAKES = (
    Mistake("push-paid", "a push paid", another_verdict(PUSH, PAY), has_pushes),
    Mistake("win-taken", "a win taken", another_verdict(PAY, TAKE)),
    Mistake("win-pushed", "a win pushed", another_verdict(PAY, PUSH)),
    Mistake("loss-paid", "a loss paid", another_verdict(TAKE, PAY)),
    Mistake("loss-pushed", "a loss pushed", another_verdict(TAKE, PUSH)),
    Mistake("natural-even", "a blackjack paid even", natural_even, pays_naturals),
    Mistake("amount", "a chip too many or too few", one_chip_off),
    Mistake("tip", "a wrong tip", wrong_tip, has_tips),
    Mistake("envy", "envy forgotten, or too much of it", wrong_envy, has_envy),
    Mistake("skipped", "a seat skipped", seat_skipped),
    Mistake("order", "a wrong order", wrong_order),
    Mistake("offered", "insurance offered to a dealer-hand seat", offered_to_dealer_hand,
            backs_dealer),
    Mistake("early", "a bet taken too early", taken_early,
            lambda game: any(wager.stays for wager in game.wagers)),
    Mistake("late", "a bet left too long", left_too_long,
            lambda game: any(wager.settles for wager in game.wagers)),
    Mistake("drawn", "a card drawn that nothing needs", drawn_too_many),
    Mistake("stopped", "a card not drawn that was needed", stopped_short),
    Mistake("soft-17", "a soft 17 played wrong", soft_17),
    Mistake("burned", "a burn allowed after a split", burned_after_split,
            lambda game: any(wager.kind == FEE for wager in game.wagers)),
    Mistake("button", "the button moved on a push", button_moved, lambda game: game.rides),
)  # fmt: skip
BY_ID = {one.id: one for one in MISTAKES}


def mistakes_of(game: Game) -> tuple[Mistake, ...]:
    return tuple(one for one in MISTAKES if one.able(game))


def make_error(setting: Setting, number: int) -> Item:
    draw = setting.draw("error", number)
    kinds = mistakes_of(setting.game)
    wanted = draw.choice(kinds) if draw.random() >= CLEAN else None
    for attempt in range(TRIES):
        dealt = deal_table(setting, draw, MOST_SEATS)
        round = Round(dealt, setting.profile, shown_steps(dealt, setting.profile), draw)
        if wanted is None:
            return item_of(setting, number, round, None)
        others = list(kinds)
        draw.shuffle(others)
        for kind in (wanted, *others * (attempt == TRIES - 1)):
            if made := kind.make(round):
                return item_of(setting, number, round, (kind, *made))
    return item_of(setting, number, round, None)


def item_of(
    setting: Setting, number: int, round: Round, made: tuple[Mistake, list[Shown], int] | None
) -> Item:
    game = setting.game
    steps = list(round.steps) if made is None else made[1]
    question: Json = {
        "says": "Watch the dealer: stop at the step that is wrong, or call the round clean.",
        "spots": spots_json(setting, round.dealt),
        "events": [one.as_json(game) for one in steps],
        "order": setting.profile.words,
        "kinds": [{"kind": one.id, "says": one.says} for one in mistakes_of(game)],
    }
    question = with_meters(question, round.dealt)
    line = line_of(round.dealt)
    if made is None:
        return Item(number, "error", line, question, {"clean": True}, CLEAN_WORDS, ("error/clean",))
    kind, _, at = made
    answer: Json = {
        "clean": False,
        "step": at,
        "kind": kind.id,
        "says": f"Step {at + 1}: {kind.says}.",
        "also": also_called(kind.id, round, steps[at]) if at < len(steps) else [],
        "due": due_at(round, at, steps),
    }
    why = why_of(setting, round, kind, at, steps)
    return Item(number, "error", line, question, answer, why, (f"error/{kind.id}",))


def also_called(kind: str, round: Round, one: Shown) -> list[str]:
    """What else the mistake may rightly be called."""
    if kind == "soft-17":
        return ["drawn", "stopped"]
    if kind == "natural-even":
        return ["amount"]
    true = next((true for true in round.steps if true.step == one.step), one)
    natural = kind == "amount" and is_natural_pay(round, true) and one.cents == one.stake
    return ["natural-even"] if natural else []


def due_at(round: Round, at: int, steps: list[Shown]) -> str:
    """What the dealer should have done there, in words."""
    wrong = steps[at] if at < len(steps) else None
    if wrong is not None and wrong.settles:
        for one in round.steps:
            if one.settles and one.step == wrong.step and one != wrong:
                return one.says(round.game)
    if at < len(round.steps):
        true = round.steps[at]
        return true.says(round.game) if true.settles else true.step.event.says
    return ""


def why_of(setting: Setting, round: Round, kind: Mistake, at: int, steps: list[Shown]) -> str:
    """The rule of the step that was due, or of the thing that may not be done."""
    game = setting.game
    if kind.id in ("order", "skipped"):
        return f"Order of the house: {setting.profile.words}"
    named = {"drawn": "draw", "stopped": "draw", "soft-17": "draw", "burned": "burn",
             "button": "ride", "offered": "offer"}  # fmt: skip
    if kind.id in named:
        return why_step(game, named[kind.id])
    true = round.steps[at]
    if true.step.name in MONEY:
        row = next(one for one in rows_of(round.dealt, setting.profile) if one.at == true.step.at)
        return why_row(game, row, table_of(round.dealt, row))
    return why_step(game, true.step.name, true.wager)


def grade_error(item: Item, answer: Json) -> Grade:
    """Clean or not; then the step, and what is wrong with it. A false alarm is a miss."""
    if not isinstance(answer, dict) or not isinstance(answer.get("clean"), bool):
        raise no_answer("error", "it does not say whether the round is clean", RIGHT)
    skill = item.skills[0]
    step, kind = (0, "") if answer["clean"] else named_in(item, answer)
    if answer["clean"] or item.answer["clean"]:
        right = answer["clean"] == item.answer["clean"]
        says = item.answer.get("says", f"A false alarm: {CLEAN_WORDS.lower()}")
        return Grade((Part(skill, right, says="" if right else says, why=item.why),))
    called = kind == item.answer["kind"] or kind in item.answer["also"]
    right = step == item.answer["step"] and called
    says = "" if right else item.answer["says"]
    return Grade((Part(skill, right, says=says, why="" if right else item.why),))


def named_in(item: Item, answer: Json) -> tuple[int, str]:
    """The step and the mistake that whoever stops a round names, a clean one too."""
    step = whole_in(answer, "step", "error", RIGHT, -1)
    kind = text_in(answer, "kind", "error", RIGHT)
    if kind not in BY_ID:
        raise no_answer("error", f"kind is {kind!r}", ", ".join(BY_ID))
    if not 0 <= step < len(item.question["events"]):
        raise no_answer("error", f"step is {step}", f"0 to {len(item.question['events']) - 1}")
    return step, kind


ERROR = Drill("error", "Catch the error", "Stop the round and name it", make_error, grade_error)
