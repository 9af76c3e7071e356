"""The dealer's procedure, event by event: the round's own trace with the wagers woven in.

The table animates these events and the log reads them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from typing import NamedTuple

from holecard.cards import card_symbol, value
from holecard.dealing import felt as f
from holecard.dealing.actions import (
    ACTION_NAMES,
    DECLINE,
    DOUBLE,
    EVEN_MONEY,
    INSURE,
    KEEP,
    STAND,
    SWITCH,
)
from holecard.dealing.actions import SURRENDER as GIVE_UP
from holecard.dealing.own_tables import EARLY, SWITCHES
from holecard.dealing.own_tables import FREE as FREE_STAKES
from holecard.dealing.settle import DEALER, OPEN, STREAK_COUNTS
from holecard.hand import EMPTY, add, hand_text, is_blackjack, total
from holecard.money import money_text
from holecard.text.words import (
    backs_dealer_words,
    dealer_does,
    hand_words,
    house_words,
    outcome_words,
    result_words,
    to_one,
)
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice, Dealt
from holecard.wagers.meter import WHOLE, Meter
from holecard.wagers.payout import Payout, bet_payout, result_net, seat_bets
from holecard.wagers.wager import FEE, MAIN, RIDING, Wager


class Event(NamedTuple):
    """One thing the dealer does. `seat` is 0 for the dealer; money in cents; `says` is the
    dealer's voice. `hidden` marks a card that lies face down when it is dealt. Where a hand's cards
    change, `hand_says` and `total` are what the open ones are then: `soft 18`, `26 · busted`; of
    the dealer `shows 7`, `has 20`; `hand_why` is why that matters, where a rule surprises."""

    kind: str
    says: str
    seat: int = 0
    hand: int = 0
    card: int | None = None
    wager: str = ""
    amount: int | None = None
    tip: int = 0
    hidden: bool = False
    hand_says: str = ""
    hand_why: str = ""
    total: int | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The sentence before the card it names, the card, and after it; empty if it names none."""
        if self.card is None or self.hidden:
            return ()
        before, named, after = self.says.partition(card_symbol(self.card))
        return (before, named, after) if named else ()


def trace(dealt: Dealt) -> list[Event]:
    """Everything that has happened so far, in order."""
    return list(Weave(dealt).events())


