"""The odds of a game: each wager by the method that is exact for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from holecard import __version__
from holecard.dealing.settle import DEALER
from holecard.errors import BadDefinition
from holecard.hand import is_soft, total
from holecard.odds.composition import Composition, full_decks
from holecard.odds.counted.by_looks import free_chances, main_dealer_chances
from holecard.odds.pricing.failing_round import with_offence
from holecard.odds.pricing.own_hand_bets import Shared, looks_at_own_hand, own_hand_chances
from holecard.odds.pricing.streaks import streak_chances
from holecard.odds.result import EXACT, Chances, GameOdds, Outcome, WagerOdds, priced
from holecard.odds.solve.best_play import DOUBLE, HIT, Play, play_game
from holecard.odds.solve.burn import play_burnout
from holecard.odds.solve.round_results import RoundOdds, round_odds
from holecard.odds.solve.sights import Spec
from holecard.odds.solve.splits import CONVENTIONS
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, SIDE, Wager

CONVENTION = "cdp1"
UNDER_BEST = "exact under best play for the main wager"
UNDER_OWN = "exact under best play for this wager alone"
CHAIN = "exact chain of rounds under best play for the main wager"
HIGHEST_SAFE_STAND = 17  # a hand that never hits a hard 17 or more cannot pass 26


@dataclass(frozen=True)
class Ask:
    """What is to be priced: all of it by default."""

    wagers: tuple[str, ...] = ()
    paytables: Mapping[str, str] = field(default_factory=dict)
    play: str = ""  # "main", "wager", or both
    convention: str = CONVENTION
    fractions: bool = False
    shoe: Composition | None = None


class Pricer:
    """Prices one game under one set of rules; shares the solved play between wagers."""

    def __init__(self, game: Game, ask: Ask) -> None:
        if ask.convention not in CONVENTIONS:
            raise BadDefinition(
                f"no split convention {ask.convention!r}: one of {', '.join(CONVENTIONS)}"
            )
        for name in (*ask.wagers, *ask.paytables):
            if name not in extra_ids(game):
                game.wager(name)
        self.game = game
        self.ask = ask
        self.shoe = ask.shoe or full_decks(game.rules.decks)
        self.spec = Spec(game, self.shoe)
        check_lasts(game, self.shoe)

    @cached_property
    def play(self) -> Play:
        return play_game(self.spec, self.ask.convention)

    @cached_property
    def paid_play(self) -> Play:
        return play_burnout(self.spec, self.ask.convention, self.play)

    @cached_property
    def rounds(self) -> RoundOdds:
        return round_odds(self.play)

    def odds(self) -> GameOdds:
        found = [one for wager in self.game.wagers for one in self.price(wager)]
        return GameOdds(self.game, tuple(found), __version__)

    def wanted(self, name: str) -> bool:
        return not self.ask.wagers or name in self.ask.wagers

    def tables(self, wager: Wager) -> tuple[PayTable, ...]:
        """The pay tables asked for: all of them, unless one is named."""
        name = self.ask.paytables.get(wager.id)
        return (wager.table(name),) if name else wager.paytables

    def price(self, wager: Wager) -> list[WagerOdds]:
        if wager.kind == FEE:
            main = self.game.mains[0]
            return [self.with_fee(main, wager)] if self.wanted(f"{main.id}-{wager.id}") else []
        if not self.wanted(wager.id) or (wager.kind == OFFER and not self.lists_offers()):
            return []
        if wager.kind == MAIN:
            return [self.main(wager)]
        if wager.kind == RIDING:
            chances = streak_chances(wager, self.rounds)
            notes = (self.split_note(self.rounds),)
            return [replace(one, notes=notes) for one in self.by_table(wager, chances, CHAIN)]
        try:
            return self.side(wager)
        except BadDefinition as wrong:
            raise with_offence(wrong, self.game, wager) from wrong

    def lists_offers(self) -> bool:
        """Insurance is listed where it is the game's only other wager, or asked for by name."""
        others = (SIDE, RIDING, FEE)
        return bool(self.ask.wagers) or not any(w.kind in others for w in self.game.wagers)

    def by_table(self, wager: Wager, chances: Chances, method: str) -> list[WagerOdds]:
        found = [priced(wager, table, chances, method) for table in self.tables(wager)]
        if self.game.rules.extra.get("tip_from") == "player":
            return [one.tipped_by_player() if one.tip else one for one in found]
        return found

    def side(self, wager: Wager) -> list[WagerOdds]:
        chances = free_chances(self.game, wager, self.shoe, self.ask.fractions)
        if chances is not None:
            return self.by_table(wager, chances, EXACT)
        if "lowest" in wager.looks:
            return self.never_over(wager)
        if looks_at_own_hand(wager):
            return self.by_play(wager)
        raise BadDefinition(
            f"{wager.id} looks at {', '.join(wager.looks)}: the exact engine has no enumeration "
            "for these together. `holecard simulate` can price it"
        )

    def never_over(self, wager: Wager) -> list[WagerOdds]:
        """The 26 test cannot fail for a seat that never hits a hard 17 or more."""
        if hits_past(self.play, HIGHEST_SAFE_STAND):
            raise BadDefinition(
                f"{wager.id} depends on totals over 26, which best play can reach under "
                f"{self.game.line}. `holecard simulate` can price it"
            )
        chances = free_chances(self.game, wager, self.shoe, self.ask.fractions, lowest=21)
        if chances is None:
            raise BadDefinition(f"{wager.id} needs more than the dealer's hand and `lowest`")
        note = "best play never hits a hard 17, so no hand of the seat can pass 26"
        return [replace(one, notes=(note,)) for one in self.by_table(wager, chances, EXACT)]

    def by_play(self, wager: Wager) -> list[WagerOdds]:
        """Both ways a seat may play: for this wager alone, and for its main wager."""
        shared = Shared(self.play, wager)
        found = []
        as_main = None
        for table in self.tables(wager):
            if self.ask.play in ("", "wager"):
                alone = own_hand_chances(shared, table, for_wager=True)
                found.append(replace(priced(wager, table, alone, UNDER_OWN), play="wager"))
            if self.ask.play in ("", "main"):
                as_main = as_main or own_hand_chances(shared, table)
                found.append(replace(priced(wager, table, as_main, UNDER_BEST), play="main"))
        return found

    def main(self, wager: Wager) -> WagerOdds:
        if wager.backs == DEALER:
            return main_dealer_chances(self.game, self.shoe, self.ask.fractions)
        notes = (self.split_note(self.rounds),)
        odds = main_odds(wager.id, wager.name, self.play, self.rounds)
        return replace(odds, notes=(f"splits: {self.ask.convention}", *notes))

    def split_note(self, rounds: RoundOdds) -> str:
        return (
            f"hit and push frequency, deviation and streaks take the hands of a split as "
            f"independent given the dealer's; only rounds with a split, {rounds.split:.4%}, can be "
            "off by it, and ev is not"
        )

    def with_fee(self, main: Wager, fee: Wager) -> WagerOdds:
        """Burnout with the payment made: figures after the payment, per main wager."""
        play = self.paid_play
        rounds = round_odds(play)
        odds = main_odds(f"{main.id}-{fee.id}", f"{main.name}, {fee.name} made", play, rounds)
        paid = Fraction(*fee.share)
        rows = tuple(net_row(row.pays - paid, row.probability) for row in odds.outcomes)
        return replace(
            odds,
            outcomes=rows,
            given_ev=play.ev - float(paid),
            wagered=play.wagered + float(paid),
            per="main wager, after the payment",
            method="exact under best play with the burn",
            notes=(f"splits: {self.ask.convention}", self.split_note(rounds)),
        )


