"""`holecard.deal_round` and `holecard.replay`: one round, dealt from given cards."""

from __future__ import annotations

from collections.abc import Sequence

from holecard.cards import read_cards
from holecard.door.asked import game_of
from holecard.text.dealt_round import DealtRound
from holecard.text.line import Line, deal_line, read_choices, read_line, read_seats
from holecard.text.line import replay as deal_again
from holecard.wagers.bets import SeatBets, check_table
from holecard.wagers.dealt import Choice
from holecard.wagers.game import Game


def deal_round(
    game: Game | str,
    seats: Sequence[SeatBets] | str,
    shoe: Sequence[int] | str,
    choices: Sequence[Choice] | str = (),
) -> DealtRound:
    """A round dealt from the front of `shoe` as far as the choices go, wagers and choices checked.
    Texts are read as in a round line.

    >>> import holecard as hc
    >>> dealt = hc.deal_round("classic", "1 main 10", "7h 7c 9d Ts 4h", "hit")
    >>> dealt.ask.legal
    <Legal: stand, hit>
    >>> dealt
    classic 6D H17 DAS SP4 3:2 peek | 7h 7c 9d Ts 4h | 1 main 10 | hit |
    """
    ruled = game_of(game)
    placed = read_seats(ruled, seats) if isinstance(seats, str) else tuple(seats)
    check_table(ruled, placed)
    cards = read_cards(shoe) if isinstance(shoe, str) else tuple(shoe)
    made = read_choices(choices) if isinstance(choices, str) else tuple(choices)
    return deal_line(Line(ruled, cards, placed, made))


def replay(line: Line | str) -> DealtRound:
    """The round of a line, dealt again: `repr` is the line with its result, `str` what the dealer
    says. A line that is short of cards or choices, or claims another result, is refused.

    >>> import holecard as hc
    >>> dealt = hc.replay("breakout | Ts 7h 6d Td Kc | 1 dealer-hand 25 pair-up 5 |")
    >>> print(dealt.says[-2])
    Seat 1: busted with 26, $25 pushes.
    >>> [(row["wager"], row["net"]) for row in dealt.rows]
    [('dealer-hand', 0), ('pair-up', -500)]
    """
    return deal_again(read_line(line) if isinstance(line, str) else line)
