"""Figures from counts: what each wager came to, with its standard error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, sqrt
from typing import Any

import numpy as np

from holecard.errors import BadDefinition
from holecard.rows import Rows, columns, html_table
from holecard.simulator.engine.blocks import OUTCOMES, Tally
from holecard.simulator.engine.lineup import Lineup
from holecard.simulator.engine.net_word import layout_of
from holecard.simulator.engine.plan import NET_STEP, NET_ZERO, TENTHS
from holecard.simulator.engine.sorter import NO_BET
from holecard.text.words import with_payment
from holecard.wagers.paytable import TIP_STAKE, PayTable, tipped_per
from holecard.wagers.wager import RIDES, RIDING, Wager

FEWEST_BLOCKS = 8  # to take a standard error from


@dataclass(frozen=True, slots=True)
class Row:
    """One outcome of a wager: how often it came, and what it pays."""

    id: str
    count: int
    pays: Fraction


@dataclass(frozen=True, repr=False)
class WagerFigures(Rows):
    """One wager under one pay table, as simulated. Figures are per `per`; `spread` is the standard
    error taken from block to block where rounds depend on each other, else none."""

    id: str
    name: str
    paytable: str
    per: str
    outcomes: tuple[Row, ...]
    wagered: float = 1.0
    spread: float | None = None
    beside: str = ""  # the payment that is made in every round, where there is one
    together: int = 1  # bets of one round, which may come to the same: seats share the dealer

    def __repr__(self) -> str:
        return f"<{self.headline}>"

    def __str__(self) -> str:
        return f"{self.headline}\n{columns(self.cells)}"

    def _repr_html_(self) -> str:
        return html_table(self.cells, self.headline)

    @property
    def label(self) -> str:
        """`bonus-2 with burnout`; an entry of a payment's own has it in its name."""
        named = not self.beside or self.id.endswith(f"-{self.beside}")
        return self.id if named else f"{self.id} with {self.beside}"

    @property
    def headline(self) -> str:
        edge = f"house edge {self.house_edge:.4%}, standard error {self.stderr:.4%}"
        return f"{self.label} {self.paytable}: {edge}, {self.rounds:,} bets settled"

    @property
    def cells(self) -> list[list[str]]:
        """A row for each outcome, under a head."""
        body = [[one.id, f"{one.count:,}", str(one.pays)] for one in self.outcomes]
        return [["outcome", "count", "pays"], *body]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each outcome: how often it came, and what it pays."""
        return [
            {"outcome": one.id, "count": int(one.count), "pays": float(one.pays)}
            for one in self.outcomes
        ]

    @cached_property
    def rounds(self) -> int:
        """How many bets were settled."""
        return sum(row.count for row in self.outcomes)

    @cached_property
    def mean(self) -> Fraction:
        total = sum((row.count * row.pays for row in self.outcomes), Fraction(0))
        return total / self.rounds if self.rounds else Fraction(0)

    @property
    def ev(self) -> float:
        return float(self.mean)

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def rtp(self) -> float:
        return 1 + self.ev

    @cached_property
    def variance(self) -> float:
        if not self.rounds:
            return 0.0
        squares = sum((row.count * row.pays**2 for row in self.outcomes), Fraction(0))
        return float(squares / self.rounds - self.mean**2)

    @property
    def std_dev(self) -> float:
        return sqrt(max(self.variance, 0.0))

    @property
    def stderr(self) -> float:
        if self.spread is not None:
            return self.spread
        # However alike the bets of one round are, their mean varies no more than a single one.
        return self.std_dev / sqrt(self.rounds / self.together) if self.rounds else inf

    def share(self, sign: int) -> float:
        """How often it won (1), pushed (0) or lost (-1)."""
        wanted = sum(r.count for r in self.outcomes if (r.pays > 0) - (r.pays < 0) == sign)
        return wanted / self.rounds if self.rounds else 0.0

    @property
    def max_win(self) -> Fraction:
        return max((row.pays for row in self.outcomes if row.count), default=Fraction(0))

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "paytable": self.paytable,
            "method": "simulated",
            "per": self.per,
            "ev": self.ev,
            "house_edge": self.house_edge,
            "rtp": self.rtp,
            "hit_frequency": self.share(1),
            "push_frequency": self.share(0),
            "variance": self.variance,
            "std_dev": self.std_dev,
            "max_win": str(self.max_win),
            "element_of_risk": self.house_edge / self.wagered,
            "wagered": self.wagered,
            "stderr": self.stderr if self.rounds else None,
            "rounds": self.rounds,
            **({"with": self.beside} if self.beside else {}),
            "outcomes": [
                {
                    "id": row.id,
                    "probability": row.count / self.rounds if self.rounds else 0.0,
                    "count": row.count,
                    "pays": str(row.pays),
                }
                for row in self.outcomes
            ],
        }


def net_rows(nets: Any, fee: Fraction) -> tuple[Row, ...]:
    """A main wager's rows: every net that came, best first, after the payment if there is one."""
    by_net: dict[Fraction, int] = {}
    for code in np.flatnonzero(nets).tolist():
        net = Fraction(code // NET_STEP - NET_ZERO, TENTHS) - fee
        by_net[net] = by_net.get(net, 0) + int(nets[code])
    return tuple(
        Row(f"net {'+' if net > 0 else ''}{float(net):g}", by_net[net], net)
        for net in sorted(by_net, reverse=True)
    )


def added(nets: Any) -> int:
    """How many wagers were added by doubling and splitting."""
    return sum(code % NET_STEP * int(nets[code]) for code in np.flatnonzero(nets).tolist())


def main_figures(
    lineup: Lineup, nets: Any, spread: float | None = None, seats: int = 1
) -> WagerFigures:
    fee = lineup.payment
    rows = net_rows(nets, fee)
    rounds = int(nets.sum())
    name = with_payment(lineup.main, lineup.fee) if lineup.fee else lineup.main.name
    return WagerFigures(
        lineup.entry,
        name,
        "standard",
        "main wager, after the payment" if lineup.fee else "initial wager",
        rows,
        wagered=1 + float(fee) + (added(nets) / rounds if rounds else 0.0),
        spread=spread,
        beside=lineup.fee.id if lineup.fee else "",
        together=seats,
    )


def wager_figures(
    wager: Wager, counts: Any, tables: Sequence[str] = (), tipped: bool = False
) -> list[WagerFigures]:
    """A wager under each of its pay tables, or those named. A tip the player pays (B5) is taken off
    a bet of the usual size."""

    def pays(table: PayTable, name: str) -> Fraction:
        return table.after_tip(name, TIP_STAKE) if tipped else table.pays(name)

    return [
        WagerFigures(
            wager.id,
            wager.name,
            table.name,
            tipped_per(TIP_STAKE) if tipped and table.tips else wager.per_table(table),
            tuple(
                Row(name, int(counts[at]), pays(table, name))
                for at, name in enumerate(wager.outcomes)
                if not (wager.kind == RIDING and name == RIDES)
            ),
        )
        for table in wager.paytables
        if not tables or table.name in tables
    ]


def outcome_counts(tally: Tally, at: int, wager: Wager) -> Any:
    """[outcome] how often it came; wagers with many looks are classified here."""
    counts, look = tally.outcomes[at].copy(), layout_of(wager).look
    for record, number in tally.wide.get(at, {}).items():
        counts[wager.classified({name: look(record, name) for name in wager.looks})] += number
    bad = counts[len(wager.outcomes) : NO_BET].sum()
    if bad:
        raise BadDefinition(f"{wager.id} gives no outcome for {bad} of the rounds dealt")
    return counts[:OUTCOMES]
