"""The games on offer, as a browser needs them: options, wagers, pay tables, and their edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holecard.dealing.actions import ACTION_NAMES, DECLINE, EVEN_MONEY, INSURE, KEEP, SWITCH
from holecard.dealing.rules import json_value
from holecard.dealing.settle import BLACKJACK, DEALER, result_pays
from holecard.games import find_game, gallery_games, known_games
from holecard.lab.setup import entry_id, odds_text
from holecard.money import money_text, ratio_text
from holecard.play.view import actions_of, key_of
from holecard.server.wire.game_answers import (
    ActionInfo,
    ClockOffer,
    GameEdges,
    GameInfo,
    OptionInfo,
    OwnRuleInfo,
    PayLine,
    PayTableInfo,
    WagerEdge,
    WagerInfo,
)
from holecard.server.wire.requests import (
    BETTING_SECONDS,
    DECISION_SECONDS,
    LEAST_SECONDS,
    MOST_SECONDS,
)
from holecard.text.own_rules import own_rules
from holecard.text.words import (
    line_pays,
    name_words,
    outcome_words,
    payment_made,
    short_name,
    spot_pays,
    wager_pays,
    with_payment,
)
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

if TYPE_CHECKING:
    from holecard.odds.result import WagerOdds

ANSWERS = (
    KEEP,
    INSURE,
    DECLINE,
    EVEN_MONEY,
    SWITCH,
)  # to an offer: no button of theirs waits on a turn


def read_game(name: str, rules: str = "") -> Game:
    game = find_game(name)
    return game.read(rules) if rules.strip() else game


def all_games() -> list[GameInfo]:
    return [game_info(game) for game in known_games()]


CLOCK = ClockOffer(
    least=LEAST_SECONDS,
    most=MOST_SECONDS,
    decision=DECISION_SECONDS,
    betting=BETTING_SECONDS,
)


def game_info(game: Game) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        short=short_name(game),
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
        actions=[action_info(action) for action in actions_of(game)],
        own_rules=[OwnRuleInfo(question=one.question, says=one.says) for one in own_rules(game)],
        gallery=game.id in gallery_games(),
        clock=CLOCK,
    )


def action_info(action: int) -> ActionInfo:
    name = ACTION_NAMES[action]
    return ActionInfo(id=name, says=name_words(name), key=key_of(name), usual=action not in ANSWERS)


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
        beside=beside(game, wager),
        payee=wager.payee,  # type: ignore[arg-type]
        share=f"{wager.share.numerator}/{wager.share.denominator}",
        table_of=wager.table_of,
        stays=wager.stays,
        late=wager.after_up,
        natural_pays=natural_pays(game, wager),
        spot=list(spot_pays(game, wager)),
        paytables=[table_info(wager, table) for table in wager.paytables],
    )


def beside(game: Game, wager: Wager) -> str:
    """What is written under the circle of a bet that the seat's main wager does not allow; a low
    screen has room for two words."""
    mains = " or ".join(game.wager(name).name.removesuffix(" hand") for name in wager.with_main)
    return f"with {mains}" if mains else ""


def natural_pays(game: Game, wager: Wager) -> str:
    """What a blackjack pays a main wager whatever the house rules say; empty if they decide."""
    option = game.options.get("blackjack_pays")
    if wager.kind != MAIN or option is None:
        return ""
    ruled = [game.but(blackjack_pays=pays).rules for pays in option.allowed]
    found = {result_pays(BLACKJACK, wager.backs, rules) for rules in ruled}
    return ratio_text(found.pop()) if len(found) == 1 else ""


def table_info(wager: Wager, table: PayTable) -> PayTableInfo:
    return PayTableInfo(
        name=table.name,
        says=wager_pays(wager, table),
        ours=table.ours,
        pays=[pay_line(wager, table, outcome) for outcome in table.odds],
    )


def pay_line(wager: Wager, table: PayTable, outcome: str) -> PayLine:
    pays = table.pays(outcome)
    return PayLine(
        outcome=outcome,
        says=outcome_words(wager, outcome),
        pays=ratio_text(pays),
        pays_says=line_pays(wager, table, outcome),
        odds=odds_text(pays),
        tip=table.tip(outcome),
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
    fees = {entry_id(game, wager): wager for wager in game.wagers if wager.kind == FEE}
    return GameEdges(
        game=game.id,
        rules_line=game.line,
        wagers=[edge_of(game, one, fees.get(one.id)) for one in found.wagers],
    )


def offered_with(game: Game) -> str:
    """The wager that even money goes with (R11): it has no spot of its own."""
    return next(wager.id for wager in game.wagers if wager.kind == OFFER)


def condition_words(game: Game, odds: WagerOdds) -> str:
    """What a figure takes for granted, in words; empty for nothing."""
    words = []
    if odds.play == "main":
        words.append("played for the main wager")
    elif odds.play == "wager":
        wager = game.wager(odds.id)
        words.append(f"played for {'the streak' if wager.kind == RIDING else wager.name} alone")
    if odds.id in game.wagers_by_id:
        words += taken_words(game.wager(odds.id), odds.paytable)
    fees = {wager.id: wager for wager in game.wagers if wager.kind == FEE}
    if fees and odds.play:
        words.append(payment_made(fees[odds.beside]) if odds.beside else "no payment made")
    return ", ".join(words)


def taken_words(wager: Wager, paytable: str) -> list[str]:
    """What a figure takes for granted of a wager whose price is not that of every bet on it."""
    words = [f"{money_text(wager.meter.seed)} on the meter"] if wager.meter else []
    words += ["no other seat"] * bool(wager.envy)
    tables = [one for one in wager.paytables if one.name == paytable and one.prizes]
    return words + [f"bets of {money_text(one.least)}" for one in tables]


def edge_of(game: Game, odds: WagerOdds, fee: Wager | None) -> WagerEdge:
    """`fee` for the main wager with that payment made."""
    main = game.mains[0]
    played = {"main": main.id, "wager": odds.id}.get(odds.play, "")
    return WagerEdge(
        id=odds.id,
        name=with_payment(main, fee) if fee else odds.name,
        wager=main.id if fee else odds.id if odds.id in game.wagers_by_id else offered_with(game),
        beside=odds.beside,
        play=odds.play,  # type: ignore[arg-type]
        played=played,
        condition=condition_words(game, odds),
        main_edge=None if odds.main_ev is None else -odds.main_ev,
        paytable=odds.paytable,
        house_edge=float(odds.house_edge),
        hit_frequency=float(odds.hit_frequency),
        std_dev=float(odds.std_dev),
        method=odds.method,
    )
