"""The odds of a game: each wager by the method that is exact for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from holecard import __version__
from holecard.dealing.settle import DEALER
from holecard.errors import BadDefinition, NotAllowed
from holecard.hand import is_soft, total
from holecard.money import money_text
from holecard.odds.composition import Composition, other_shoe, shoe_of
from holecard.odds.counted.by_looks import free_chances, main_dealer_chances
from holecard.odds.playbook import PaidPlaybook, Playbook, plays_for
from holecard.odds.pricing.after_up import after_up_odds
from holecard.odds.pricing.envied import with_envy
from holecard.odds.pricing.failing_round import with_offence
from holecard.odds.pricing.meters import at_meter
from holecard.odds.pricing.offers import asked_seats, even_money, with_offer
from holecard.odds.pricing.streaks import streak_chances, streak_error
from holecard.odds.result import EXACT, Chances, GameOdds, Outcome, WagerOdds, priced
from holecard.odds.solve.acts import DOUBLE, HIT
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.for_streak import is_streak
from holecard.odds.solve.own_bets.hand_bets import (
    followed_hand,
    looks_at_own_hand,
    own_hand_chances,
)
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.odds.solve.round_results import RoundOdds, round_odds
from holecard.odds.solve.splitting.split_rounds import ROUNDING
from holecard.odds.solve.splitting.splits import CONVENTION, other_splits
from holecard.text.words import payment_made, with_payment
from holecard.wagers.chain import CHAINED
from holecard.wagers.game import Game, fees_of
from holecard.wagers.offers import EVEN_MONEY_ID, offers_even_money
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager, paid_entry

UNDER_OWN = "exact under best play for this wager alone"
OWN_PLAY = "wager"
BY_STREAK = (
    "the hands of a split are each played for themselves, by their own cards; a pair is split "
    "where that wins more rounds by the majority of its hands"
)
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
    meter: int | None = None  # cents on the meters; their seeds, if not given


class Pricer:
    """Prices one game under one set of rules and one way of playing: best play, if none is given;
    wagers share what the playbook has solved."""

    def __init__(self, game: Game, ask: Ask, playbook: Playbook | None = None) -> None:
        self.game = game
        self.ask = ask
        self.playbook = playbook or Playbook(game, convention=ask.convention, shoe=ask.shoe)
        if ask.meter is not None and all(one.meter is None for one in game.wagers):
            raise NotAllowed(f"no wager of {game.id} has a meter: price it without --meter")
        for name in (*ask.wagers, *ask.paytables):
            if name not in extra_ids(game):
                game.wager(name)
        self.shoe = ask.shoe or shoe_of(game)
        self.playbook.check_fits(game, self.shoe, ask.convention)
        check_lasts(game, self.shoe)
        self.known_rounds: dict[tuple[str, bool], RoundOdds] = {}

    @property
    def rounds(self) -> RoundOdds:
        return self.rounds_of("main", paid=False)

    @property
    def under_main(self) -> str:
        return under(self.playbook)

    def odds(self) -> GameOdds:
        found = [one for wager in self.game.wagers for one in self.price(wager)]
        if self.ask.play == OWN_PLAY and all(one.play != OWN_PLAY for one in found):
            raise NotAllowed(
                f"no wager of {self.game.id} that is asked for depends on how its seat plays for "
                "it: price it without --play wager"
            )
        if self.shoe_text:
            said = f"from a shoe of {self.shoe_text}"
            found = [replace(one, notes=(*one.notes, said)) for one in found]
        splits = other_splits(self.ask.convention)
        return GameOdds(self.game, tuple(found), __version__, self.shoe_text, splits)

    @property
    def shoe_text(self) -> str:
        """What is in the shoe, where it is not the full decks of the rules."""
        return other_shoe(self.shoe, self.game)

    def wanted(self, name: str) -> bool:
        return not self.ask.wagers or name in self.ask.wagers

    def tables(self, wager: Wager) -> tuple[PayTable, ...]:
        """The pay tables asked for: all of them, unless one is named."""
        name = self.ask.paytables.get(wager.id)
        return (wager.table(name),) if name else wager.paytables

    def price(self, wager: Wager) -> list[WagerOdds]:
        if wager.kind == FEE:
            main = self.game.mains[0]
            return [self.with_fee(main, wager)] if self.wanted(paid_entry(main, wager)) else []
        if wager.kind == OFFER:
            return self.offers(wager)
        if not self.wanted(wager.id):
            return []
        if wager.kind == MAIN:
            return [self.main(wager)]
        if wager.kind == RIDING:
            return self.riding(wager)
        try:
            return self.side(wager)
        except BadDefinition as wrong:
            raise with_offence(wrong, self.game, wager) from wrong

    def offers(self, wager: Wager) -> list[WagerOdds]:
        """Insurance, and even money, which is insurance on a blackjack (R11). A shoe that brings
        neither has no figure for them, and those who ask by name are told."""
        if not self.ask.wagers and not any(asked_seats(self.game, self.shoe)):
            return []
        found = self.side(wager) if self.wanted(wager.id) else []
        found = [with_offer(one, wager, self.game, self.shoe) for one in found]
        apart = even_money(self.game, self.shoe) if self.wanted(EVEN_MONEY_ID) else None
        if apart is None and EVEN_MONEY_ID in self.ask.wagers:
            raise BadDefinition("even money is never offered: the shoe has no cards that bring it")
        return [*found, apart] if apart else found

    def by_table(self, wager: Wager, chances: Chances, method: str) -> list[WagerOdds]:
        if wager.meter is not None:
            tables, cents = self.tables(wager), self.ask.meter
            return [at_meter(wager, table, chances, method, cents) for table in tables]
        tables = self.tables(wager)
        found = [self.by_size(wager, priced(wager, one, chances, method), one) for one in tables]
        found = [with_envy(wager, one) for one in found]
        if self.game.tip_from_player:
            return [one.tipped_by_player() if one.tip else one for one in found]
        return found

    def by_size(self, wager: Wager, odds: WagerOdds, table: PayTable) -> WagerOdds:
        """What figures of a table for bets of some size are per, where there is one."""
        if not table.sized:
            return odds
        flat = ", ".join(f"{name} {money_text(won)}" for name, won in table.prizes.items())
        notes = [f"flat prizes, whatever the size of the bet: {flat}"] * bool(flat)
        return replace(odds, per=wager.per_table(table), notes=(*odds.notes, *notes))

    def side(self, wager: Wager) -> list[WagerOdds]:
        if wager.after_up:
            found = after_up_odds(self.game, wager, self.shoe)
            named = {table.name for table in self.tables(wager)}
            return [one for one in found if one.paytable in named]
        chances = free_chances(self.game, wager, self.shoe, self.ask.fractions)
        if chances is not None:
            return self.by_table(wager, chances, EXACT)
        if wager.looks == ("net",) and self.game.own_mains(wager):
            return self.by_net(wager)
        if "lowest" in wager.looks:
            return self.never_over(wager)
        if looks_at_own_hand(self.game, wager):
            return self.by_play(wager)
        raise BadDefinition(
            f"{wager.id} looks at {', '.join(wager.looks)}: the exact engine has no enumeration "
            f"for {'these together' if wager.looks[1:] else 'that'}. `holecard simulate` can price "
            "it"
        )

    def never_over(self, wager: Wager) -> list[WagerOdds]:
        """The 26 test cannot fail for a seat that never hits a hard 17 or more."""
        words = self.playbook.words
        if hits_past(self.playbook.play, HIGHEST_SAFE_STAND):
            raise BadDefinition(
                f"{wager.id} depends on totals over 26, which {words} can reach under "
                f"{self.game.line}. `holecard simulate` can price it"
            )
        chances = free_chances(self.game, wager, self.shoe, self.ask.fractions, lowest=21)
        if chances is None:
            raise BadDefinition(
                f"{wager.id} looks at {', '.join(wager.looks)}: with `lowest` the exact engine "
                "follows the first cards and the dealer's hand alone. `holecard simulate` can "
                "price it"
            )
        note = f"{words} never hits a hard 17, so no hand of the seat can pass 26"
        return [replace(one, notes=(note,)) for one in self.by_table(wager, chances, EXACT)]

    def by_net(self, wager: Wager) -> list[WagerOdds]:
        """What the main wager comes to, under best play for that: its own nets, sorted."""
        chances = [0.0] * len(wager.outcomes)
        for net, chance in self.rounds.nets.items():
            chances[wager.classified({"net": int(net)})] += chance
        method = f"exact {self.under_main}"
        found = self.by_table(wager, Chances(tuple(chances)), method)
        note = self.split_note(self.rounds)
        found = [one.with_error(self.rounds.error) for one in found]
        return [replace(one, play="main", notes=(*one.notes, note)) for one in found]

    def by_play(self, wager: Wager) -> list[WagerOdds]:
        """Both ways a seat may play: for this wager alone, and for its main wager."""
        shared = Shared(self.playbook.play, wager)
        found = []
        as_main = None
        plays = self.plays(wager)
        free = Shared(self.playbook.for_main.best, wager) if "wager" in plays else shared
        for table in self.tables(wager):
            if "wager" in plays:
                alone = followed_hand(free, table, for_wager=True)
                one = self.by_size(wager, priced(wager, table, alone.chances(), UNDER_OWN), table)
                one = replace(one, play="wager")
                found.append(beside_main(one, alone.main_ev()))
            if "main" in plays:
                as_main = as_main or own_hand_chances(shared, table)
                one = priced(wager, table, as_main, f"exact {self.under_main}")
                one = self.by_size(wager, one, table)
                found.append(replace(one, play="wager" if self.playbook.wager else "main"))
        return found

    def riding(self, wager: Wager) -> list[WagerOdds]:
        """Played for the main wager and for the streak, each without a payment and with it."""
        if not set(wager.looks) <= CHAINED:
            raise BadDefinition(
                f"{wager.id} rides and looks at {', '.join(wager.looks)}: the exact engine follows "
                "a bet from round to round by outcome and streak alone. `holecard simulate` can "
                "price it"
            )
        found = []
        for play in self.plays(wager):
            for fee in (None, *fees_of(self.game)):
                found += self.ridden(wager, play, fee)
        return found

    def plays(self, wager: Wager) -> list[str]:
        """What the seat may play for, of that which is asked for."""
        own = plays_for(self.game, wager) and not self.playbook.wager
        known = ("main", "wager") if own else ("main",)
        return [play for play in known if self.ask.play in ("", play)]

    def ridden(self, wager: Wager, play: str, fee: Wager | None) -> list[WagerOdds]:
        alone = self.playbook.wager or play == "wager"
        rounds = self.rounds_of(play, fee is not None)
        book = self.streak if play == "wager" else self.playbook
        method = f"exact chain of rounds {under(book.page(fee is not None))}"
        notes = [*([BY_STREAK] if alone else []), self.split_note(rounds)]
        if fee:
            notes.append(f"{payment_made(fee)} in every round; what it costs is not in this figure")
        error = streak_error(wager, rounds)
        found = self.by_table(wager, streak_chances(wager, rounds), method)
        found = [one.with_error(error) for one in found]
        played = "wager" if alone else "main"
        beside = fee.id if fee else ""
        found = [replace(one, play=played, beside=beside, notes=tuple(notes)) for one in found]
        if not alone:
            return found
        main_ev = book.page(fee is not None).play.ev - float(fee.share if fee else 0)
        return [beside_main(one, main_ev) for one in found]

    @cached_property
    def streak(self) -> Playbook:
        """Best play for the streak, which is that for every bonus that rides."""
        named = next(wager.id for wager in self.game.wagers if is_streak(wager))
        return self.playbook.for_wager(named)

    def rounds_of(self, play: str, paid: bool) -> RoundOdds:
        if (play, paid) not in self.known_rounds:
            book = self.streak if play == "wager" else self.playbook
            self.known_rounds[play, paid] = self.count_rounds(book.page(paid).play)
        return self.known_rounds[play, paid]

    def count_rounds(self, play: Play) -> RoundOdds:
        return round_odds(play)

    def main(self, wager: Wager) -> WagerOdds:
        if wager.backs == DEALER:
            return main_dealer_chances(self.game, self.shoe, self.ask.fractions)
        notes = (self.split_note(self.rounds),)
        each = " of each of two hands" if self.game.answers.switches else ""
        method = f"exact under {self.playbook.words}{each}"
        if self.playbook.wager:
            method = f"exact {self.under_main}"
        odds = main_odds(wager.id, wager.name, self.playbook.play, self.rounds, method)
        odds = replace(odds, play="wager") if self.playbook.wager else odds
        return replace(
            odds, notes=(f"splits: {self.ask.convention}", *notes, *self.playbook.play.notes)
        )

    def split_note(self, rounds: RoundOdds) -> str:
        """How rounds with a split were counted, and how well."""
        if not rounds.split:
            return "no round has a split"
        if self.game.answers.switches:
            return f"rounds with a split: {rounds.split:.4%} of all"
        known = (
            "exact"
            if rounds.error <= ROUNDING
            else f"no chance off by more than {rounds.error:.1e}, which is proved"
        )
        return (
            f"rounds with a split, {rounds.split:.4%} of all: hands drawn one after the other from "
            f"one shoe, {known}"
        )

    def with_fee(self, main: Wager, fee: Wager) -> WagerOdds:
        """Burnout with the payment made: figures after the payment, per main wager."""
        book = self.playbook.paid
        play, rounds = book.play, self.rounds_of("main", paid=True)
        name, felt_name = paid_entry(main, fee), with_payment(main, fee)
        odds = main_odds(name, felt_name, play, rounds, f"exact under {book.words}")
        paid = fee.share
        rows = tuple(net_row(row.pays - paid, row.probability, row.error) for row in odds.outcomes)
        return replace(
            odds,
            outcomes=rows,
            given_ev=play.ev - float(paid),
            wagered=play.wagered + float(paid),
            beside=fee.id,
            per="main wager, after the payment",
            notes=(f"splits: {self.ask.convention}", self.split_note(rounds)),
        )


def beside_main(one: WagerOdds, ev: float) -> WagerOdds:
    """With what the main wager comes to under the same play, a payment taken off."""
    after = ", after the payment" if one.beside else ""
    note = f"the main wager, so played, has a house edge of {-ev:.6%}{after}"
    return replace(one, main_ev=float(ev), notes=(*one.notes, note))


def under(book: Playbook | PaidPlaybook) -> str:
    return f"under {book.words} for {book.aim}"


def check_lasts(game: Game, shoe: Composition) -> None:
    """Refuse a shoe that a single player's round could use up: hands of 30 and a dealer of 26."""
    points = int(shoe.values @ np.arange(1, 11))
    burned = 10 * bool(fees_of(game))
    most = 30 * game.rules.max_hands * game.seats_a_player + 26 + burned
    if points <= most:
        raise BadDefinition(
            f"a shoe whose cards count {points} could run out in mid-round under {game.line}: it "
            f"must count more than {most} (one deck counts 340)"
        )


