"""What counting gains: when a wager becomes worth making, how often, and what that wins.

The effects of removal are exact recounts, and so is the chance of every count at every depth. The
one approximation of the count by tags is that a shoe's value follows it along a straight line,
which is said wherever a figure depends on it. Beside it stand, for a wager without decisions, the
bound that no count can pass, and the best count of uneven suits or ranks: that no single card
matters does not make a wager safe.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from holecard import __version__
from holecard.cards import CARDS_IN_A_DECK
from holecard.errors import BadDefinition
from holecard.lab.bound import SLOW, Bound, Prospect, bound, offer_bound, offered, prospect
from holecard.lab.dealt_down import CARDS_A_ROUND, depths
from holecard.lab.distribution import Floats
from holecard.lab.effects import ALL_SUITS, Books, Effects, effects
from holecard.lab.imbalance import Imbalance, best_imbalance
from holecard.lab.nets import wager_of
from holecard.lab.tags import Tags, best_tags
from holecard.money import money_text
from holecard.rows import Rows
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN, OFFER, RIDING, Wager

SCHEMA = "holecard.count/1"
CUT = 0.75
LEVEL = 2
METHOD = (
    "effects of removal exact (a recount of the shoe for each card); the count's chances exact "
    "(sampling without replacement); the value at a count along a straight line"
)
NO_TAGS = "no single card matters to this wager, so no tags follow it"
NO_BOUND = (
    "no bound: best play would have to be solved in every dealt-down shoe, and that was not done"
)
NO_IMBALANCE = "no count of uneven suits or ranks was found to gain"
FULL_SHOE_PLAY = "the seat plays as from a full shoe, where no hand is hit from a hard 17"
TO_NATURALS = "taken as offered to a blackjack too, which is not: the figures are that much high"
EACH_HAND = "won per 100 rounds on each of the two hands; the swap is part of the play"
ENVY_OUT = "what other seats bring by envy is left out"
RIDES_ON = "a riding bet's value takes all its rounds from one shoe, the one it begins in"


@dataclass(frozen=True)
class Gain:
    """What a counter who bets one unit at or above the trigger gets, to a cut card."""

    cut: float
    trigger: float
    often: float  # share of rounds bet; an offer's is of all rounds, made in them or not
    when_bet: float  # expected value per unit bet
    per_100: float  # units won per 100 rounds dealt


@dataclass(frozen=True)
class Counting(Rows):
    """A wager, its effects, its tags and their gain (none where no single card matters), the bound
    and the best count of uneven suits or ranks (none where the wager has decisions)."""

    effects: Effects
    tags: Tags | None
    gain: Gain | None
    bound: Bound | None = None
    imbalance: Imbalance | None = None
    offered: float = 1.0  # the chance that a round brings the bet at all

    @property
    def game(self) -> Game:
        return self.effects.game

    @property
    def wager(self) -> Wager:
        return wager_of(self.game, self.effects.odds.id)

    @cached_property
    def per_true_count(self) -> float | None:
        return per_true_count(self.effects, self.tags) if self.tags else None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each card: what taking one out does to the player's value, and its tag."""
        tags = self.tags.numbers if self.tags else (0,) * len(self.effects.rows)
        return [
            {"card": row.name, "cards": row.number, "effect": float(row.effect), "tag": int(tag)}
            for row, tag in zip(self.effects.rows, tags, strict=True)
        ]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the figures do not say of themselves."""
        found = [] if self.tags else [NO_TAGS]
        if self.bound is None:
            found.append(NO_BOUND)
        elif self.imbalance is None and minds_likeness(self.wager):
            found.append(NO_IMBALANCE)
        if self.wager.kind == OFFER:
            found.append(f"per 100 rounds dealt: the bet is offered in {self.offered:.4%} of them")
            if not self.game.answers.even_money:
                found.append(TO_NATURALS)
        if self.wager.kind == MAIN and (by_suit := self.rows_by_suit):
            found.append(f"suits settle some hands, so they are told apart, in points: {by_suit}")
        if self.wager.kind == MAIN and self.game.seats_a_player > 1:
            found.append(EACH_HAND)
        if self.wager.meter is not None:
            found.append(f"with its seed of {money_text(self.wager.meter.seed)} on the meter")
        if self.wager.envy:
            found.append(ENVY_OUT)
        if "lowest" in self.wager.looks:
            found.append(FULL_SHOE_PLAY)
        if self.wager.kind == RIDING:
            found.append(RIDES_ON)
        return tuple(found)

    @property
    def rows_by_suit(self) -> str:
        """The effects of cards whose suit matters, as words."""
        rows = [row for row in self.effects.rows if row.name[-1] in ALL_SUITS]
        return ", ".join(f"{row.name} {100 * row.effect:+.3f}" for row in rows)

    @property
    def says(self) -> tuple[str, ...]:
        """The best count of what is uneven, the bound, and the notes, as sentences."""
        found = []
        if self.imbalance is not None:
            found.append(f"best count of uneven suits or ranks: {self.imbalance.says}")
        if self.bound is not None:
            found.append(f"bound on every count, cut at {self.bound.cut:.0%}: {self.bound.says}")
        return (*found, *self.notes)

    def as_json(self) -> dict[str, Any]:
        odds, gain = self.effects.odds, self.gain
        tags = self.tags.numbers if self.tags else (0,) * len(self.effects.rows)
        return {
            **self.game.json_head(SCHEMA, __version__),
            "definition_hash": odds.hash_in(self.game),
            "wager": odds.id,
            "paytable": odds.paytable,
            **({"play": odds.play} if odds.play else {}),
            "method": METHOD,
            "per": odds.per,
            "ev": float(odds.ev),
            "effects": [
                {
                    "card": row.name,
                    "cards": row.number,
                    "effect": row.effect,
                    **({} if row.fixed is None else {"effect_fixed_play": row.fixed}),
                    "tag": tag,
                }
                for row, tag in zip(self.effects.rows, tags, strict=True)
            ],
            "correlation": self.tags.correlation if self.tags else None,
            "ev_per_true_count": self.per_true_count,
            "trigger": gain.trigger if gain else None,
            "cut": gain.cut if gain else None,
            "bet_frequency": gain.often if gain else None,
            "ev_when_bet": gain.when_bet if gain else None,
            "units_per_100_rounds": gain.per_100 if gain else None,
            "offered": self.offered,
            "cards_a_round": CARDS_A_ROUND,
            "bound": self.bound.as_json() if self.bound else None,
            "imbalance": self.imbalance.as_json() if self.imbalance else None,
            "notes": list(self.notes),
        }


def counting(
    game: Game,
    wager: str,
    paytable: str = "",
    play: str = "main",
    level: int = LEVEL,
    cut: float = CUT,
    slow: tuple[int, int] = SLOW,
    books: Books | None = None,
) -> Counting:
    """Everything about counting one wager with the best tags up to `level`. `slow`: the random
    shoes that the bound is from where each takes long; fewer leave a larger error. `books`: what
    other wagers of the game were recounted by."""
    if not 0.0 < cut < 1.0:
        raise BadDefinition(f"a cut card at {cut:g} of the shoe: between 0 and 1, such as 0.75")
    found = effects(game, wager, paytable, play, books)
    tags = best_tags(found, level) if found.countable else None
    best, uneven = protected(game, wager, found.odds.paytable, cut, slow)
    of_wager = wager_of(game, wager)
    return Counting(
        found,
        tags,
        gain(found, tags, cut) if tags else None,
        best,
        uneven,
        offered(game, of_wager),
    )


def protected(
    game: Game, name: str, paytable: str, cut: float, slow: tuple[int, int] = SLOW
) -> tuple[Bound | None, Imbalance | None]:
    """The bound of a wager without decisions, and the best count of what is uneven, from the same
    random shoes where there are any."""
    wager = wager_of(game, name)
    if name != wager.id:  # a main wager with a payment is played, whatever it is paid by
        return None, None
    if wager.kind == OFFER:
        return offer_bound(game, wager, cut, paytable), None
    of = prospect(game, wager, paytable)
    if of is None:
        return None, None
    dealt = of.dealt_down(cut, slow) if wants_shoes(of) else None
    uneven = best_imbalance(dealt) if dealt and minds_likeness(wager) else None
    return bound(of, cut, dealt), uneven


def minds_likeness(wager: Wager) -> bool:
    """Whether suits or ranks may pair up: only then is it worth counting how uneven they are."""
    return any(look.endswith(("_rank", "_suit", "_suited")) for look in wager.looks)


def wants_shoes(of: Prospect) -> bool:
    return of.blocks is None or minds_likeness(of.wager)


def per_true_count(of: Effects, tags: Tags) -> float:
    """The value gained for each point of true count (running count per 52 cards left): the
    regression of the effects on the tags, a card out of n weighing (N - 1) / n."""
    cards = of.game.shoe_size
    return tags.per_tag * (cards - 1) / CARDS_IN_A_DECK


def gain(of: Effects, tags: Tags, cut: float) -> Gain:
    """Over the rounds of a shoe that begin before the cut card. An offer's chances are taken in the
    rounds that bring it."""
    slope = per_true_count(of, tags)
    base = float(of.odds.ev)
    trigger = -base / slope
    cards = of.game.shoe_size
    starts = depths(cards, cut)
    chances, lowest = count_chances(of, tags, max(starts))
    counts = np.arange(chances.shape[1]) + lowest
    often = won = 0.0
    for seen in starts:
        value = base + slope * counts * CARDS_IN_A_DECK / (cards - seen)
        here = chances[seen] / comb(cards, seen)
        often += float(here[value >= 0].sum())
        won += float(here @ np.maximum(value, 0.0))
    share = offered(of.game, wager_of(of.game, of.odds.id)) / len(starts)
    return Gain(cut, trigger, share * often, won / often if often else 0.0, 100 * share * won)


def count_chances(of: Effects, tags: Tags, deepest: int) -> tuple[Floats, int]:
    """[cards seen, running count] the ways to see so many cards with that count, and the count of
    the first column. Ways are whole numbers as floats: they only add and multiply."""
    decks = of.game.rules.decks
    numbers: defaultdict[int, int] = defaultdict(int)
    for row, tag in zip(of.rows, tags.numbers, strict=True):
        numbers[tag] += row.number * decks
    reach = sum(abs(tag) * number for tag, number in numbers.items()) // 2
    ways = np.zeros((deepest + 1, 2 * reach + 1))
    ways[0, reach] = 1.0
    for tag, number in numbers.items():
        more = np.zeros_like(ways)
        for taken in range(min(number, deepest) + 1):
            ahead = shifted(ways[: deepest + 1 - taken], tag * taken)
            more[taken:] += comb(number, taken) * ahead
        ways = more
    return ways, -reach


def shifted(ways: Floats, by: int) -> Floats:
    """The same ways with every count moved; what would leave the array cannot occur."""
    moved = np.zeros_like(ways)
    if by >= ways.shape[1] or -by >= ways.shape[1]:
        return moved
    if by >= 0:
        moved[:, by:] = ways[:, : ways.shape[1] - by]
    else:
        moved[:, :by] = ways[:, -by:]
    return moved
