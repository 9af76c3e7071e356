"""A session of one wager: what the player and the house have after N rounds at a stake.

Everything comes from the exact outcomes of a round, added up without simulation. `house` is not
the player's result turned round where the house pays a tip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from holecard import __version__
from holecard.errors import BadDefinition
from holecard.lab.distribution import Distribution, after, check_rounds, one_round
from holecard.lab.nets import counted_in, nets_of
from holecard.lab.ruin import Ruin, ruin
from holecard.odds.result import WagerOdds
from holecard.rows import Rows
from holecard.wagers.game import Game

SCHEMA = "holecard.session/1"
SHARES = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
ALARMS = (0.95, 0.999)  # look again; stop the game and look
BAND_ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
METHOD = "sum of independent rounds by FFT of the exact outcomes of one round"
BINS = 160


@dataclass(frozen=True)
class Band:
    """Where the house's win, per unit of initial wagers, lies with a given chance."""

    rounds: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Session(Rows):
    """What a wager comes to after many rounds. Money in cents."""

    game: Game
    odds: WagerOdds
    rounds: int
    stake: int
    player: Distribution
    house: Distribution
    bands: tuple[Band, ...]
    ruin: Ruin | None = None
    watched: WagerOdds | None = None  # what the bands are of, where that is played otherwise
    chosen: str = ""  # how the way of playing was chosen, where there was a choice

    @property
    def expected(self) -> float:
        """The player's expected result in cents, from the exact value of the wager."""
        return self.rounds * (self.stake * self.odds.table_ev - self.odds.player_tip)

    @property
    def house_expected(self) -> float:
        """The house's, tips it pays taken off."""
        return -self.rounds * (self.stake * self.odds.table_ev + self.odds.house_tip)

    @property
    def counted_in(self) -> str:
        return counted_in(self.game, self.odds)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each side, in cents: `10%` is what a tenth of sessions do not exceed."""
        sides = (
            ("player", self.expected, self.player),
            ("house", self.house_expected, self.house),
        )
        return [side_row(name, expected, side) for name, expected, side in sides]

    def __repr__(self) -> str:
        from holecard.lab.session_text import headline

        return f"<session of {self.game.id} {self.game.line}: {headline(self)}>"

    def __str__(self) -> str:
        from holecard.lab.session_text import session_text

        return session_text(self)

    def _repr_html_(self) -> str:
        from holecard.lab.session_text import session_html

        return session_html(self)

    @property
    def definition_hash(self) -> str:
        return self.odds.hash_in(self.game)

    def as_json(self) -> dict[str, Any]:
        odds = self.odds
        return {
            **self.game.json_head(SCHEMA, __version__),
            "definition_hash": self.definition_hash,
            "wager": odds.id,
            "paytable": odds.paytable,
            **({"play": odds.play} if odds.play else {}),
            **({"with": odds.beside} if odds.beside else {}),
            **({"chosen": self.chosen} if self.chosen else {}),
            "method": f"{METHOD}; the round: {odds.method}",
            "per": f"{self.rounds} {self.counted_in}",
            "money": "cents",
            "rounds": self.rounds,
            "stake": self.stake,
            "expected": self.expected,
            "house_expected": self.house_expected,
            "player": side_json(self.player),
            "house": side_json(self.house),
            "bands": [vars(band) for band in self.bands],
            "ruin": vars(self.ruin) if self.ruin else None,
        }


def side_row(name: str, expected: float, side: Distribution) -> dict[str, Any]:
    return {
        "side": name,
        "expected": float(expected),
        "std_dev": side.deviation,
        "ahead": side.ahead,
        "even": side.even,
        "behind": side.behind,
        **{f"{100 * share:g}%": int(side.percentile(share)) for share in SHARES},
    }


def side_json(side: Distribution) -> dict[str, Any]:
    return {
        "mean": side.mean,
        "std_dev": side.deviation,
        "ahead": side.ahead,
        "even": side.even,
        "behind": side.behind,
        "total": float(side.chances.sum()),
        "percentiles": {f"{100 * share:g}": side.percentile(share) for share in SHARES},
        "bins": [
            {"from": low, "to": high, "probability": chance}
            for low, high, chance in side.bins(BINS)
        ],
    }


def session(
    game: Game,
    odds: WagerOdds,
    rounds: int,
    stake: int,
    bankroll: int | None = None,
    band_rounds: Sequence[int] = BAND_ROUNDS,
    watched: WagerOdds | None = None,
    chosen: str = "",
) -> Session:
    """`rounds` of one wager at a stake in cents, and the bands an operator would watch: those of
    `watched`, if the same wager played otherwise is given."""
    check_rounds(rounds)
    player, house = nets_of(game, odds, stake)
    if len({net for net, chance in player.items() if chance > 0}) < 2:
        raise BadDefinition(f"{odds.id} always comes to the same: there is nothing to add up")
    counts = sorted({*band_rounds, rounds})
    held = one_round(house)
    seen = one_round(nets_of(game, watched, stake)[1]) if watched else held
    return Session(
        game,
        odds,
        rounds,
        stake,
        after(one_round(player), rounds),
        after(held, rounds),
        tuple(band for number in counts for band in bands(seen, number, stake)),
        None if bankroll is None else ruin(player, stake, bankroll, rounds),
        watched,
        chosen,
    )


def bands(house: Distribution, rounds: int, stake: int) -> list[Band]:
    """The bands of the house's win after so many rounds."""
    held = after(house, rounds)
    staked = rounds * stake
    found = []
    for share in ALARMS:
        low, high = held.band(share)
        found.append(Band(rounds, share, low / staked, high / staked))
    return found
