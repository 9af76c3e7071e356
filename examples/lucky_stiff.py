"""Lucky Stiff: a hard 12 to 16 that wins; 6-6, 7-7, 8-8 and a blackjack are paid at once.
`holecard odds examples/lucky_stiff.py`: exact for a seat that plays for its main wager, and for one
that plays for this bet alone."""

from holecard import PayTable, Wager
from holecard.dealing.settle import PUSH, WIN

LOST, STIFF_WINS, STIFF_PUSHES, PAIR, BLACKJACK = range(5)


def lucky_stiff(
    first_value: int, second_value: int, start_total: int, natural: int, hand_result: int
) -> int:
    if natural:
        return BLACKJACK
    soft = first_value == 1 or second_value == 1
    if soft or not 12 <= start_total <= 16:
        return LOST
    if first_value == second_value:
        return PAIR
    if hand_result == WIN:
        return STIFF_WINS
    return STIFF_PUSHES if hand_result == PUSH else LOST


WAGERS = (
    Wager(
        id="lucky-stiff",
        name="Lucky Stiff",
        says="your first two cards are a hard 12 to 16, and win",
        classify=lucky_stiff,
        outcomes=("lose", "stiff-wins", "stiff-pushes", "stiff-pair", "blackjack"),
        defines={
            "stiff-wins": "A hard 12 to 16, no pair, wins in the end.",
            "stiff-pushes": "A hard 12 to 16, no pair, ties the dealer in the end.",
            "stiff-pair": "The first two cards are 6-6, 7-7 or 8-8, whatever comes of them.",
            "blackjack": "The first two cards are a blackjack, whatever the dealer has.",
        },
        paytables=tuple(
            PayTable(
                f"{pair} to 1",
                {"stiff-wins": 5, "stiff-pushes": 0, "stiff-pair": pair, "blackjack": 1},
            )
            for pair in (10, 9)
        ),
    ),
)
