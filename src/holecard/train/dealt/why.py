"""Why an answer is right: the ruling, or the sentence of the rules in words, that decides it."""

from __future__ import annotations

from holecard.money import money_text
from holecard.report.rulings import dealt_words, rulings_of
from holecard.report.sections.wager_words import STAYS, envy_words
from holecard.report.sections.words import (
    dealer_step,
    fee_step,
    insurance_step,
    natural_step,
    peek_step,
    riding_step,
    seat_step,
    settle_step,
    split_step,
)
from holecard.text.own_rules import early_words, raise_words
from holecard.text.words import definition, line_pays, outcome_words, sentence
from holecard.train.dealt.settled_rows import Row
from holecard.train.dealt.steps import ASK_EARLY, ASK_RAISE, NEXT_CARD
from holecard.wagers.game import Game
from holecard.wagers.looks import LOOKS, NEXT_LOOKS
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, Wager

# What a step is decided by, in the headings of the rack card.
STEP_WORDS = {
    "offer": ("Ace up", insurance_step),
    "peek": ("Look", peek_step),
    "turn": ("Dealer", dealer_step),
    "draw": ("Dealer", dealer_step),
    "ask": ("Seats", seat_step),
    ASK_RAISE: ("Up card", raise_words),
    ASK_EARLY: ("Before the look", early_words),
    "card": ("Seats", seat_step),
    "fill": ("Seats", split_step),
    "split": ("Seats", split_step),
}


DECIDED: dict[tuple[str, str, tuple[str, ...]], dict[str, str]] = {}


def decided(game: Game) -> dict[str, str]:
    """The rulings in force by the cases that they decide, a game's own before those of all."""
    key = game.id, game.line, game.rulings
    if key not in DECIDED:
        found: dict[str, str] = {}
        for ruling in rulings_of(game):
            words = f"{ruling.id} {ruling.title}: {dealt_words(game, ruling)}"
            for case in ruling.decides:
                found.setdefault(case, words)
        DECIDED[key] = found
    return DECIDED[key]


def ruling_for(game: Game, *cases: str) -> str:
    """The ruling that names one of these cases as decided by it, with its words; or nothing."""
    known = decided(game)
    return next((known[case] for case in cases if case in known), "")


def cases_of(row: Row) -> tuple[str, ...]:
    """How rulings name what happened to a wager, the closest first."""
    early = (f"{row.verdict}:{row.wager}:early",) if row.early else ()
    return (*early, f"{row.wager}:{row.outcome}", f"{row.verdict}:{row.wager}")


def why_row(game: Game, row: Row, table: PayTable | None = None) -> str:
    """Why a wager is taken, paid, pushed or left."""
    said = ruling_for(game, *cases_of(row))
    words = outcome_sentence(game, row, table)
    return " ".join(one for one in (said, words) if one)


def outcome_sentence(game: Game, row: Row, table: PayTable | None) -> str:
    wager = game.wager(row.wager)
    if wager.kind == FEE:
        return fee_step(wager, game)
    if wager.kind == MAIN:
        heading, step = ("Blackjack", natural_step) if row.early else ("Settle", settle_step)
        if row.early and (row.outcome == "win" or is_own(game, row.outcome)):
            heading, step = "Settle", settle_step
        if row.outcome == "lose" and row.early and row.verdict == "take":
            heading, step = "Seats", seat_step
        if row.outcome == "surrender":
            heading, step = "Seats", seat_step
        return f"{heading}: {step(game)}"
    pays = line_pays(wager, table or wager.table(), row.outcome)
    what = "" if row.outcome == "lose" else f"{outcome_words(wager, row.outcome)}, "
    said = [f"{sentence(wager.name)}: {what}{pays}.", *meter_words(wager, row)]
    said.append(definition(wager, row.outcome))
    said += wager.terms if row.early or wager.deals_next else ()
    return " ".join([*said, *envied_words(wager, row)])


def meter_words(wager: Wager, row: Row) -> list[str]:
    """How much of the meter that is, and what of it is the stake."""
    if wager.meter is None or row.meter is None or row.outcome not in wager.meter.pays:
        return []
    won = money_text(wager.meter.wins(row.outcome, row.meter))
    back = f", the stake of {money_text(row.stake)} in it" if wager.meter.keeps_stake else ""
    return [f"Of {money_text(row.meter)} on it that is {won}{back}."]


def envied_words(wager: Wager, row: Row) -> list[str]:
    """What it is paid besides, seat by seat, and for what."""
    seats = ", ".join(f"{money_text(cents)} for seat {seat}" for seat, cents in row.envied)
    return [f"Envy: {seats}."] * bool(seats) + envy_words(wager)


def is_own(game: Game, outcome: str) -> bool:
    """Whether it is a result of the game's own."""
    return any(result.name == outcome for result in game.answers.results)


def why_step(game: Game, name: str, wager: str = "") -> str:
    """Why a step that moves no money comes now."""
    said = ruling_for(game, f"{name}:{wager}" if wager else name)
    if wager and name in STAYS_OF:
        words = f"{game.wager(wager).name}: {STAYS[STAYS_OF[name]]}"
    elif name in ("ask-burn", "burn", "replace"):
        fee = next(one for one in game.wagers if one.kind == FEE)
        words = fee_step(fee, game)
    elif name == "house-draw":
        words = house_words(game)
    elif name == NEXT_CARD:
        words = " ".join(next_words(one) for one in game.wagers if one.deals_next)
    elif name == "ride":
        words = f"Bets that stay: {riding_step(game)}"
    else:
        heading, step = STEP_WORDS.get(name, ("Settle", settle_step))
        words = f"{heading}: {step(game)}"
    return " ".join(one for one in (said, words) if one)


def next_words(wager: Wager) -> str:
    """Why a card is dealt that is of no hand: the wager's own terms, or that it looks at one."""
    terms = " ".join(wager.terms) or f"{sentence(the_card(wager))}."
    return f"{sentence(wager.name)}: {terms}"


def the_card(wager: Wager) -> str:
    """What the wager looks at, as the list of what a round records has it."""
    return next(look_words(name) for name in wager.looks if name in NEXT_LOOKS)


def look_words(name: str) -> str:
    return LOOKS[name].says.partition(":")[0]


STAYS_OF = {"tuck": "tuck", "leave": "leave"}


def house_words(game: Game) -> str:
    from holecard.report.sections.words import play_steps

    found = [step for step in play_steps(game) if "the house draws" in step]
    return f"Dealer's hand backed: {found[0]}" if found else ""
