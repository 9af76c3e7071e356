"""A pay table: what each outcome of a wager pays, as data. Odds are to one; LOSES is -1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from holecard.errors import BadDefinition, UnknownName
from holecard.fields import check_mapping
from holecard.money import money_text, plain_money
from holecard.wagers.proofread import check_odds, check_prizes, check_table

LOSES = Fraction(-1)
PUSHES = Fraction(0)
TIP_STAKE = 500  # B5: figures with tips are for a $5 wager unless told


def tipped_per(stake: int) -> str:
    """What figures are per when the player pays the tip: it does not grow with the stake."""
    return f"wager of {money_text(stake)}, the tip taken off"


class Printed(NamedTuple):
    """A table as a sheet prints it, where a pay table is worked out from several."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PayTable:
    """Odds by outcome name, and the fixed dealer tip (in cents) an outcome may carry.

    >>> import holecard as hc
    >>> hc.PayTable("ours", {"pair": 11, "suited": 25})
    PayTable('ours', {'pair': 11, 'suited': 25})
    """

    name: str
    odds: Mapping[str, Fraction | int]  # by outcome, to one: 0 pushes, -1 loses
    tips: Mapping[str, int] = field(default_factory=dict)  # in cents, by outcome
    ours: bool = False  # designed by Holecard, not printed on a sheet
    stake: int = 0  # the one bet in cents its prizes are for; 0 for odds, which are for any
    sized: str = ""  # of tables by the size of a bet: what they are called together
    least: int = 0  # and the smallest bet in cents this one is for
    prizes: Mapping[str, int] = field(default_factory=dict)  # and its flat prizes, in cents

    @staticmethod
    def for_one(name: str, odds: Mapping[str, Fraction | int], **more: Any) -> PayTable:
        """A table whose prizes include the stake: 2 for 1 is even money, 1 for 1 is a push.

        >>> PayTable.for_one("ours", {"pair": 12})
        PayTable('ours', {'pair': 11})
        """
        check_odds(f"pay table {name}", odds, {})
        return PayTable(name, {outcome: pays - 1 for outcome, pays in odds.items()}, **more)

    @staticmethod
    def in_money(name: str, prizes: Mapping[str, int], stake: int, **more: Any) -> PayTable:
        """A table of flat prizes in cents, for bets of one size, which are given back with them.

        >>> PayTable.in_money("ours", {"pair": 1_000, "suited": 25_000}, stake=500)
        PayTable('ours', {'pair': Fraction(2, 1), 'suited': Fraction(50, 1)}, stake=500)
        """
        check_prizes(f"pay table {name}", stake, prizes)
        odds = {outcome: Fraction(cents, stake) for outcome, cents in prizes.items()}
        return PayTable(name, odds, stake=stake, **more)

    @staticmethod
    def by_size(
        name: str,
        sizes: Mapping[int, Mapping[str, Fraction | int]],
        prizes: Mapping[int, Mapping[str, int]] | None = None,
    ) -> tuple[PayTable, ...]:
        """Tables by the size of a bet: odds by the smallest bet in cents they are for, and flat
        prizes in cents likewise, which do not grow until the next size does. A bet is paid by the
        table of its size, whichever of them it names.

        >>> small, large = PayTable.by_size(
        ...     "ours", {100: {"pair": 10}, 500: {"pair": 11}}, {500: {"suited": 2_500_00},
        ...     100: {"suited": 200_00}})
        >>> large
        PayTable('ours-from-5', {'pair': 11, 'suited': Fraction(500, 1)}, sized='ours', least=500)
        """
        flat = prizes or {}
        for what, found in (("sizes", sizes), ("prizes", flat)):
            check_mapping(f"pay table {name}", what, found, "{100: {'pair': 11}}")
        if set(flat) - set(sizes) or not sizes:
            raise BadDefinition(f"pay table {name}: prizes are for the sizes that its odds are for")
        for least, odds in sizes.items():
            check_mapping(f"pay table {name}", f"odds from {least!r}", odds, "{'pair': 11}")
            check_prizes(f"pay table {name}", least, flat.get(least, {}))
        return tuple(
            PayTable(
                f"{name}-from-{plain_money(least)}",
                {**odds, **{one: Fraction(won, least) for one, won in flat.get(least, {}).items()}},
                sized=name,
                least=least,
                prizes=dict(flat.get(least, {})),
            )
            for least, odds in sorted(sizes.items())
        )

    def at(self, stake: int) -> PayTable:
        """The table for a bet of just this size: its flat prizes as odds."""
        flat = {outcome: Fraction(won, stake) for outcome, won in self.prizes.items()}
        return replace(self, odds={**self.odds, **flat}) if flat else self

    def __repr__(self) -> str:
        said = [repr(self.name), repr(dict(self.odds))]
        said += [f"tips={dict(self.tips)!r}"] * bool(self.tips) + ["ours=True"] * self.ours
        said += [f"stake={self.stake}"] * bool(self.stake)
        said += [f"sized={self.sized!r}, least={self.least}"] * bool(self.sized)
        return f"PayTable({', '.join(said)})"

    def __str__(self) -> str:
        from holecard.rows import columns

        return columns(self.cells)

    def _repr_html_(self) -> str:
        from holecard.rows import html_table

        return html_table(self.cells, self.name)

    @property
    def cells(self) -> list[list[str]]:
        """A row for each outcome, under a head."""
        head = [self.name, "pays", *["tip"] * bool(self.tips)]
        return [head, *([name, str(self.pays(name)), *self.tip_cell(name)] for name in self.odds)]

    def tip_cell(self, outcome: str) -> list[str]:
        return [money_text(self.tip(outcome))] * bool(self.tips)

    def pays(self, outcome: str) -> Fraction:
        return LOSES if outcome == "lose" else Fraction(self.odds[outcome])

    def tip(self, outcome: str) -> int:
        return self.tips.get(outcome, 0)

    def after_tip(self, outcome: str, stake: int) -> Fraction:
        """What an outcome pays to one of this stake when the player pays the tip (B5)."""
        return self.pays(outcome) - Fraction(self.tip(outcome), stake)

    def check(self, outcomes: tuple[str, ...], wager: str) -> None:
        """Refuse a table that does not pay exactly the wager's outcomes."""
        where = f"pay table {self.name} of {wager}"
        check_table(where, self)
        check_odds(where, self.odds, self.tips)
        for outcome in (*self.odds, *self.tips):
            if outcome not in outcomes:
                raise BadDefinition(f"{where}: {UnknownName('outcome', outcome, outcomes)}")
        for outcome in outcomes:
            if outcome != "lose" and outcome not in self.odds:
                raise BadDefinition(f"{where} does not say what {outcome} pays")
        for outcome, odds in self.odds.items():
            if odds < 0 and odds != LOSES:
                raise BadDefinition(f"{where}: {outcome} cannot pay {odds}: odds are 0 or more")