def extra_ids(game: Game) -> set[str]:
    """Entries that are no wager of their own: `main-burnout`, `even-money`."""
    offered = {EVEN_MONEY_ID} if offers_even_money(game) else set()
    return {paid_entry(game.mains[0], fee) for fee in fees_of(game)} | offered


def net_row(net: Fraction, chance: float, error: float) -> Outcome:
    sign = "+" if net > 0 else ""
    return Outcome(f"net {sign}{float(net):g}", chance, net, error=error)


def main_odds(name: str, felt_name: str, play: Play, rounds: RoundOdds, method: str) -> WagerOdds:
    rows = tuple(
        net_row(net, rounds.nets[net], rounds.errors.get(net, 0.0))
        for net in sorted(rounds.nets, reverse=True)
    )
    return WagerOdds(
        name,
        felt_name,
        "standard",
        method,
        tuple(row for row in rows if row.probability > 0),
        per="initial wager",
        play="main",
        given_ev=play.ev,
        given_error=play.error,
        wagered=play.wagered,
        outcomes_error=rounds.error,
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


def game_odds(game: Game, ask: Ask | None = None, playbook: Playbook | None = None) -> GameOdds:
    """Every wager of a game, or those asked for, under its rules, by best play or a playbook."""
    return Pricer(game, ask or Ask(), playbook).odds()