def check_lasts(game: Game, shoe: Composition) -> None:
    """Refuse a shoe that a single seat's round could use up: hands of 30 and a dealer of 26."""
    points = int(shoe.values @ np.arange(1, 11))
    burned = 10 * any(wager.kind == FEE for wager in game.wagers)
    most = 30 * game.rules.max_hands + 26 + burned
    if points <= most:
        raise BadDefinition(
            f"a shoe whose cards count {points} could run out in mid-round under {game.line}: it "
            f"must count more than {most} (one deck counts 340)"
        )


def extra_ids(game: Game) -> set[str]:
    """Entries that are no wager of their own: `main-burnout`."""
    fees = [wager for wager in game.wagers if wager.kind == FEE]
    return {f"{game.mains[0].id}-{fee.id}" for fee in fees}


def net_row(net: Fraction, chance: float) -> Outcome:
    sign = "+" if net > 0 else ""
    return Outcome(f"net {sign}{float(net):g}", chance, net)


def main_odds(name: str, felt_name: str, play: Play, rounds: RoundOdds) -> WagerOdds:
    rows = tuple(net_row(net, rounds.nets[net]) for net in sorted(rounds.nets, reverse=True))
    return WagerOdds(
        name,
        felt_name,
        "standard",
        "exact under best play",
        tuple(row for row in rows if row.probability > 0),
        per="initial wager",
        given_ev=play.ev,
        wagered=play.wagered,
    )


def hits_past(play: Play, points: int) -> bool:
    """Whether any hand with this hard total or more takes a card."""
    hands = play.spec.hands
    hard = np.array([not is_soft(int(s)) and total(int(s)) >= points for s in hands.state])
    for sight in play.sights:
        moves = [sight.acts, *(sight.splits[pair].acts for pair in sight.split)]
        if any(np.isin(acts[hard], (HIT, DOUBLE)).any() for acts in moves):
            return True
    return False


def game_odds(game: Game, ask: Ask | None = None) -> GameOdds:
    """Every wager of a game, or those asked for, under its rules."""
    return Pricer(game, ask or Ask()).odds()
