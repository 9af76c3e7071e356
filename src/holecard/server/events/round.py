"""Events of a round: bets, who is ready, the deal, each choice, the settlement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Any, Self

from holecard.server.events.kept import Body, Kept
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import Choice, read_choice
from holecard.wagers.meter_turns import MeterTurn
from holecard.wagers.riding import Carried


def bet_rows(bets: Iterable[Bet]) -> list[list[Any]]:
    return [
        [bet.wager, bet.stake, bet.paytable, *([] if bet.meter is None else [bet.meter])]
        for bet in bets
    ]


def read_bets(rows: Iterable[Iterable[Any]]) -> tuple[Bet, ...]:
    return tuple(Bet(*row) for row in rows)


@dataclass(frozen=True, slots=True)
class BetsPlaced(Kept):
    """All bets of the named seats; none, where they are taken back."""

    kind = "bets/placed"
    round: int
    player: str
    seats: Mapping[int, tuple[Bet, ...]]

    def body(self) -> Body:
        seats = [{"seat": seat, "bets": bet_rows(bets)} for seat, bets in self.seats.items()]
        return {"round": self.round, "player": self.player, "seats": seats}

    @classmethod
    def read(cls, body: Body) -> Self:
        seats = {one["seat"]: read_bets(one["bets"]) for one in body["seats"]}
        return cls(body["round"], body["player"], seats)


@dataclass(frozen=True, slots=True)
class PlayerConfirmed(Kept):
    kind = "player/confirmed"
    round: int
    player: str


@dataclass(frozen=True, slots=True)
class WindowClosed(Kept):
    """Nobody has bet."""

    kind = "window/closed"
    round: int


@dataclass(frozen=True, slots=True)
class RoundDealt(Kept):
    kind = "round/dealt"
    round: int
    shoe: int
    start: int  # cards of the shoe that were dealt before
    seats: tuple[SeatBets, ...]

    def body(self) -> Body:
        seats = [
            {
                "seat": one.seat,
                "bets": bet_rows(one.bets),
                "button": one.button,
                "riding": sorted(one.riding),
            }
            for one in self.seats
        ]
        return {"round": self.round, "shoe": self.shoe, "start": self.start, "seats": seats}

    @classmethod
    def read(cls, body: Body) -> Self:
        seats = tuple(
            SeatBets(one["seat"], read_bets(one["bets"]), one["button"], frozenset(one["riding"]))
            for one in body["seats"]
        )
        return cls(body["round"], body["shoe"], body["start"], seats)


@dataclass(frozen=True, slots=True)
class LateBets(Kept):
    """What a player bets when the dealer's card is up, at any of the seats; none, where nothing."""

    kind = "bets/late"
    round: int
    player: str
    seats: Mapping[int, tuple[Bet, ...]]
    default: bool  # said by the clock: nothing

    def body(self) -> Body:
        seats = [{"seat": seat, "bets": bet_rows(bets)} for seat, bets in self.seats.items()]
        return {
            "round": self.round,
            "player": self.player,
            "seats": seats,
            "default": self.default,
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        seats = {one["seat"]: read_bets(one["bets"]) for one in body["seats"]}
        return cls(body["round"], body["player"], seats, body["default"])


@dataclass(frozen=True, slots=True)
class ChoiceMade(Kept):
    kind = "choice/made"
    round: int
    step: int  # choices of the round that were made before
    seat: int
    choice: Choice
    default: bool  # made by the clock

    def body(self) -> Body:
        return {
            "round": self.round,
            "step": self.step,
            "seat": self.seat,
            "choice": str(self.choice),
            "default": self.default,
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        choice = read_choice(body["choice"])
        return cls(body["round"], body["step"], body["seat"], choice, body["default"])


@dataclass(frozen=True, slots=True)
class RoundMetered(Kept):
    """The last card has fallen: what each bet that is paid from a meter puts on it, finds there,
    and wins. Written before the settlement, in the same transaction."""

    kind = "round/metered"
    round: int
    turns: tuple[MeterTurn, ...]

    def body(self) -> Body:
        return {"round": self.round, "turns": [list(astuple(one)) for one in self.turns]}

    @classmethod
    def read(cls, body: Body) -> Self:
        return cls(body["round"], tuple(MeterTurn(*row) for row in body["turns"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled(Kept):
    kind = "round/settled"
    round: int
    shoe: int
    drawn: str
    line: str
    called_off: bool
    players: Mapping[int, str]  # by seat, like `net` and `carried`
    net: Mapping[int, int]
    purses: Mapping[str, tuple[int, int]]  # by player: before and after
    carried: Mapping[int, Carried]

    def body(self) -> Body:
        kept = {str(seat): [one.button, bet_rows(one.bets)] for seat, one in self.carried.items()}
        return {
            **Kept.body(self),
            "players": {str(seat): player for seat, player in self.players.items()},
            "net": {str(seat): cents for seat, cents in self.net.items()},
            "purses": {player: list(moved) for player, moved in self.purses.items()},
            "carried": kept,
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        carried = body["carried"].items()
        return cls(
            round=body["round"],
            shoe=body["shoe"],
            drawn=body["drawn"],
            line=body["line"],
            called_off=body["called_off"],
            players={int(seat): player for seat, player in body["players"].items()},
            net={int(seat): cents for seat, cents in body["net"].items()},
            purses={player: (before, after) for player, (before, after) in body["purses"].items()},
            carried={int(seat): Carried(at, read_bets(bets)) for seat, (at, bets) in carried},
        )
