"""The cells of the player's chart: which one a hand stands in, and cards that come to one."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

from holecard.cards import value
from holecard.dealing import felt as f
from holecard.dealing.actions import BURN, DECLINE, SPLIT, SWITCH
from holecard.errors import UnknownName
from holecard.hand import SOFT as SOFT_BIT
from holecard.hand import are_blackjack, state_of, state_of_values, total
from holecard.odds.charts.by_total import HARD_ROWS, SOFT_ROWS, column_of
from holecard.odds.charts.cells import HARD, PAIRS, SOFT, Cell
from holecard.odds.charts.files import game_columns
from holecard.odds.solve.hands import NAMES
from holecard.play.choice_words import is_early
from holecard.report.sections.shown_rounds import in_deal_order
from holecard.shoe import full_shoe
from holecard.train.item import Setting
from holecard.train.questions.aim import aim_of
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game

OFFER, BURN_CELL, SWITCH_CELL, SPLIT_HAND, AFTER_BURN, RAISE, EARLY, DOUBLED_HAND = (
    "insurance", "burn", "switch", "split-hand", "after-burn", "raise", "early", "doubled",
)  # fmt: skip
BEFORE_PLAY = (OFFER, SWITCH_CELL, RAISE, EARLY)  # asked before a hand of the chart is played
VALUES = range(1, 11)


def cell_at(dealt: Dealt) -> str:
    """The cell the asked hand stands in: `hard.16.T`, `pairs.88.6`; an offer, a raise, a swap, a
    burn, a hand once it has burned, a split hand and a doubled one are none of the chart's."""
    ask = dealt.ask
    assert ask is not None
    if DECLINE in ask.legal:
        return OFFER
    if BURN in ask.legal:
        return BURN_CELL
    if SWITCH in ask.legal:
        return SWITCH_CELL
    if dealt.raising:
        return RAISE
    if is_early(ask):
        return EARLY
    if dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT):
        return SPLIT_HAND
    if dealt.hand_field(ask.place, ask.hand, f.DOUBLED):
        return DOUBLED_HAND
    if dealt.seat_field(ask.place, f.BURNED) != f.NO_CARD:
        return AFTER_BURN
    cards = dealt.cards(ask.place, ask.hand)
    shown = 2 if dealt.game.rules.dealer_shows == "both" else 1
    column = column_of(tuple(sorted(value(card) for card in dealt.dealer_cards[:shown])))
    if SPLIT in ask.legal:
        return Cell(PAIRS, NAMES[value(cards[0]) - 1] * 2, column).text
    state = state_of(cards)
    return Cell(SOFT if state >= SOFT_BIT else HARD, str(total(state)), column).text


def all_cells(game: Game) -> list[Cell]:
    """Every cell two cards can come to, in the order of the chart."""
    rows = [(HARD, str(total(state))) for state in HARD_ROWS if two_cards(state)]
    rows += [(SOFT, str(total(state))) for state in SOFT_ROWS if two_cards(state)]
    if game.rules.max_hands > 1:
        rows += [(PAIRS, name * 2) for name in NAMES]
    return [Cell(part, row, column) for part, row in rows for column in game_columns(game)]


def two_cards(state: int) -> list[tuple[int, int]]:
    """The values of two cards that are no pair and count this."""
    pairs = ((one, other) for one in VALUES for other in VALUES if one < other)
    return [both for both in pairs if state_of_values(both) == state]


def cells_picked(setting: Setting) -> list[Cell]:
    """All of them, or a row (`hard.16`) or a cell (`hard.16.T`) of the chart."""
    cells = all_cells(setting.game)
    pick = aim_of(setting.pick).row
    found = [
        one
        for one in cells
        if pick in ("uniform", one.part, f"{one.part}.{one.row}", one.text)
    ]  # fmt: skip
    if not found:
        raise UnknownName("row of the chart", pick[:40], ["uniform", *rows_to_pick(setting.game)])
    return found


def rows_to_pick(game: Game) -> list[str]:
    """Every row that can be asked for."""
    return list(dict.fromkeys(f"{one.part}.{one.row}" for one in all_cells(game)))


def cards_for(game: Game, cell: Cell, draw: random.Random) -> tuple[int, ...]:
    """A shoe whose top brings one seat and the dealer to the cell; hands played as one with it are
    dealt the same."""
    own = (cell.pair + 1,) * 2 if cell.part == PAIRS else draw.choice(two_cards(cell.state))
    first, second = draw.sample(own, 2)
    up, hole = dealer_for(game, cell.column, draw)
    rest = full_shoe(game.rules.decks, game.answers.deck)
    draw.shuffle(rest)
    top = [take(rest, worth) for worth in in_deal_order(game, (first, second), (up, hole))]
    return (*top, *rest[:40])


def dealer_for(game: Game, column: str, draw: random.Random) -> tuple[int, int]:
    """Two cards of the dealer's that show as this column; any hole card that is no blackjack."""
    if game.rules.dealer_shows == "both":
        hands = combinations_with_replacement(VALUES, 2)
        one, other = draw.choice(
            [both for both in hands if column_of(both) == column and not are_blackjack(both)]
        )
        return one, other
    up = next(worth for worth in VALUES if column_of((worth,)) == column)
    holes = [hole for _, hole in product((up,), VALUES) if not are_blackjack((up, hole))]
    return up, draw.choice(holes)


def take(rest: list[int], worth: int) -> int:
    return rest.pop(next(at for at, card in enumerate(rest) if value(card) == worth))
