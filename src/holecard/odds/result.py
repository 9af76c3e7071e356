"""What the exact engine says of a wager: outcomes with their chances, and every figure from them.

A figure is a claim: it carries the rules line, the pay table, the method, and what it is per.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import fsum, sqrt
from typing import Any

from holecard.rows import Rows, pick
from holecard.wagers.definition import figure_hash
from holecard.wagers.game import Game
from holecard.wagers.paytable import TIP_STAKE, PayTable, tipped_per
from holecard.wagers.wager import Wager

EXACT = "exact"
SCHEMA = "holecard.odds/1"
# A wager's row for a data frame.
ROW = (
    "id", "name", "paytable", "play", "beside", "ev", "house_edge", "rtp", "hit_frequency",
    "push_frequency", "std_dev", "max_win", "wagered", "per", "method",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each outcome of a wager, in the order of its outcomes; exact fractions where
    no strategy is needed."""

    floats: tuple[float, ...]
    fractions: tuple[Fraction, ...] | None = None

    @staticmethod
    def counted(ways: Sequence[int], total: int) -> Chances:
        """From whole numbers of equally likely ways."""
        fractions = tuple(Fraction(number, total) for number in ways)
        return Chances(tuple(float(one) for one in fractions), fractions)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row of an outcome table. `pays` is to one, a tip that the player pays taken off."""

    id: str
    probability: float
    pays: Fraction
    fraction: Fraction | None = None
    tip: int = 0  # to the dealer, in cents
    error: float = 0.0  # of the probability

    @property
    def returns(self) -> float:
        """This row's part of the expected value."""
        return self.probability * float(self.pays)


@dataclass(frozen=True, slots=True)
class Offered:
    """A wager that the dealer offers in mid-round: how often, and what it comes to over the hands
    it is offered to."""

    chance: Fraction  # per round
    stake: Fraction  # in main wagers, at most
    outcomes: tuple[Outcome, ...]
    when: str
    terms: str
    choices: tuple[tuple[str, Fraction], ...] = ()  # what accepting and declining are worth

    @property
    def ev(self) -> float:
        """Per unit of its stake, at an offer."""
        return float(sum((row.fraction or 0) * row.pays for row in self.outcomes))

    @property
    def ev_per_round(self) -> float:
        """Per round, in main wagers, every offer taken in full."""
        return float(self.chance * self.stake) * self.ev

    def as_json(self) -> dict[str, Any]:
        choices = {name: float(value) for name, value in self.choices}
        return {
            "offered": float(self.chance),
            "offered_when": self.when,
            "offered_stake": str(self.stake),
            "ev_per_offer": self.ev,
            "ev_per_round": self.ev_per_round,
            **({"choices": choices} if choices else {}),
        }


