"""What becomes of each wager in each case: read off rounds dealt for it, not typed in."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from holecard.dealing.actions import BURN, DOUBLE, EVEN_MONEY, SURRENDER
from holecard.dealing.felt import NATURAL_HAND
from holecard.hand import state_of, total
from holecard.report.blocks import Block, Table, Words
from holecard.report.sections.shown_rounds import BEFORE, stacked_rounds
from holecard.text.trace import trace
from holecard.text.words import is_natural, sentence, the_hand, to_one
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.wager import FEE, MAIN, RIDING, Wager

Came = tuple[Fraction | None, bool]  # what it paid to one (none: it rides), before the dealer drew
NOT_MADE = "\N{EN DASH}"
PARTS = {Fraction(-2): " twice the wager", Fraction(-1, 2): " half of it"}
CASE_WORDS = (
    "Read off {rounds:,} rounds that the table's own procedure dealt from stacked shoes, one seat "
    "with every wager that may stand beside the main wager, any legal play. Where several results "
    "came, all are named; one that none of these rounds brought is not. “At once” means before the "
    "dealer's hand is turned or drawn; a dash, that the wager was not made."
)


def chosen(dealt: Dealt, action: int) -> bool:
    return any(one.action == action for one in dealt.choices)


def seat_natural(dealt: Dealt) -> bool:
    return bool(dealt.seat_field(0, NATURAL_HAND))


def points(dealt: Dealt) -> tuple[int, int]:
    """What the seat's first hand and the dealer's count."""
    return total(state_of(dealt.cards(0, 0))), total(state_of(dealt.dealer_cards))


def plain(dealt: Dealt) -> bool:
    """One hand, one wager on it, and no blackjack anywhere."""
    given = any(chosen(dealt, one) for one in (DOUBLE, SURRENDER, BURN))
    natural = seat_natural(dealt) or is_natural(dealt.dealer_cards)
    return dealt.hand_count(0) == 1 and not given and not natural


def blackjacks(seat: bool, dealer: bool, even: bool = False) -> Callable[[Dealt], bool]:
    def found(dealt: Dealt) -> bool:
        both = seat_natural(dealt), is_natural(dealt.dealer_cards)
        played = dealt.hand_count(0) > 1 or chosen(dealt, DOUBLE) or chosen(dealt, SURRENDER)
        return both == (seat, dealer) and chosen(dealt, EVEN_MONEY) == even and not played

    return found


def compared(wanted: Callable[[int, int], bool]) -> Callable[[Dealt], bool]:
    return lambda dealt: plain(dealt) and wanted(*points(dealt))


CASES: tuple[tuple[str, Callable[[Dealt], bool]], ...] = (
    ("Both have a blackjack", blackjacks(True, True)),
    ("Both have one, even money taken", blackjacks(True, True, even=True)),
    ("Dealer blackjack, none at the seat", blackjacks(False, True)),
    ("Seat blackjack, none at the dealer", blackjacks(True, False)),
    ("The same, even money taken", blackjacks(True, False, even=True)),
    ("Seat busts, dealer has 17", compared(lambda own, dealer: own > 21 and dealer == 17)),
    ("Seat busts, dealer 18 to 21", compared(lambda own, dealer: own > 21 >= dealer > 17)),
    ("Both bust", compared(lambda own, dealer: own > 21 and dealer > 21)),
    ("Seat busts, dealer does not draw", compared(lambda own, dealer: own > 21 and dealer < 17)),
    ("Dealer busts, seat does not", compared(lambda own, dealer: own <= 21 < dealer)),
    ("Seat is higher", compared(lambda own, dealer: dealer < own <= 21 and dealer >= 17)),
    ("Both count the same", compared(lambda own, dealer: own == dealer <= 21)),
    ("Dealer is higher", compared(lambda own, dealer: own < dealer <= 21)),
    ("Seat doubles", lambda dealt: dealt.hand_count(0) == 1 and chosen(dealt, DOUBLE)),
    ("Seat splits", lambda dealt: dealt.hand_count(0) > 1),
    ("Seat surrenders", lambda dealt: chosen(dealt, SURRENDER)),
    ("Seat burns a card", lambda dealt: chosen(dealt, BURN)),
)


def case_blocks(game: Game) -> list[Block]:
    blocks: list[Block] = []
    counted = 0
    for main in game.mains:
        rounds = list(stacked_rounds(game, main))
        counted += len(rounds)
        blocks.append(case_table(game, main, rounds))
    return [Words(CASE_WORDS.format(rounds=counted)), *blocks]


def case_table(game: Game, main: Wager, rounds: list[Dealt]) -> Table:
    came: dict[tuple[int, str], set[Came]] = {}
    for dealt in rounds:
        results = results_of(dealt)
        for at, (_, found) in enumerate(CASES):
            if found(dealt):
                for wager, result in results.items():
                    came.setdefault((at, wager), set()).add(result)
    wagers = [one for one in game.wagers if any(wager == one.id for _, wager in came)]
    rows = [
        (title, *(cell(one, came.get((at, one.id), set())) for one in wagers))
        for at, (title, _) in enumerate(CASES)
        if (at, main.id) in came
    ]
    beside = f" beside a wager on {the_hand(main)}" if len(game.mains) > 1 else ""
    share = 76 // len(wagers)
    return Table(
        f"cases-{main.id}", f"What becomes of each wager{beside}",
        ("case", *map(column_head, wagers)), tuple(rows), prose=True,
        widths=(24, *(share for _ in wagers)),
    )  # fmt: skip


def column_head(wager: Wager) -> str:
    name = sentence(wager.name)
    return f"{name} (after {BEFORE} win)" if wager.kind == RIDING else name


def results_of(dealt: Dealt) -> dict[str, Came]:
    early = settled_early(dealt)
    return {
        paid.wager: (
            None if paid.rides else Fraction(paid.net, paid.stake),
            paid.wager in early,
        )
        for paid in payouts(dealt)
    }


def settled_early(dealt: Dealt) -> set[str]:
    """The wagers whose last money moved before the dealer's hole card was turned."""
    early: set[str] = set()
    turned = False
    for event in trace(dealt):
        turned = turned or event.kind == "turn"
        if event.wager and event.kind in ("pay", "take", "push"):
            early.discard(event.wager)
            if not turned:
                early.add(event.wager)
    return early


def cell(wager: Wager, came: set[Came]) -> str:
    if not came:
        return NOT_MADE
    if wager.kind == FEE:
        return "gone"
    at_once = ", at once" if all(early for _, early in came) else ""
    pays = {pays for pays, _ in came}
    return named(wager, pays) + at_once


def named(wager: Wager, pays: set[Fraction | None]) -> str:
    """`wins 3 to 2`, `wins or loses`: of a main wager how much too, where it is one thing."""
    wins = [one for one in pays if one is not None and one > 0]
    losses = [one for one in pays if one is not None and one < 0]
    exact = wager.kind == MAIN and len(wins) == 1
    part = PARTS.get(losses[0], "") if wager.kind == MAIN and len(losses) == 1 else ""
    said = [f"wins {to_one(wins[0])}" if exact else "wins"] * bool(wins)
    said += ["pushes"] * (Fraction(0) in pays) + [f"loses{part}"] * bool(losses)
    return either([*said, *["stays"] * (None in pays)])


def either(words: list[str]) -> str:
    """`wins, pushes or loses`."""
    return " or ".join([", ".join(words[:-1])] * (len(words) > 1) + words[-1:])
