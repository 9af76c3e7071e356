"""The games on offer, as a browser needs them: options, wagers, pay tables, and their edges."""

from __future__ import annotations

from holecard.dealing.rules import json_value
from holecard.dealing.settle import BLACKJACK, DEALER, result_pays
from holecard.games import CATALOGUE, find_game
from holecard.money import ratio_text
from holecard.server.wire.answers import (
    GameEdges,
    GameInfo,
    OptionInfo,
    PayLine,
    PayTableInfo,
    WagerEdge,
    WagerInfo,
)
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import MAIN, Wager


def read_game(name: str, rules: str = "") -> Game:
    game = find_game(name)
    return game.read(rules) if rules.strip() else game


def all_games() -> list[GameInfo]:
    return [game_info(game) for game in CATALOGUE.values()]


def game_info(game: Game) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        pitch=game.pitch,
        facts=list(game.facts),
        rules_line=game.line,
        rulings=list(game.rulings),
        options=[
            OptionInfo(
                key=key,
                says=option.says,
                value=json_value(game.rules[key]),
                allowed=[json_value(value) for value in option.allowed],
            )
            for key, option in game.options.items()
        ],
        wagers=[wager_info(game, wager) for wager in game.wagers],
    )


def wager_info(game: Game, wager: Wager) -> WagerInfo:
    return WagerInfo(
        id=wager.id,
        name=wager.name,
        says=wager.says,
        kind=wager.kind,  # type: ignore[arg-type]
        backs="dealer" if wager.backs == DEALER else "own",
        least=wager.least,
        most=wager.most,
        with_main=list(wager.with_main),
        payee=wager.payee,  # type: ignore[arg-type]
        share=f"{wager.share.numerator}/{wager.share.denominator}",
        table_of=wager.table_of,
        stays=wager.stays,
        natural_pays=natural_pays(game, wager),
        paytables=[table_info(table) for table in wager.paytables],
    )


def natural_pays(game: Game, wager: Wager) -> str:
    """What a blackjack pays a main wager whatever the house rules say; empty if they decide."""
    option = game.options.get("blackjack_pays")
    if wager.kind != MAIN or option is None:
        return ""
    ruled = [game.but(blackjack_pays=pays).rules for pays in option.allowed]
    found = {result_pays(BLACKJACK, wager.backs, rules) for rules in ruled}
    return ratio_text(found.pop()) if len(found) == 1 else ""


def table_info(table: PayTable) -> PayTableInfo:
    return PayTableInfo(
        name=table.name,
        pays=[
            PayLine(outcome=name, pays=ratio_text(table.pays(name)), tip=table.tip(name))
            for name in table.odds
        ],
    )


EDGES_WORKER, EDGES_SECONDS = "edges", 120.0


def edges_work(name: str, rules_line: str) -> str:
    """At the bench, which keeps what it found: seconds the first time for a rule set."""
    return edges(name, rules_line).model_dump_json()


def edges(name: str, rules_line: str) -> GameEdges:
    """House edges by the solver."""
    from holecard.odds.pricing.pricer import game_odds

    game = read_game(name, rules_line)
    found = game_odds(game)
    return GameEdges(
        game=game.id,
        rules_line=game.line,
        wagers=[
            WagerEdge(
                id=one.id,
                paytable=one.paytable,
                house_edge=float(one.house_edge),
                hit_frequency=float(one.hit_frequency),
                method=one.method,
            )
            for one in found.wagers
        ],
    )
