"""What two cards are worth to one who may swap second cards, as a table to add up: the swap is made
where the two hands come to more with it."""

from __future__ import annotations

from holecard.odds.charts.by_total import column_of
from holecard.odds.solve.best_play import ACE, TEN
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.switch import PARTS, TWO, SwitchPlay

STEP = 1000  # of a wager
SAYS = (
    "What two cards are worth in hundredths of a wager, once the dealer has looked, each hand "
    "played by the charts. Add up both hands as they are and with their second cards swapped: "
    "swap where that is more. An ace and a ten that come together by a swap are 21 and no "
    "blackjack: their own row."
)
SWAPPED = "AT swapped"
FIRST_PART = "worth with an ace"
Row = tuple[str, list[str]]


def swap_rows(play: SwitchPlay, columns: tuple[str, ...]) -> list[Row]:
    """A row for any two cards, a cell for each up card."""
    places = {column_of(one.seen.values): at for at, one in enumerate(play.sights)}
    worth = play.worth[:, [places[one] for one in columns]]
    found = [(NAMES[low] + NAMES[high], worth[0, :, low, high]) for low, high in TWO]
    found.append((SWAPPED, worth[1, :, ACE, TEN]))
    return [(label, [shown(one) for one in row.tolist()]) for label, row in found]


def shown(worth: int) -> str:
    return f"{100 * round(worth / PARTS * STEP) / STEP:+.1f}"


def swap_parts(play: SwitchPlay, columns: tuple[str, ...]) -> list[tuple[str, list[Row]]]:
    """The same in three: hands with an ace, other pairs, and the rest."""
    rows = swap_rows(play, columns)
    aces = [row for row in rows if row[0][0] == "A"]
    pairs = [row for row in rows if row not in aces and row[0][0] == row[0][1]]
    rest = [row for row in rows if row not in aces and row not in pairs]
    return [(FIRST_PART, aces), ("worth of pairs", pairs), ("worth of other hands", rest)]