@dataclass(frozen=True, repr=False)
class WagerOdds(Rows):
    """One wager under one pay table. `ev` is per `per`; where a strategy splits hands it is given,
    being known better than the rows."""

    id: str
    name: str
    paytable: str
    method: str
    outcomes: tuple[Outcome, ...]
    per: str = "wager"
    play: str = ""  # "main" or "wager": what the seat plays for, where that matters
    beside: str = ""  # the payment that is made in every round, where there is one: "burnout"
    given_ev: float | None = None
    given_error: float = 0.0  # of that
    wagered: float = 1.0  # expected total wager per initial wager
    tip: float = 0.0  # expected dealer tip in cents, per wager
    tip_from_player: bool = False
    tip_stake: int = TIP_STAKE  # the wager that a tip is taken off
    notes: tuple[str, ...] = ()
    offered: Offered | None = None
    outcomes_error: float = 0.0  # of each row's chance and of sums of them
    chances: Chances | None = field(default=None, repr=False)
    main_ev: float | None = None  # the main wager's under the same play, the payment taken off

    @property
    def condition(self) -> str:
        """What the figure takes for granted: `main`, `wager, with burnout`; empty for nothing."""
        made = f"with {self.beside}" if self.beside else ""
        return ", ".join(word for word in (self.play, made) if word)

    def hash_in(self, game: Game) -> str:
        """The hash of a document about this figure alone: the game's, or with what the figure
        takes for granted beyond play for the main wager."""
        play = self.play if self.play == "wager" else ""
        return figure_hash(game, play=play, beside=self.beside)

    def __repr__(self) -> str:
        entry = " ".join(word for word in (self.id, self.paytable, self.condition) if word)
        return f"<{entry}: house edge {self.edge_text}, {self.method}>"

    def __str__(self) -> str:
        from holecard.odds.format import wager_text

        return wager_text(self)

    def _repr_html_(self) -> str:
        from holecard.odds.format import wager_html

        return wager_html(self)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each outcome; `returns` is its part of the expected value."""
        return [
            {
                "outcome": one.id,
                "probability": float(one.probability),
                "pays": float(one.pays),
                "returns": float(one.returns),
            }
            for one in self.outcomes
        ]

    @cached_property
    def ev(self) -> float:
        if self.given_ev is not None:
            return self.given_ev
        return float(self.ev_fraction) if self.ev_fraction is not None else self.row_ev

    @property
    def ev_error(self) -> float:
        """How far the expected value can be off: what the error of each row can do to one that is
        made of them."""
        if self.chances is None:
            return self.given_error
        return fsum(row.error * abs(float(row.pays)) for row in self.outcomes)

    @property
    def row_ev(self) -> float:
        return fsum(row.returns for row in self.outcomes)

    @cached_property
    def ev_fraction(self) -> Fraction | None:
        """The expected value as a fraction; none where a strategy is involved."""
        total = Fraction(0)
        for row in self.outcomes:
            if row.fraction is None:
                return None
            total += row.fraction * row.pays
        return total

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def edge_text(self) -> str:
        """The house edge to the sixth decimal of a percent, or as far as it is right."""
        from holecard.odds.format import percent

        return percent(self.house_edge, self.ev_error, 6)

    @property
    def rtp(self) -> float:
        return 1 + self.ev

    @property
    def element_of_risk(self) -> float:
        """The house edge per unit wagered in all."""
        return -self.ev / self.wagered

    @property
    def hit_frequency(self) -> float:
        return fsum(row.probability for row in self.outcomes if row.pays > 0)

    @property
    def push_frequency(self) -> float:
        return fsum(row.probability for row in self.outcomes if row.pays == 0)

    def moment(self, power: int) -> float:
        """The central moment of the net per wager."""
        mean = self.row_ev
        return fsum(row.probability * (float(row.pays) - mean) ** power for row in self.outcomes)

    @property
    def variance(self) -> float:
        return self.moment(2)

    @property
    def std_dev(self) -> float:
        return sqrt(self.variance)

    @property
    def std_dev_error(self) -> float:
        """What the error of each row can do to the deviation."""
        squares = fsum(row.error * float(row.pays) ** 2 for row in self.outcomes)
        return squares / (2 * self.std_dev) if self.std_dev else 0.0

    @property
    def skew(self) -> float:
        return self.moment(3) / self.variance**1.5 if self.variance else 0.0

    @property
    def max_win(self) -> Fraction:
        """The most that can happen: of one deck no pair of like cards, whatever it would pay."""
        return max(row.pays for row in self.outcomes if row.probability > 0)

    def table_pays(self, row: Outcome) -> Fraction:
        """What the pay table says of a row, before a tip that the player pays."""
        return row.pays + (Fraction(row.tip, self.tip_stake) if self.tip_from_player else 0)

    @property
    def top_prize(self) -> Fraction:
        """The most that the pay table pays."""
        return max(self.table_pays(row) for row in self.outcomes)

    @property
    def table_ev(self) -> float:
        """Per wager of any size: before a tip that the player pays."""
        return self.ev + self.player_tip / self.tip_stake

    @property
    def player_tip(self) -> float:
        """What the player pays of the expected tip, in cents (B5)."""
        return self.tip if self.tip_from_player else 0.0

    @property
    def house_tip(self) -> float:
        """What the house pays of it."""
        return 0.0 if self.tip_from_player else self.tip

    def edge_after_tips(self, stake: int = TIP_STAKE) -> float:
        """What the house keeps per unit of a wager of this many cents: what the pay table leaves
        it, less the tips it pays itself (B5). A tip from the player goes to the dealer."""
        return -self.table_ev - self.house_tip / stake

    @property
    def tip_words(self) -> str:
        """Who pays the dealer's tip, and what that leaves the house."""
        payer = "player" if self.tip_from_player else "house"
        return (
            f"the dealer's tip comes to {self.tip / 100:.4f} dollars a wager, paid by the {payer}; "
            f"of a $5 wager the house keeps {self.edge_after_tips():.4%} after tips"
        )

    def tipped_by_player(self, stake: int = TIP_STAKE) -> WagerOdds:
        """The same wager when the player pays the tip, at this stake: `tip_from=player`."""
        rows = tuple(replace(r, pays=r.pays - Fraction(r.tip, stake)) for r in self.outcomes)
        return replace(
            self, outcomes=rows, tip_from_player=True, tip_stake=stake, per=tipped_per(stake)
        )

    def with_error(self, error: float) -> WagerOdds:
        """The same chances, each known to so much."""
        rows = tuple(replace(row, error=error) for row in self.outcomes)
        return replace(self, outcomes=rows, outcomes_error=error)

    def with_table(self, wager: Wager, table: PayTable) -> WagerOdds:
        """The same chances under another pay table: no recount."""
        if self.chances is None:
            raise ValueError(f"{self.id} is not paid by a pay table")
        table.check(wager.outcomes, wager.id)
        again = priced(wager, table, self.chances, self.method).with_error(self.outcomes_error)
        if self.tip_from_player:
            again = again.tipped_by_player(self.tip_stake)
        return replace(
            again,
            play=self.play,
            beside=self.beside,
            notes=self.notes,
            per=self.per,
            main_ev=self.main_ev,
        )