class Weave:
    """Walks the round's trace and puts each wager's settlement where it belongs."""

    def __init__(self, dealt: Dealt, timed: frozenset[int] = frozenset()) -> None:
        """`timed`: which choices of the round the clock made."""
        self.dealt = dealt
        self.timed = timed
        self.open = [list(seat_bets(dealt, place)) for place in range(len(dealt.seats))]
        self.states: dict[tuple[int, int], int] = {}
        self.before = EMPTY  # the state of the hand before its last card, in case that is burned
        self.split: set[int] = set()
        self.results: dict[tuple[int, int], int] = {}
        self.turned = False  # whether the dealer's hand lies open
        self.looked = False  # whether the dealer has looked, or had no reason to
        self.told: set[tuple[int, str]] = set()  # late bets, by seat and wager
        self.begun = False  # whether hands are played: all that is asked before has been asked
        self.lying: dict[tuple[int, int], int] = {}  # on hands that have doubled
        self.house: dict[tuple[int, int], int] = {}  # what of a hand's stake is the house's
        self.walked = 0  # rows of the round's trace
        self.chosen = 0

    def further(self, dealt: Dealt, timed: frozenset[int] = frozenset()) -> Weave:
        """The same walk where more of the round has been dealt: `events` are those that are new.
        What a round has shown it has shown: more choices only add to its trace."""
        on = copy(self)
        on.dealt, on.timed = dealt, timed
        # As they lie there now: a bet knows what is on its meter when the round is over. Those made
        # since lie beside them.
        on.open = []
        for place, bets in enumerate(self.open):
            now = {bet.wager: bet for bet in dealt.seats[place].bets}
            known = {bet.wager for bet in self.dealt.seats[place].bets}
            late = [bet for wager, bet in now.items() if wager not in known]
            on.open.append([*(now.get(bet.wager, bet) for bet in bets), *late])
        for place, _, choice in dealt.made[self.chosen :]:
            if choice.action == INSURE:
                *_, insured = seat_bets(dealt, place)
                on.open[place].append(insured)
        on.states, on.results = dict(self.states), dict(self.results)
        on.lying, on.house = dict(self.lying), dict(self.house)
        on.split, on.told = set(self.split), set(self.told)
        return on

    def events(self) -> Iterator[Event]:
        rows = f.events(self.dealt.felt)[self.walked :]
        self.walked += len(rows)
        for row in rows:
            yield from self.woven(*row)

    def woven(self, kind: int, place: int, hand: int, card: int, detail: int) -> Iterator[Event]:
        """What the dealer says and does for one row of the round's trace, in its turn."""
        if kind == f.STAGE:
            yield from self.stage(place, detail)
        elif kind == f.SETTLE:
            yield self.settle_hand(place, hand, detail)
        elif kind == f.CHOICE:
            yield from self.late_bets()
            yield from self.choice(place, hand)
        elif kind == f.OFFER:
            yield from self.offer(place, detail)
        elif kind == f.PEEK:
            yield from self.peek(detail)
        elif kind == f.DEAL_NEXT:
            yield self.next_card(place, card)
        elif kind == f.CALLED_OFF:
            yield Event(kind="called-off", says="The shoe is empty. Every wager goes back.")
        else:
            yield self.card(kind, place, hand, card)

    def next_card(self, place: int, card: int) -> Event:
        """Of no hand: it is dealt for the bets that look at it."""
        wagers = [self.dealt.game.wager(bet.wager) for bet in self.open[place]]
        names = " and ".join(one.name for one in wagers if one.deals_next)
        says = f"Seat {self.seat(place)} is dealt {card_symbol(card)} for {names}."
        return Event(kind="next", says=says, seat=self.seat(place), card=card)

    def seat(self, place: int) -> int:
        return self.dealt.seats[place].seat if place >= 0 else 0

    def name(self, place: int, hand: int) -> str:
        return f"Seat {self.seat(place)}" + (f", hand {hand + 1}" if place in self.split else "")

    def card(self, kind: int, place: int, hand: int, card: int) -> Event:
        symbol, seat = card_symbol(card), self.seat(place)
        if kind == f.SPLIT_OFF:
            self.split.add(place)
            self.states[place, hand] = add(EMPTY, value(card))
            return self.split_off(place, hand, card)
        if kind == f.TURN:
            self.turned = True
            open_already = self.dealt.game.rules.dealer_shows == "both"
            verb = "Dealer has" if open_already else f"Dealer turns over {symbol}:"
            up, hole = self.dealt.dealer_cards[:2]
            self.states[place, hand] = add(add(EMPTY, value(up)), value(hole))
            says = f"{verb} {self.hand_text(place, hand, first=True)}."
            return self.event("turn", place, hand, card, says)
        if kind == f.BURN_CARD:
            self.states[place, hand] = self.before
            return self.event("burn", place, hand, card, f"Seat {seat} burns {symbol}.")
        if kind == f.DEAL_HOLE and self.dealt.game.rules.dealer_shows == "one":
            return Event(kind="deal", says="Dealer's hole card.", card=card, hidden=True)
        if kind == f.FILL and (place, hand) not in self.states:
            self.states[place, hand] = add(EMPTY, value(self.dealt.cards(place, hand)[0]))
            if self.dealt.hand_field(place, hand, f.FREE) & f.FREE_SPLIT:
                self.house[place, hand] = self.dealt.base_stake(place)
        self.before = self.states.get((place, hand), EMPTY)
        self.states[place, hand] = add(self.before, value(card))
        if kind in (f.DEAL, f.DEAL_UP, f.DEAL_HOLE):
            who = "Dealer shows" if place < 0 else f"Seat {seat}:"
            return self.event("deal", place, hand, card, f"{who} {symbol}.")
        return self.event("draw", place, hand, card, self.draw_words(kind, place, hand, symbol))

    def split_off(self, place: int, hand: int, card: int) -> Event:
        tables, stake = self.dealt.game.tables, self.dealt.base_stake(place)
        free = tables.asks[FREE_STAKES] and tables.free_split[value(card)]
        pays = f": the house puts up {money_text(stake)}" if free else ""
        says = f"Seat {self.seat(place)} splits{pays}."
        return self.event("split", place, hand, card, says)

    def draw_words(self, kind: int, place: int, hand: int, symbol: str) -> str:
        text, seat = self.hand_text(place, hand), self.seat(place)
        if kind == f.DRAW:
            return f"{self.name(place, hand)} takes {symbol}: {text}."
        if kind == f.FILL:
            return f"{self.name(place, hand)} gets {symbol}: {text}."
        if kind == f.REPLACE:
            return f"Seat {seat} gets {symbol} instead: {text}."
        if kind == f.HOUSE_DRAW:
            return f"Seat {seat} is drawn {symbol} by the house: {text}."
        return f"Dealer draws {symbol}: {text}."

    def event(self, kind: str, place: int, hand: int, card: int, says: str) -> Event:
        """A card that changes a hand, and what the hand is with it or without it."""
        state = self.states[place, hand]
        natural = kind in ("deal", "turn") and is_blackjack(state, 2)
        why = ""
        if place >= 0:
            words = hand_words(state, natural)
            backs = self.dealt.seat_field(place, f.BACKS)
            free = self.house.get((place, hand), 0)
            why = backs_dealer_words(state) if backs == DEALER else house_words(free)
        else:
            words = dealer_does(state, natural, whole=kind != "deal" or self.before != EMPTY)
        return Event(
            kind=kind,
            says=says,
            seat=self.seat(place),
            hand=hand,
            card=card,
            hand_says=words,
            hand_why=why,
            total=total(state),
        )

    def hand_text(self, place: int, hand: int, first: bool = False) -> str:
        """What the hand is called; a blackjack only by its first two cards."""
        state = self.states[place, hand]
        return hand_text(state, natural=first and is_blackjack(state, 2))

    def choice(self, place: int, hand: int) -> Iterator[Event]:
        choice = self.dealt.choices[self.chosen]
        seat, who = self.seat(place), self.name(place, hand)
        if self.chosen in self.timed:
            yield Event(kind="clock", says=f"{who}: time is up.", seat=seat, hand=hand)
        self.chosen += 1
        word = ACTION_NAMES[choice.action]
        if self.chosen <= len(self.dealt.made) - len(self.dealt.hand_choices):
            yield self.raised(place, choice)
        elif choice.action == DOUBLE:
            yield self.doubled(place, hand, choice)
        elif choice.action == INSURE:
            stake = self.dealt.insurance_stake(place)
            yield Event(
                kind="insure",
                says=f"{who} insures for {money_text(stake)}.",
                seat=seat,
                amount=stake,
            )
        elif choice.action == SWITCH:
            yield from self.switched(place)
        elif choice.action in (DECLINE, EVEN_MONEY, STAND, GIVE_UP):
            words = {
                DECLINE: "takes no insurance",
                EVEN_MONEY: "takes even money",
                STAND: f"stands on {self.hand_text(place, hand)}",
                GIVE_UP: "surrenders" if self.looked else "surrenders early",
            }
            yield Event(kind=word, says=f"{who} {words[choice.action]}.", seat=seat, hand=hand)
        elif choice.action == KEEP and self.swapping:
            yield Event(kind=word, says=f"{who} keeps both hands.", seat=seat, hand=hand)
        elif choice.action == KEEP and not self.looked:
            yield Event(kind=word, says=f"{who} plays on.", seat=seat, hand=hand)

    def late_bets(self) -> Iterator[Event]:
        """What was bet since the dealer looked, told before the first choice that follows."""
        if not self.begun:
            return
        for seat in self.dealt.seats:
            for bet in seat.bets:
                if bet.wager in seat.late and (seat.seat, bet.wager) not in self.told:
                    self.told.add((seat.seat, bet.wager))
                    name = self.dealt.game.wager(bet.wager).name
                    says = f"Seat {seat.seat} bets {money_text(bet.stake)} on {name}."
                    yield Event("bet", says, seat.seat, wager=bet.wager, amount=bet.stake)

    @property
    def swapping(self) -> bool:
        """Whether what is kept or not are two hands, once the dealer has looked."""
        asks = self.dealt.game.tables.asks
        return bool(asks[SWITCHES]) and not self.begun and (self.looked or not asks[EARLY])

    def raised(self, place: int, choice: Choice) -> Event:
        """Before the seat's cards come: the wager doubled, or kept."""
        seat, stake = self.seat(place), self.dealt.main_stake(place)
        if choice.action == KEEP:
            return Event(kind="keep", says=f"Seat {seat} does not raise.", seat=seat)
        says = f"Seat {seat} raises by {money_text(stake)}."
        return Event(kind="raise", says=says, seat=seat, amount=stake)

    def doubled(self, place: int, hand: int, choice: Choice) -> Event:
        """As much again as lies on the hand, by the seat or by the house."""
        stake = self.lying.get((place, hand), self.dealt.base_stake(place))
        extra = stake if choice.amount is None else choice.amount
        again = " again" if (place, hand) in self.lying else ""
        self.lying[place, hand] = stake + extra
        free = self.dealt.hand_field(place, hand, f.FREE) & f.FREE_DOUBLE
        whose = ", put up by the house" if free else ""
        if free:
            self.house[place, hand] = self.house.get((place, hand), 0) + extra
        return Event(
            kind="double",
            says=f"{self.name(place, hand)} doubles{again} for {money_text(extra)}{whose}.",
            seat=self.seat(place),
            hand=hand,
            amount=extra,
        )

    def switched(self, place: int) -> Iterator[Event]:
        """Second cards that changed places: an event for each hand, with the card that came."""
        for at, other in ((place, place + 1), (place + 1, place)):
            first, card = self.dealt.seat_field(at, f.FIRST), self.dealt.seat_field(other, f.SECOND)
            self.states[at, 0] = add(add(EMPTY, value(first)), value(card))
            verb = "switches and gets" if at == place else "gets"
            says = f"{self.name(at, 0)} {verb} {card_symbol(card)}: {self.hand_text(at, 0)}."
            yield self.event("switch", at, 0, card, says)

    def offer(self, place: int, action: int) -> Iterator[Event]:
        what = "Even money" if action == EVEN_MONEY else "Insurance"
        yield Event(kind="offer", says=f"{what}, seat {self.seat(place)}?", seat=self.seat(place))

    def peek(self, found: int) -> Iterator[Event]:
        self.looked = True
        seen = self.dealt.game.rules.dealer_shows == "both"
        words = "a blackjack" if found else "no blackjack"
        yield Event(kind="peek", says=f"Dealer {'has' if seen else 'looks:'} {words}.")

    def settle_hand(self, place: int, hand: int, result: int) -> Event:
        """A hand's own settlement: taken, paid or pushed at once."""
        dealt = self.dealt
        self.results[place, hand] = result
        stake = dealt.hand_stake(place, hand)
        pays = dealt.game.result_pays(result, dealt.seat_field(place, f.BACKS))
        net = result_net(dealt, place, hand, result)
        wager = dealt.seats[place].main(dealt.game).wager
        words = f"{self.name(place, hand)}: {self.hand_words(place, hand, result)}"
        if pays < 0 and not dealt.own_stake(place, hand):
            says = f"{words}, the house takes back its {money_text(stake)}."
            seat = self.seat(place)
            return Event(kind="take", says=says, seat=seat, hand=hand, wager=wager, amount=0)
        return self.money_event(place, hand, wager, net, stake, pays, words)

    def hand_words(self, place: int, hand: int, result: int) -> str:
        name = self.dealt.game.result_name(result)
        busted = total(self.states[place, hand]) > 21
        if busted and name == "lose":
            return f"busted with {total(self.states[place, hand])}"
        # Two busts tie; a bust against a dealer 17 pushes and is no tie (Breakout, Super Tie).
        alone = busted and all(total(own) <= 21 for (at, _), own in self.states.items() if at < 0)
        tied = f"busted with {total(self.states[place, hand])}" if alone else "ties"
        said = {
            "lose": "loses",
            "lose-bet": "loses one bet",
            "win": "wins",
            "push": tied,
            "surrender": "surrendered",
        }
        return said.get(name) or result_words(self.dealt.game, name)

    def money_event(
        self, place: int, hand: int, wager: str, net: int, stake: int, pays: Fraction, words: str
    ) -> Event:
        kind = "pay" if net > 0 else "take" if net < 0 else "push"
        money = {
            "pay": f"paid {money_text(net)}",
            "take": f"{money_text(-net)} taken",
            "push": f"{money_text(stake)} pushes",
        }
        odds = f" ({to_one(pays)})" if net > 0 and pays != 1 else ""
        return Event(
            kind=kind,
            says=f"{words}, {money[kind]}{odds}.",
            seat=self.seat(place),
            hand=hand,
            wager=wager,
            amount=net,
        )

    def stage(self, place: int, stage: int) -> Iterator[Event]:
        """The wagers that are settled when a seat reaches a stage, then what its cards do."""
        for bet in list(self.open[place]):
            wager = self.dealt.game.wager(bet.wager)
            if wager.kind in (MAIN, FEE):
                self.open[place].remove(bet)
                if wager.kind == FEE:
                    yield self.pay_fee(place, bet)
            elif stage == f.ENDED or self.settled_early(wager, stage, place):
                self.open[place].remove(bet)
                yield self.settle_bet(place, bet)
        if stage in (f.LOOKED, f.ACTED):
            self.looked = self.begun = True
            yield from self.leave_cards(place, stage)

    def settled_early(self, wager: Wager, stage: int, place: int) -> bool:
        late = wager.id in self.dealt.seats[place].late
        if late and stage != f.ACTED:  # it was not there yet
            return False
        result = self.results.get((place, 0), OPEN)
        return wager.settled_at(stage, self.dealt.felt, place, result)

    def pay_fee(self, place: int, bet: Bet) -> Event:
        name = self.dealt.game.wager(bet.wager).name
        says = f"Seat {self.seat(place)}: {name}, {money_text(bet.stake)} taken."
        return Event(
            kind="take", says=says, seat=self.seat(place), wager=bet.wager, amount=-bet.stake
        )

    def settle_bet(self, place: int, bet: Bet) -> Event:
        paid = bet_payout(self.dealt, place, bet)
        wager = self.dealt.game.wager(bet.wager)
        counted = self.hands_counted(place) if wager.kind == RIDING else ""
        words = f"Seat {self.seat(place)}{counted}: {wager.name}"
        if paid.rides:
            says = f"{words} rides, button at {paid.streak}."
            return Event(kind="ride", says=says, seat=paid.seat, wager=bet.wager, amount=0)
        if paid.outcome != "lose":
            words += f", {outcome_words(wager, paid.outcome)}"
        if wager.meter is not None and paid.outcome in wager.meter.pays:
            return self.metered(wager.meter, bet, paid, words)
        alone = paid.net - sum(cents for _, cents in paid.envy)
        event = self.money_event(place, 0, bet.wager, alone, bet.stake, paid.pays, words)
        if paid.envy:
            seats = ", ".join(f"{money_text(cents)} for seat {seat}" for seat, cents in paid.envy)
            kind = "pay" if paid.net > 0 else "take" if paid.net < 0 else "push"
            says = f"{event.says[:-1]}; envy pays {seats}."
            event = event._replace(kind=kind, says=says, amount=paid.net)
        if not paid.tip:
            return event
        says = f"{event.says[:-1]}; {money_text(paid.tip)} for the dealer."
        return Event(
            kind=event.kind,
            says=says,
            seat=event.seat,
            wager=bet.wager,
            amount=paid.net,
            tip=paid.tip,
        )

    def metered(self, meter: Meter, bet: Bet, paid: Payout, words: str) -> Event:
        """Won from a meter, on which there was so much; what it is net is the wager's own."""
        on_it = meter.seed if bet.meter is None else bet.meter
        won = money_text(meter.wins(paid.outcome, on_it))
        of = "the meter" if meter.pays[paid.outcome] == WHOLE else f"of {money_text(on_it)}"
        back = ", its stake taken" if meter.keeps_stake else ""
        says = f"{words}, wins {won}, {of}{back}."
        kind = "pay" if paid.net > 0 else "take" if paid.net < 0 else "push"
        return Event(kind=kind, says=says, seat=paid.seat, wager=bet.wager, amount=paid.net)

    def hands_counted(self, place: int) -> str:
        """After a split, what the round is won, pushed or lost by (U5)."""
        hands = range(self.dealt.hand_count(place))
        if len(hands) == 1:
            return ""
        counts = [STREAK_COUNTS[self.dealt.hand_field(place, hand, f.RESULT)] for hand in hands]
        return f", {counts.count(1)} of {len(hands)} hands won and {counts.count(-1)} lost"

    def leave_cards(self, place: int, stage: int) -> Iterator[Event]:
        """Settled cards stay to show that a bet is still in action: tucked under the Lucky Break
        wager ("Dealing"), left out for Pair Up and Sweet 17 ("Taking Bets Early")."""
        hands = 1 if stage == f.LOOKED else self.dealt.hand_count(place)
        before = stage == f.ACTED and self.dealt.seat_field(place, f.NATURAL_HAND)
        if before or any((place, hand) not in self.results for hand in range(hands)):
            return
        for bet in self.open[place]:
            wager = self.dealt.game.wager(bet.wager)
            if wager.stays:
                verb = "tucked under" if wager.stays == "tuck" else "left out for"
                says = f"Seat {self.seat(place)}'s cards are {verb} {wager.name}."
                yield Event(kind=wager.stays, says=says, seat=self.seat(place), wager=bet.wager)
