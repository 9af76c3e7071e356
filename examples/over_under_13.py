"""Over 13 and Under 13: what your first two cards count, an ace as one; 13 itself loses both.
`holecard odds examples/over_under_13.py`"""

from holecard import PayTable, Wager


def over_13(first_value: int, second_value: int) -> int:
    return int(first_value + second_value > 13)


def under_13(first_value: int, second_value: int) -> int:
    return int(first_value + second_value < 13)


EVEN = (PayTable("even", {"win": 1}),)
WAGERS = (
    Wager(
        id="over-13",
        name="Over 13",
        classify=over_13,
        outcomes=("lose", "win"),
        defines={"win": "The first two cards count 14 or more, an ace as one."},
        paytables=EVEN,
    ),
    Wager(
        id="under-13",
        name="Under 13",
        classify=under_13,
        outcomes=("lose", "win"),
        defines={"win": "The first two cards count 12 or less, an ace as one."},
        paytables=EVEN,
    ),
)