def priced(wager: Wager, table: PayTable, chances: Chances, method: str = EXACT) -> WagerOdds:
    """A wager's odds from the chances of its outcomes."""
    exact = chances.fractions or (None,) * len(wager.outcomes)
    rows = tuple(
        Outcome(name, chance, table.pays(name), fraction, table.tip(name))
        for name, chance, fraction in zip(wager.outcomes, chances.floats, exact, strict=True)
    )
    tip = fsum(row.probability * row.tip for row in rows)
    return WagerOdds(wager.id, wager.name, table.name, method, rows, tip=tip, chances=chances)


@dataclass(frozen=True, repr=False)
class GameOdds(Rows):
    """Every wager of a game under one set of rules."""

    game: Game
    wagers: tuple[WagerOdds, ...]
    version: str
    shoe: str = ""  # what is in it, unless it is the full decks of the rules
    splits: str = ""  # the convention, unless it is the usual one

    @property
    def line(self) -> str:
        """The rules these figures are for, with the shoe where it is another."""
        return f"{self.game.line}, shoe {self.shoe}" if self.shoe else self.game.line

    @property
    def definition_hash(self) -> str:
        """The game's, or one of the game with the shoe and the splits."""
        return figure_hash(self.game, shoe=self.shoe, splits=self.splits)

    def find(self, wager: str, paytable: str = "", play: str = "", beside: str = "") -> WagerOdds:
        """The first entry of that wager, pay table, play and payment; without a payment where
        there is such an entry, if none is named."""
        return pick(self.wagers, id=wager, paytable=paytable, play=play, beside=beside)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each wager and pay table; figures are per `per`."""
        return [{name: row_value(one, name) for name in ROW} for one in self.wagers]

    def __repr__(self) -> str:
        entries = f"{len(self.wagers)} wagers and pay tables"
        return f"<odds of {self.game.id} {self.line}: {entries}>"

    def as_json(self, fractions: bool = False) -> dict[str, Any]:
        return {
            **self.game.json_head(SCHEMA, self.version),
            "definition_hash": self.definition_hash,
            **({"shoe": self.shoe} if self.shoe else {}),
            **({"splits": self.splits} if self.splits else {}),
            "wagers": [wager_json(one, fractions) for one in self.wagers],
        }

    def _repr_html_(self) -> str:
        from holecard.odds.format import html

        return html(self)

    def __str__(self) -> str:
        from holecard.odds.format import text

        return text(self)


def row_value(odds: WagerOdds, name: str) -> str | float:
    value = getattr(odds, name)
    return value if isinstance(value, str) else float(value)


def wager_json(odds: WagerOdds, fractions: bool = False) -> dict[str, Any]:
    row = {
        "id": odds.id,
        "name": odds.name,
        "paytable": odds.paytable,
        "method": odds.method,
        "per": odds.per,
        "ev": odds.ev,
        "house_edge": odds.house_edge,
        "rtp": odds.rtp,
        "hit_frequency": odds.hit_frequency,
        "push_frequency": odds.push_frequency,
        "variance": odds.variance,
        "std_dev": odds.std_dev,
        "skew": odds.skew,
        "max_win": str(odds.max_win),
        "element_of_risk": odds.element_of_risk,
        "wagered": odds.wagered,
        "stderr": None,
        "outcomes": [outcome_json(one, fractions) for one in odds.outcomes],
    }
    if odds.outcomes_error:
        row["outcomes_error"] = odds.outcomes_error
    if odds.given_error:
        row["ev_error"] = odds.given_error
    if odds.play:
        row["play"] = odds.play
    if odds.beside:
        row["with"] = odds.beside
    if odds.main_ev is not None:
        row["main_ev"] = odds.main_ev
    if odds.tip:
        row |= {
            "expected_tip_cents": odds.tip,
            "tip_from": "player" if odds.tip_from_player else "house",
            "house_edge_after_tips_at_5_dollars": odds.edge_after_tips(),
        }
    if odds.offered:
        row |= odds.offered.as_json()
    if odds.notes:
        row["notes"] = list(odds.notes)
    if fractions and odds.ev_fraction is not None:
        row["ev_fraction"] = str(odds.ev_fraction)
    return row


def outcome_json(row: Outcome, fractions: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {"id": row.id, "probability": row.probability, "pays": str(row.pays)}
    if row.tip:
        plain["tip_cents"] = row.tip
    if row.error:
        plain["error"] = row.error
    if fractions and row.fraction is not None:
        plain["fraction"] = str(row.fraction)
    return plain
