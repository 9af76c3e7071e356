"""A table as its log has left it: who sits where, what lies on the felt, which shoe is next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from holecard.dealing.answers import FULL_DECK
from holecard.play.view import Standing
from holecard.server.events.round import RoundDealt
from holecard.server.events.table import TableOpened
from holecard.server.fairness.seal import order_of
from holecard.shoe import CUT
from holecard.text.trace import Weave
from holecard.wagers.bets import Bet, SeatBets, with_late
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.meter_turns import MeterTurn, with_turns
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.riding import Carried

CARDS_A_HAND = 4  # a shoe with fewer left for each hand of a round is not dealt from


NOTHING = Carried()


# Parts of messages, kept with what they show. With `init=False` a changed copy starts with none:
# what was told of the old one is old.
Shown = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A player on a chair. `bets` are for the coming round; `missed` counts windows let pass."""

    player: str
    name: str
    bets: tuple[Bet, ...] = ()
    carried: Carried = NOTHING
    last_bets: tuple[Bet, ...] = ()
    missed: int = 0
    shown: Shown = field(default_factory=dict, init=False, repr=False, compare=False)

    def on_felt(self) -> int:
        return sum(bet.stake for bet in self.bets) + self.carried.stake()


@lru_cache(maxsize=512)
def shoe_order(
    decks: int, seed: bytes, entropies: tuple[str, ...], deck: tuple[int, ...]
) -> tuple[int, ...]:
    return order_of(decks, seed, entropies, deck)


@dataclass(frozen=True, kw_only=True)
class ShoeState:
    """A committed shoe. The seed is secret until the shoe is over."""

    number: int
    commitment: str
    decks: int
    deck: tuple[int, ...] = field(default=FULL_DECK, repr=False)  # the cards of one: its game's
    seed: bytes = field(repr=False)
    commits: Mapping[str, str] = field(default_factory=dict)
    reveals: Mapping[str, str] = field(default_factory=dict)
    opened: bool = False
    dealt: int = 0
    shown: Shown = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def cards(self) -> tuple[int, ...]:
        return shoe_order(self.decks, self.seed, tuple(sorted(self.reveals.values())), self.deck)

    @property
    def size(self) -> int:
        return self.decks * len(self.deck)

    def is_used_up(self, hands: int) -> bool:
        """The cut card is out, or the next round might not find enough cards."""
        few = self.size - self.dealt < CARDS_A_HAND * hands
        return self.opened and (self.dealt >= CUT * self.size or few)

    def wants_commitment(self, player: str) -> bool:
        return not self.opened and not self.reveals and player not in self.commits

    def wants_entropy(self, player: str) -> bool:
        return not self.opened and player in self.commits and player not in self.reveals

    @property
    def withheld(self) -> tuple[str, ...]:
        """Players who have promised entropy and not shown it."""
        return tuple(sorted(one for one in self.commits if self.wants_entropy(one)))


class Story(NamedTuple):
    """A round as it has been told: the walk along its trace and the words of its events, and its
    seats as they stood, each with its JSON."""

    weave: Weave
    text: str
    seats: tuple[Standing, ...]
    seat_texts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class OnFelt:
    """The round on the felt: everything needed to deal it again."""

    number: int
    shoe: int
    start: int
    game: Game
    seats: tuple[SeatBets, ...]
    dealt_from: ShoeState = field(repr=False)
    choices: tuple[Choice, ...] = ()
    timed: frozenset[int] = frozenset()  # which of them the clock made
    # Whose seats are in it, and who of them has said what is bet late: nobody waits once it is
    # over, and a snapshot has neither.
    players: frozenset[str] = field(default=frozenset(), compare=False)
    said: frozenset[str] = field(default=frozenset(), compare=False)
    past: Story | None = field(default=None, repr=False, compare=False)  # see `after`
    stories: list[Story] = field(default_factory=list, init=False, repr=False, compare=False)
    shown: Shown = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def cards(self) -> tuple[int, ...]:
        """From the round's first card on."""
        return self.dealt_from.cards[self.start :]

    @cached_property
    def dealt(self) -> Dealt:
        return deal_round(self.game, self.seats, self.cards, self.choices)

    @cached_property
    def paid(self) -> tuple[Payout, ...]:
        """What a finished round came to."""
        return payouts(self.dealt)

    @cached_property
    def waits(self) -> frozenset[str]:
        """Players who may bet now that the dealer's card is up, and have not said whether: the
        round goes on once all have."""
        if not self.game.late or self.said == self.players or not self.dealt.takes_late:
            return frozenset()
        return self.players - self.said

    def bet_late(self, player: str, bets: Mapping[int, tuple[Bet, ...]]) -> OnFelt:
        """With what a player bets, or nothing, when the dealer's card is up."""
        past = self.stories[0] if self.stories else self.past
        seats = tuple(with_late(self.game, one, bets.get(one.seat, ())) for one in self.seats)
        return replace(self, seats=seats, said=self.said | {player}, past=past)

    def after(self, choice: Choice, by_clock: bool = False) -> OnFelt:
        """One choice further. The events of a round only grow: what was told of them so far is
        `past`, and need not be put into words again."""
        past = self.stories[0] if self.stories else self.past
        timed = self.timed | {len(self.choices)} if by_clock else self.timed
        return replace(self, choices=(*self.choices, choice), timed=timed, past=past)

    def with_meters(self, turns: Sequence[MeterTurn]) -> OnFelt:
        """The round at its end, its bets with what they found on their meters."""
        return replace(self, seats=with_turns(self.seats, turns))


