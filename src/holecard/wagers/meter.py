"""A progressive meter: money that grows with every bet on a wager, and that some outcomes are paid
from. Its bets are of one size, because what they win is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from holecard.errors import BadDefinition, UnknownName
from holecard.fields import check_flag, check_mapping, is_whole
from holecard.money import LARGEST, money_text
from holecard.wagers.looks import PLAYED
from holecard.wagers.paytable import PayTable

WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """A share of every bet goes onto the meter before its round is settled. An outcome is paid its
    part of what is then on it, in whole cents, the rest of a cent staying there, and that is taken
    off; who wins the whole starts it again at the seed, which the house puts up. What a bet finds
    on it stands with the bet (`Bet.meter`): meter_turns.py.

    >>> from fractions import Fraction
    >>> Meter(seed=1_000_00, share=Fraction(1, 5), pays={"three-sevens": Fraction(1)}).words
    'the meter starts at $1,000.00 and takes 20% of every bet; three-sevens wins 100% of it'
    """

    seed: int  # in cents: where it starts, and starts again
    share: Fraction  # of every bet, which goes onto it
    pays: Mapping[str, Fraction]  # by outcome, the part of the meter that is won
    keeps_stake: bool = True  # "for one": the stake of a bet that wins from it is not given back

    def check(self, outcomes: tuple[str, ...], wager: str) -> None:
        """Refuse a meter that cannot be meant."""
        where = f"the meter of {wager}"
        if not is_whole(self.seed) or self.seed < 0:
            raise BadDefinition(f"{where} starts at {self.seed!r}: whole cents from 0")
        if not isinstance(self.share, Fraction) or not 0 <= self.share <= 1:
            raise BadDefinition(f"{where} takes {self.share!r} of a bet: a Fraction from 0 to 1")
        if self.seed > LARGEST:
            raise BadDefinition(
                f"{where} starts at {self.seed} cents: {money_text(LARGEST)} at most"
            )
        check_flag(where, "keeps_stake", self.keeps_stake)
        check_mapping(where, "pays", self.pays, "{'jackpot': Fraction(1)}")
        for outcome, part in self.pays.items():
            if outcome not in outcomes or outcome == "lose":
                paid = [one for one in outcomes if one != "lose"]
                raise BadDefinition(f"{where}: {UnknownName('outcome', outcome, paid)}")
            if not isinstance(part, Fraction) or not 0 < part <= 1:
                raise BadDefinition(f"{where} pays {outcome} {part!r}: a Fraction up to 1")
        if WHOLE not in self.pays.values():
            raise BadDefinition(f"{where} is never won whole: some outcome pays Fraction(1)")

    @property
    def base(self) -> Fraction:
        """What an outcome it pays comes to besides, to one: its stake, or nothing."""
        return Fraction(-1 if self.keeps_stake else 0)

    @property
    def words(self) -> str:
        parts = ", ".join(f"{name} wins {percent(part)}" for name, part in self.pays.items())
        start = f"the meter starts at {money_text(self.seed)}"
        return f"{start} and takes {percent(self.share)} of every bet; {parts} of it"

    def wins(self, outcome: str, cents: int) -> int:
        """What an outcome takes off a meter with so much on it."""
        return int(self.pays.get(outcome, Fraction(0)) * cents)

    def table_at(self, table: PayTable, cents: int, stake: int) -> PayTable:
        """The pay table with so much on the meter, for a bet of its one size."""
        won = {
            outcome: self.base + Fraction(self.wins(outcome, cents), stake) for outcome in self.pays
        }
        return replace(table, odds={**table.odds, **won})


def percent(part: Fraction) -> str:
    return f"{float(100 * part):g}%"


def check_meter(wager: Any) -> None:
    """A wager with a meter is of one size, and nobody's play matters to it."""
    played = [name for name in wager.looks if name in (*PLAYED, "streak")]
    if played:
        raise BadDefinition(
            f"{wager.id} has a meter and looks at {', '.join(played)}: figures of a meter are for "
            "bets that do not depend on how a seat plays"
        )
    wager.meter.check(wager.outcomes, wager.id)
    if wager.least != wager.most:
        raise BadDefinition(
            f"{wager.id} has a meter and takes {money_text(wager.least)} to "
            f"{money_text(wager.most)}: what a meter pays does not grow with a bet, so give it one "
            "size: least and most the same"
        )
    check_settled(wager)


def check_settled(wager: Any) -> None:
    """What a table must be able to do with it: move whole cents, at the end of a round, to and from
    a player."""
    share = wager.meter.share * wager.least
    if share.denominator != 1:
        raise BadDefinition(
            f"the meter of {wager.id} takes {percent(wager.meter.share)} of "
            f"{money_text(wager.least)}, which is {float(share):g} cents: a share of whole cents"
        )
    if wager.settles:
        raise BadDefinition(
            f"{wager.id} has a meter and settles early: what is on a meter is known when a round "
            "ends, so leave `settles` out"
        )
    with_tips = {outcome for table in wager.paytables for outcome in table.tips}
    tipped = sorted(with_tips & set(wager.meter.pays))
    if tipped or wager.payee != "player":
        what = f"a tip with {', '.join(tipped)}" if tipped else f"its payee is {wager.payee}"
        raise BadDefinition(f"{wager.id} has a meter, and {what}: a meter pays players only")
