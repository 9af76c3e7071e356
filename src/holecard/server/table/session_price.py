"""What a player's rounds should have come to by the house edges, and so how much was luck.

The price of a wager is its stake times its house edge, as the felt shows it: exact, under best play
for the main wager where play matters. What worse choices cost is therefore counted as luck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from holecard.money import money_text
from holecard.server.table.history import round_listed
from holecard.server.table.played import Decided, Mine
from holecard.server.table.returns import Played
from holecard.server.wire.game_answers import GameEdges, WagerEdge
from holecard.server.wire.games import read_game
from holecard.server.wire.session_answers import (
    RoundPlayed,
    RoundTold,
    RuleSet,
    SessionPlayed,
    WagerNet,
    WagerPlayed,
)
from holecard.text.words import short_name, with_payment
from holecard.wagers.wager import MAIN

LISTED = 30
Figures = Mapping[tuple[str, str], GameEdges]  # by game and rules line


def session_played(mine: Sequence[Mine], cut: bool, figures: Figures) -> SessionPlayed:
    rounds = [round_played(one, figures) for one in mine]
    net = sum(one.net for one in rounds)
    expected = summed(one.expected for one in rounds)
    return SessionPlayed(
        says=says(net, expected, len(rounds)),
        net=net,
        expected=expected,
        deviation=hypot(*(one.spread for one in rounds)),
        rounds=rounds,
        wagers=wagers_played([line for one in mine for line in one.decided], figures),
        listed=[round_told(one) for one in reversed(mine[-LISTED:])],
        unpriced=unpriced(mine, figures),
        cut=cut,
    )


def summed(parts: Iterable[float | None]) -> float | None:
    """Nothing, if anything is missing."""
    found = list(parts)
    return None if None in found else sum(one for one in found if one is not None)


def edge_of(figures: Figures, played: Played) -> WagerEdge | None:
    """The figure of a wager as it was played: one that no choice changes, or that of play for the
    main wager with the payment that was made. Even money has no spot and no stake of its own. None
    where no figure is that of every bet."""
    if not read_game(played.game, played.rules).wager(played.wager).has_one_price:
        return None
    known = figures.get((played.game, played.rules))
    return next(
        (
            one
            for one in (known.wagers if known else ())
            if one.wager == played.wager
            and (one.id == one.wager or one.beside)
            and (not played.paytable or one.paytable == played.paytable)
            and (one.play == "" or (one.play == "main" and one.beside == played.beside))
        ),
        None,
    )


def price(figures: Figures, line: Decided) -> float | None:
    """What a wager should have come to. What is given away is a price whatever the cards; of a
    token nothing is left to be lucky with."""
    if line.given == line.stake:
        return -line.stake
    edge = edge_of(figures, line.played)
    return None if edge is None else -line.stake * edge.house_edge - line.given


def round_played(one: Mine, figures: Figures) -> RoundPlayed:
    return RoundPlayed(
        table=one.table,
        number=one.settled.round,
        game=one.game.id,
        at=one.at,
        net=one.net,
        expected=summed(price(figures, line) for line in one.decided),
        spread=sum(spread(figures, line) for line in one.decided),
    )


def spread(figures: Figures, line: Decided) -> float:
    """One standard deviation of the wager. Wagers of one round hang together, nobody has counted
    how: added up, theirs are never less than that of their sum."""
    edge = edge_of(figures, line.played)
    return 0.0 if edge is None or line.given == line.stake else line.stake * edge.std_dev


def unpriced(mine: Sequence[Mine], figures: Figures) -> list[RuleSet]:
    asked = {(one.game.id, one.game.line) for one in mine if one.decided}
    return [RuleSet(game=game, rules_line=line) for game, line in sorted(asked - figures.keys())]


def wagers_played(lines: Sequence[Decided], figures: Figures) -> list[WagerPlayed]:
    """A row for each wager as it was played, in the order of games and of their spots."""
    groups: dict[Played, list[Decided]] = defaultdict(list)
    for line in lines:
        groups[line.played].append(line)
    return [wager_played(key, groups[key], figures) for key in sorted(groups, key=place_of)]


def place_of(played: Played) -> tuple[str, str, int, str, str]:
    spots = [wager.id for wager in read_game(played.game, played.rules).wagers]
    at = spots.index(played.wager)
    return played.game, played.rules, at, played.paytable, played.beside


def wager_played(played: Played, lines: Sequence[Decided], figures: Figures) -> WagerPlayed:
    game = read_game(played.game, played.rules)
    wager, edge = game.wager(played.wager), edge_of(figures, played)
    fee = game.wager(played.beside) if played.beside and wager.kind == MAIN else None
    return WagerPlayed(
        game=game.id,
        game_name=short_name(game),
        rules_line=game.line,
        wager=wager.id,
        name=with_payment(wager, fee) if fee else wager.name,
        paytable=played.paytable if len(wager.paytables) > 1 else "",
        bets=len(lines),
        staked=sum(line.stake for line in lines),
        result=sum(line.result for line in lines),
        edge=None if edge is None else edge.house_edge,
        condition="" if edge is None else edge.condition,
        method="" if edge is None else edge.method,
        given=sum(line.given for line in lines),
        expected=summed(price(figures, line) for line in lines),
    )


def round_told(one: Mine) -> RoundTold:
    return RoundTold(
        table=one.table,
        game_name=short_name(one.game),
        seats=list(one.seats),
        wagers=[
            WagerNet(name=one.game.wager(line.played.wager).name, net=line.result)
            for line in one.decided
        ],
        round=round_listed(one.at, one.settled),
    )


def says(net: int, expected: float | None, rounds: int) -> list[str]:
    """`You are $45 down:` and `$12 was the price, $33 was bad luck and your own choices.` The two
    amounts make up the result to the cent. The price is that of best play, so what the choices
    gave away is in the rest; only a rest that is won is luck, whatever the choices were."""
    if not rounds:
        return ["Play a few rounds: your chart starts here."]
    gone = "down" if net < 0 else "up"
    stand = f"You are {money_text(abs(net))} {gone}" if net else "You are even"
    if expected is None:
        return [f"{stand}."]
    fair = round(expected)
    luck = net - fair
    due = "was the price" if fair <= 0 else "was due to you"
    whose = "good luck" if luck > 0 else "bad luck and your own choices"
    lucky = f"{money_text(abs(luck))} was {whose}" if luck else "no luck"
    return [f"{stand}:", f"{money_text(abs(fair))} {due}, {lucky}."]