@dataclass(frozen=True, kw_only=True)
class TableState:
    id: str
    game: Game
    opened: TableOpened  # the table's settings
    paytables: Mapping[str, str] | None = None  # posted by wager; none: each player may choose
    seq: int = 0
    head: str = ""
    at: int = 0
    chairs: Mapping[int, Seated] = field(default_factory=dict)
    confirmed: frozenset[str] = frozenset()
    number: int = 0  # the last round dealt
    playing: bool = False
    felt: OnFelt | None = None
    shoe: ShoeState | None = None
    next_shoe: ShoeState | None = None
    voids: int = 0  # shoes that were never dealt from, or not to their end
    deadline: int | None = None
    kept_at: int = field(default=0, compare=False)  # the event its last snapshot was made at
    seen: Shown = field(default_factory=dict, repr=False, compare=False)  # of this version
    shown: Shown = field(default_factory=dict, repr=False, compare=False)  # of every version

    def but(self, **changes: Any) -> TableState:
        """The table with these fields changed. What `dataclasses.replace` does, in a third of the
        time: every event does it twice."""
        changed = object.__new__(TableState)
        changed.__dict__.update(self.__dict__, **changes)
        return changed

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone seated, in seat order, each once."""
        return tuple(dict.fromkeys(self.chairs[seat].player for seat in sorted(self.chairs)))

    def seats_of(self, player: str) -> list[int]:
        return [seat for seat in sorted(self.chairs) if self.chairs[seat].player == player]

    def bets_of(self, player: str) -> bool:
        return any(self.chairs[seat].bets for seat in self.seats_of(player))

    def in_round(self, seat: int) -> bool:
        return self.playing and any(one.seat == seat for one in self.round.seats)

    @property
    def round(self) -> OnFelt:
        assert self.felt is not None
        return self.felt

    @property
    def current(self) -> ShoeState:
        assert self.shoe is not None
        return self.shoe

    @property
    def coming(self) -> ShoeState:
        assert self.next_shoe is not None
        return self.next_shoe

    def shoes(self) -> tuple[ShoeState, ShoeState]:
        return self.current, self.coming

    @property
    def asked_seat(self) -> int:
        """The seat the table waits for; 0 when it waits for none, or for late bets."""
        if not self.playing or self.round.waits:
            return 0
        ask = self.round.dealt.ask
        return self.round.seats[ask.place].seat if ask else 0

    @property
    def next_round(self) -> int:
        return self.number + 1

    def held(self) -> int:
        """Everything that lies on the felt, as the ledger's hold account must have it."""
        lying = sum(one.on_felt() for one in self.chairs.values())
        if self.playing:
            lying += sum(
                at_stake(self.round.dealt, place) for place in range(len(self.round.seats))
            )
        return lying


def laid(
    event: RoundDealt,
    game: Game,
    shoe: ShoeState,
    choices: tuple[Choice, ...] = (),
    timed: frozenset[int] = frozenset(),
    players: frozenset[str] = frozenset(),
) -> OnFelt:
    """The round that was dealt so, from that shoe."""
    return OnFelt(
        number=event.round,
        shoe=event.shoe,
        start=event.start,
        game=game,
        seats=event.seats,
        dealt_from=shoe,
        choices=choices,
        timed=timed,
        players=players,
    )


def at_stake(dealt: Dealt, place: int) -> int:
    """What a seat has up in a round, doubles, splits and insurance included, riding bets not, nor
    what the house has put up."""
    seat = dealt.seats[place]
    new = sum(bet.stake for bet in seat.bets if bet.wager not in seat.riding)
    more = dealt.put_up(place) - dealt.main_stake(place)
    return new + more + dealt.insurance_stake(place)
