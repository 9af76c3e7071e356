"""Refuses a definition that cannot be meant, when it is written: what was wrong, in which wager,
and what would be right. A bet that is let through and priced is a claim (odds, a sheet, a felt), so
nothing is guessed: a name that is there twice, odds that are no fraction, limits nobody meets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from holecard.dealing.answers import HOUSE_ANSWERS
from holecard.dealing.felt import STAGE_NAMES
from holecard.errors import BadDefinition, UnknownName
from holecard.fields import (
    RAISED,
    check_flag,
    check_mapping,
    check_said,
    check_text,
    check_tuple,
    check_twice,
    check_whole,
    is_exact,
    is_whole,
)
from holecard.money import LARGEST, money_text

if TYPE_CHECKING:
    from holecard.wagers.game import Game
    from holecard.wagers.wager import Wager

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_id(kind: str, name: Any) -> None:
    if not isinstance(name, str) or not ID.fullmatch(name):
        raise BadDefinition(
            f"{name!r} is no id of a {kind}: small letters, digits and hyphens between them, "
            "such as 'any-pair'"
        )


def check_looker(owner: str, field: str, found: Any) -> None:
    if not callable(found):
        raise BadDefinition(
            f"{owner}: {field} is a function of what it looks at, not {found!r}; "
            "`always` and `never` are two"
        )


def check_words(owner: str, field: str, found: Any, example: str) -> None:
    """Sentences by outcome."""
    check_mapping(owner, field, found, example)
    for outcome, says in found.items():
        check_text(owner, f"{field} of {outcome!r}", says)


def check_outcomes(owner: str, outcomes: Any, rides: bool) -> None:
    """Names that are told apart, and no name that looks like what it is not: "Lose" loses nothing,
    and "ride" of a bet that is settled in every round rides at no table that knows it."""
    check_tuple(owner, "outcomes", outcomes, str, "('lose', 'pair')")
    if not outcomes:
        raise BadDefinition(f"{owner}: outcomes are none: a bet comes to something, such as 'lose'")
    check_twice(owner, "outcomes", outcomes)
    for name in outcomes:
        check_text(owner, "an outcome", name)
        for meant in ("lose", "ride"):
            if name != meant and name.lower() == meant:
                raise BadDefinition(f"{owner}: outcome {name!r} is not {meant!r}: small letters")
    if "ride" in outcomes and not rides:
        raise BadDefinition(
            f"{owner}: an outcome called 'ride' leaves a bet on the felt, and kind is not "
            "'riding': one that is given back is a 'push'"
        )


def check_table(where: str, table: Any) -> None:
    """The fields of a pay table, but for its odds."""
    check_text(where, "its name", table.name)
    check_flag(where, "ours", table.ours)
    check_whole(where, "stake", table.stake, 0)
    check_said(where, "sized", table.sized)
    check_whole(where, "least", table.least, 0)
    check_mapping(where, "prizes", table.prizes, "{'pair': 1_000}")


def check_prizes(where: str, stake: Any, prizes: Any) -> None:
    """Flat prizes, and the bet they are for: whole cents."""
    check_whole(where, "the bet its prizes are for, in cents,", stake, 1)
    check_mapping(where, "prizes", prizes, "{'pair': 1_000}")
    for outcome, cents in prizes.items():
        check_whole(where, f"the prize of {outcome!r} in cents", cents, 0)


def check_limits(owner: str, least: Any, most: Any) -> None:
    for field, cents in (("least", least), ("most", most)):
        if not is_whole(cents) or cents < 1:
            raise BadDefinition(f"{owner}: {field} is a number of cents from 1, not {cents!r}")
        if cents > LARGEST:
            raise BadDefinition(f"{owner}: {field} is {cents} cents: {money_text(LARGEST)} at most")
    if least > most:
        raise BadDefinition(f"{owner} takes at least {least} cents and at most {most}: nobody can")


def check_stages(owner: str, settles: Any) -> None:
    if not isinstance(settles, Mapping):
        raise BadDefinition(f"{owner}: settles is a mapping such as {{DEALT: function}}")
    stages = dict(enumerate(STAGE_NAMES[:-1]))
    for stage, settled in settles.items():
        if not is_whole(stage) or stage not in stages:
            right = ", ".join(f"{name.upper()} ({at})" for at, name in stages.items())
            raise BadDefinition(f"{owner} cannot be settled at {stage!r}: stages are {right}")
        check_looker(owner, f"what settles it when {stages[stage]}", settled)


def check_odds(where: str, odds: Any, tips: Any) -> None:
    """Odds are exact: a whole number or a fraction; and what loses, loses."""
    for field, found, example in (("odds", odds, "{'pair': 11}"), ("tips", tips, "{'pair': 100}")):
        check_mapping(where, field, found, example)
    for outcome, pays in odds.items():
        if not is_exact(pays):
            raise BadDefinition(
                f"{where}: {outcome} pays {pays!r}, which is no exact number: 5 to 1 is 5, "
                "5 to 2 is Fraction(5, 2)"
            )
        if pays > LARGEST:
            raise BadDefinition(
                f"{where}: {outcome} pays {float(min(pays, 10**300)):g}: {LARGEST:,} at most"
            )
        if outcome == "lose" and pays != -1:
            raise BadDefinition(
                f"{where}: lose pays {pays}: an outcome of that name loses the wager; "
                "one that is given back needs another name, such as 'push'"
            )
    for outcome, cents in tips.items():
        if not is_whole(cents) or not 0 <= cents <= LARGEST:
            raise BadDefinition(f"{where}: the tip on {outcome} is {cents!r}: whole cents from 0")
        if outcome == "lose" and cents:
            raise BadDefinition(f"{where}: a tip on lose: a tip comes out of what a bet wins")


def made_wagers(game: Game, make: Callable[..., Any]) -> tuple[Wager, ...]:
    """What `make_wagers` gives, if it gives wagers."""
    from holecard.wagers.wager import Wager

    try:
        wagers = make(game.rules)
    except BadDefinition:
        raise
    except RAISED as wrong:
        raise BadDefinition(
            f"{game.id}: make_wagers cannot make the wagers of [{game.line}]: "
            f"{type(wrong).__name__}: {wrong}; it is a function of the rules"
        ) from wrong
    check_tuple(game.id, "what make_wagers gives", wagers, Wager, "(own_hand(), Wager(...))")
    return tuple(wagers)


def check_wagers(game: Game, wagers: tuple[Wager, ...]) -> None:
    """Whether they can stand on one felt."""
    from holecard.wagers.wager import FEE, MAIN, OFFER

    check_twice(game.id, "wagers", [wager.id for wager in wagers])
    mains = [wager.id for wager in wagers if wager.kind == MAIN]
    if not mains:
        raise BadDefinition(f"{game.id} has no main wager: `own_hand()` is the usual one")
    for wager in wagers:
        for name in wager.with_main:
            if name not in mains:
                raise BadDefinition(
                    f"with_main of {wager.id}: {UnknownName(f'{game.id} main wager', name, mains)}"
                )
        if "net" in wager.looks and game.answers != HOUSE_ANSWERS:
            raise BadDefinition(
                f"{wager.id} looks at net, and {game.id} has answers of its own: what its hands "
                "are paid is not in a round's record"
            )
        if wager.deals_next and any(one.kind == FEE for one in wagers):
            raise BadDefinition(
                f"{wager.id} looks at the next card, which {game.id} may burn: it is not known "
                "which card would count"
            )
        others = [one.id for one in wagers if one.paytables]
        if wager.table_of and wager.table_of not in others:
            raise BadDefinition(
                f"table_of of {wager.id}: {UnknownName(f'{game.id} wager', wager.table_of, others)}"
            )
    offers = [wager.id for wager in wagers if wager.kind == OFFER]
    if len(offers) > 1:
        raise BadDefinition(
            f"{game.id} has two wagers of kind={OFFER!r}, {' and '.join(offers)}: a dealer offers "
            "insurance, and nothing besides"
        )
    check_entries(game, wagers)
    if game.rules.insurance and not offers:
        raise BadDefinition(
            f"{game.id} offers insurance and has no wager for it: add `*insurance(rules)` to its "
            "wagers, or state insurance=False"
        )


def check_tables(game: Game) -> None:
    """Ask every question of the round once, and for the words of the answers."""
    _ = game.tables
    if game.answers.says is not None:
        words = game.answers.asked("says", game.rules)
        check_said(game.id, "what answers.says gives", words)


def check_entries(game: Game, wagers: tuple[Wager, ...]) -> None:
    """Names that figures go by beside those of wagers: even money, a payment made."""
    from holecard.wagers.offers import EVEN_MONEY_ID
    from holecard.wagers.wager import FEE, MAIN, paid_entry

    mains = [wager for wager in wagers if wager.kind == MAIN]
    fees = [wager for wager in wagers if wager.kind == FEE]
    entries = [EVEN_MONEY_ID, *(paid_entry(main, fee) for main in mains for fee in fees)]
    taken = [wager.id for wager in wagers if wager.id in entries]
    if taken:
        raise BadDefinition(
            f"{game.id}: {taken[0]} is what other figures go by: give it another id"
        )
