"""One text line for a round: `GAME RULES | CARDS | WAGERS | CHOICES | RESULT`.

It prints, parses and replays; bug reports, examples and error messages speak it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from holecard.cards import cards_text, read_cards
from holecard.errors import HolecardError, Unreadable
from holecard.games import find_game
from holecard.money import plain_money, read_money, read_signed_money, signed_money
from holecard.shoe import check_cards
from holecard.text.dealt_round import DealtRound
from holecard.wagers.bets import Bet, SeatBets, check_table
from holecard.wagers.dealt import Choice, Dealt, check_choice, deal_round, read_choice
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.wager import RIDES, RIDING

SECTIONS = ("game and rules", "cards", "wagers", "choices", "result")


@dataclass(frozen=True, slots=True)
class Line:
    """A round line, read: everything needed to deal it again, and the result it claims."""

    game: Game
    cards: tuple[int, ...]
    seats: tuple[SeatBets, ...]
    choices: tuple[Choice, ...]
    result: str = ""

    def __str__(self) -> str:
        return round_text(self.game, self.cards, self.seats, self.choices, self.result)

    def __repr__(self) -> str:
        return str(self)


def round_text(
    game: Game,
    cards: Sequence[int],
    seats: Sequence[SeatBets],
    choices: Sequence[Choice],
    result: str,
) -> str:
    parts = (
        f"{game.id} {game.line}",
        cards_text(cards),
        "; ".join(seat_text(game, seat) for seat in seats),
        " ".join(str(choice) for choice in choices),
        result,
    )
    return " | ".join(parts).rstrip()


def seat_text(game: Game, seat: SeatBets) -> str:
    words = [str(seat.seat)]
    if seat.button:
        words.append(f"button {seat.button}")
    for bet in seat.bets:
        first = not bet.paytable or bet.paytable == game.wager(bet.wager).paytables[0].name
        table = "" if first else f":{bet.paytable}"
        meter = "" if bet.meter is None else f"@{plain_money(bet.meter)}"
        words.append(f"{bet.wager}{table}{meter} {plain_money(bet.stake)}")
    return " ".join(words)


def result_text(dealt: Dealt, settled: Iterable[Payout] | None = None) -> str:
    """The result section of a finished round; `settled` if its payouts are worked out already."""
    by_seat: dict[int, list[str]] = {}
    for paid in payouts(dealt) if settled is None else settled:
        words = by_seat.setdefault(paid.seat, [str(paid.seat)])
        words.append(f"{paid.wager} {'rides' if paid.outcome == RIDES else signed_money(paid.net)}")
        if paid.tip:
            words.append(f"tip {plain_money(paid.tip)}")
    return "; ".join(" ".join(words) for words in by_seat.values())


def line_of(dealt: Dealt, settled: Iterable[Payout] | None = None) -> str:
    """The round line of a dealt round; without a result while it is not finished."""
    result = result_text(dealt, settled)
    return round_text(dealt.game, dealt.drawn, dealt.seats, dealt.choices, result)


def read_line(text: str) -> Line:
    """A round line read, its cards and wagers checked; nothing is dealt yet.

    >>> import holecard as hc
    >>> line = hc.read_line("breakout | Ts 7h 6d Td Kc | 1 dealer-hand 25 |")
    >>> line.game, len(line.cards)
    (<breakout 6D H17 DAS SP4 3:2 peek>, 5)
    """
    parts = [part.strip() for part in text.strip().split("|")]
    if not 3 <= len(parts) <= len(SECTIONS) or not parts[0]:
        raise Unreadable(
            f"a round line has the sections {' | '.join(SECTIONS)} (the last two may be left out): "
            f"this one has {len(parts)}"
        )
    parts += [""] * (len(SECTIONS) - len(parts))
    name, _, rules = parts[0].partition(" ")
    game = find_game(name).read(rules)
    cards = read_cards(parts[1])
    if not cards:
        raise Unreadable(f"a round line lists its cards in the order dealt: none in {text!r}")
    check_cards(cards, game.rules.decks, game.answers.deck)
    seats = read_seats(game, parts[2])
    check_table(game, seats)
    return Line(game, cards, seats, read_choices(parts[3]), check_result(parts[4]))


def read_seats(game: Game, text: str) -> tuple[SeatBets, ...]:
    """`1 main 10; 2 main 25 bad-beat:P2 5`"""
    return tuple(read_seat(game, seat) for seat in text.split(";"))


def read_bets(game: Game, text: str) -> dict[int, Sequence[Bet]]:
    """The same at a table that goes on, which counts the button itself: bets by seat."""
    bets: dict[int, Sequence[Bet]] = {}
    for seat in read_seats(game, text):
        if seat.button:
            raise Unreadable("bets do not set the button: the table counts it")
        if any(bet.meter is not None for bet in seat.bets):
            raise Unreadable("bets do not say what is on a meter: the table knows it")
        if seat.seat in bets:
            raise Unreadable(f"seat {seat.seat} stands twice in {text.strip()!r}")
        bets[seat.seat] = seat.bets
    return bets


def read_choices(text: str) -> tuple[Choice, ...]:
    """`hit double=5 stand`"""
    return tuple(read_choice(word) for word in text.split())


def read_seat(game: Game, text: str) -> SeatBets:
    """`1 button 2 main 10 bonus-3:standard 5`, `1 main 10 blazing-sevens@12345.60 5`"""
    number, *words = text.split() or [""]
    if not number.isdecimal() or len(number) > 1 or len(words) % 2:
        raise Unreadable(
            f"cannot read {text.strip()!r} as a seat: such as `1 main 10 bad-beat:P2 5`"
        )
    button, bets = 0, []
    for name, amount in zip(words[::2], words[1::2], strict=True):
        if name == "button":
            button = read_button(amount)
        else:
            bets.append(read_bet(game, name, amount))
    riding = [bet.wager for bet in bets if button and game.wager(bet.wager).kind == RIDING]
    late = [bet.wager for bet in bets if game.wager(bet.wager).after_up]
    return SeatBets(int(number), tuple(bets), button, frozenset(riding), frozenset(late))


def read_button(text: str) -> int:
    if text in ("0", "1", "2", "3", "4"):
        return int(text)
    raise Unreadable(f"cannot read {text!r} as a button: wins in a row, 0 to 4")


def read_bet(game: Game, name: str, amount: str) -> Bet:
    named, at, meter = name.partition("@")
    wager, _, table = named.partition(":")
    if table:
        game.wager(wager).table(table)
    held = read_money(meter) if at else None
    return Bet(game.wager(wager).id, read_money(amount), table, held)


def check_result(text: str) -> str:
    """The result section, each word of it readable."""
    for seat in text.split(";") if text else ():
        words = seat.split()
        if len(words) % 2 == 0 or not words[0].isdecimal():
            raise Unreadable(f"cannot read {seat.strip()!r} as a result: such as `1 main +10`")
        for name, amount in zip(words[1::2], words[2::2], strict=True):
            if name == "tip":
                read_money(amount)
            elif amount != "rides":
                read_signed_money(amount)
    return "; ".join(" ".join(seat.split()) for seat in text.split(";"))


def replay(line: Line) -> DealtRound:
    """Deal the line again, every choice checked. Cards left over, cards missing, choices missing
    or another result are refused."""
    dealt = deal_line(line)
    check_used(line, dealt)
    return dealt


def deal_line(line: Line) -> DealtRound:
    """The round as far as the line's choices go, each of them checked."""
    dealt = deal_round(line.game, line.seats, line.cards)
    for place, choice in enumerate(line.choices):
        if dealt.called_off:
            break
        check_choice(dealt, choice)
        dealt = deal_round(line.game, line.seats, line.cards, line.choices[: place + 1])
    return DealtRound.of(dealt)


def check_used(line: Line, dealt: Dealt) -> None:
    used = len(dealt.drawn)
    if dealt.called_off:
        raise Unreadable(f"the round needs more than the {used} cards given: {line}")
    if dealt.ask is not None:
        seat = line.seats[dealt.ask.place].seat
        raise Unreadable(
            f"seat {seat} is still asked: {', '.join(dealt.ask.legal.names)}. Add it to: {line}"
        )
    if used < len(line.cards):
        raise Unreadable(f"the round uses {used} of the {len(line.cards)} cards given: {line}")
    found = result_text(dealt)
    if line.result and line.result != found:
        raise WrongResult(f"the round comes to `{found}`, the line says `{line.result}`: {line}")


class WrongResult(HolecardError):
    """A replayed round whose result is not the one its line claims."""

    code = "line/wrong_result"
    exit_code = 1
