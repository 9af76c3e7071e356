"""Refuses a definition that cannot be meant, when it is written: what was wrong, in which wager,
and what would be right. A bet that is let through and priced is a claim (odds, a sheet, a felt), so
nothing is guessed: a name that is there twice, odds that are no fraction, limits nobody meets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from holecard.dealing.answers import HOUSE_ANSWERS
from holecard.dealing.felt import STAGE_NAMES
from holecard.errors import BadDefinition, UnknownName

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


def check_tuple(owner: str, field: str, found: Any, of: type, example: str) -> None:
    """A tuple of such things, and not one of them or a list: a definition does not change."""
    if not isinstance(found, tuple) or not all(isinstance(one, of) for one in found):
        raise BadDefinition(f"{owner}: {field} is a tuple such as {example}, not {found!r}")


def check_twice(owner: str, field: str, names: Sequence[str]) -> None:
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise BadDefinition(f"{owner} has two {field} of one name: {', '.join(twice)}")


def check_among(owner: str, field: str, found: Any, known: Iterable[str]) -> None:
    if found not in known:
        right = ", ".join(repr(one) for one in known)
        raise BadDefinition(f"{owner}: {field} is {found!r}, and can be {right}")


def check_function(owner: str, field: str, found: Any) -> None:
    if not callable(found):
        raise BadDefinition(
            f"{owner}: {field} is a function of what it looks at, not {found!r}; "
            "`always` and `never` are two"
        )


def check_limits(owner: str, least: Any, most: Any) -> None:
    for field, cents in (("least", least), ("most", most)):
        if not is_whole(cents) or cents < 1:
            raise BadDefinition(f"{owner}: {field} is a number of cents from 1, not {cents!r}")
    if least > most:
        raise BadDefinition(f"{owner} takes at least {least} cents and at most {most}: nobody can")


def check_stages(owner: str, settles: Any) -> None:
    if not isinstance(settles, Mapping):
        raise BadDefinition(f"{owner}: settles is a mapping such as {{DEALT: function}}")
    stages = dict(enumerate(STAGE_NAMES[:-1]))
    for stage, settled in settles.items():
        if stage not in stages:
            right = ", ".join(f"{name.upper()} ({at})" for at, name in stages.items())
            raise BadDefinition(f"{owner} cannot be settled at {stage!r}: stages are {right}")
        check_function(owner, f"what settles it when {stages[stage]}", settled)


def check_odds(where: str, odds: Any, tips: Any) -> None:
    """Odds are exact: a whole number or a fraction; and what loses, loses."""
    if not isinstance(odds, Mapping) or not isinstance(tips, Mapping):
        raise BadDefinition(f"{where}: odds are a mapping such as {{'pair': 11}}, not {odds!r}")
    for outcome, pays in odds.items():
        if isinstance(pays, bool) or not isinstance(pays, int | Fraction):
            raise BadDefinition(
                f"{where}: {outcome} pays {pays!r}, which is no exact number: 5 to 1 is 5, "
                "5 to 2 is Fraction(5, 2)"
            )
        if outcome == "lose" and pays != -1:
            raise BadDefinition(
                f"{where}: lose pays {pays}: an outcome of that name loses the wager; "
                "one that is given back needs another name, such as 'push'"
            )
    for outcome, cents in tips.items():
        if not is_whole(cents) or cents < 0:
            raise BadDefinition(f"{where}: the tip on {outcome} is {cents!r}: whole cents from 0")


def is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def made_wagers(game: Game, make: Callable[..., Any]) -> tuple[Wager, ...]:
    """What `make_wagers` gives, if it gives wagers."""
    from holecard.wagers.wager import Wager

    try:
        wagers = make(game.rules)
    except BadDefinition:
        raise
    except Exception as wrong:
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
        others = [one.id for one in wagers]
        if wager.table_of and wager.table_of not in others:
            raise BadDefinition(
                f"table_of of {wager.id}: {UnknownName(f'{game.id} wager', wager.table_of, others)}"
            )
    if game.rules.insurance and not any(wager.kind == OFFER for wager in wagers):
        raise BadDefinition(
            f"{game.id} offers insurance and has no wager for it: add `*insurance(rules)` to its "
            "wagers, or state insurance=False"
        )
