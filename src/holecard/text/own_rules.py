"""What a game answers itself, in sentences, read off its tabulated answers: they cannot say another
rule than is dealt. Only how hands win is in the game's own words.

The rules drawer, the terminal's help, `holecard games` and the math sheet take them from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from holecard.cards import ACE, CARDS_IN_A_DECK, RANKS, TEN, cards_text
from holecard.dealing.actions import DOUBLE, SURRENDER, bit
from holecard.dealing.answers import FULL_DECK, HOUSE_ANSWERS, TAKES, Result
from holecard.dealing.own_tables import (
    AGAINST,
    COUNTS,
    EARLY,
    ENDS,
    FREE,
    NO_EVEN_MONEY,
    RAISES,
    SWITCHES,
    TAKES_PART,
    TIMES,
)
from holecard.dealing.settle import OWN
from holecard.dealing.settle import SURRENDER as GIVEN_UP
from holecard.dealing.tables import ACES_DRAWN, ACES_TWO, DRAWN, FIRST_TWO, SPLIT_TWO
from holecard.hand import SOFT, STATES
from holecard.text.words import listed, name_words, odds_words, sentence
from holecard.wagers.game import Game

RANK_WORDS = {"A": "aces", "T": "tens", "J": "jacks", "Q": "queens", "K": "kings"}
CARD_WORDS = {ACE: "an ace", 8: "an 8", TEN: "a ten-value card"}
COUNT_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
# Totals a hand can act on, by its phase: hard ones, and soft ones.
TWO_CARDS = (range(4, 21), range(12, 21))
MORE_CARDS = (range(6, 21), range(13, 21))
ONE_ACE = (range(0), range(12, 21))
ACTS_ON = {
    FIRST_TWO: TWO_CARDS,
    SPLIT_TWO: TWO_CARDS,
    DRAWN: MORE_CARDS,
    ACES_TWO: ONE_ACE,
    ACES_DRAWN: (range(12, 21), range(13, 21)),
}
TAKES_WORDS = {
    "all": "takes every bet on the hands it beats, doubles and split hands included",
    "original": "takes the original bet only: doubles and splits go back",
    "each": "takes busted bets, and of every other hand one bet: doubles go back",
    "busted": "takes busted bets and one bet more: the rest goes back",
}


OWN_RESULTS = "Its own results"


class OwnRule(NamedTuple):
    """One of the round's questions, and the game's answer."""

    question: str
    says: str


def own_rules(game: Game) -> tuple[OwnRule, ...]:
    """What the game answers otherwise than the house, in the order of a round."""
    if game.answers == HOUSE_ANSWERS:
        return ()
    asks, answers = game.tables.asks, game.answers
    said = (
        ("The shoe", answers.deck != FULL_DECK and sentence(f"{shoe_words(game)}.")),
        ("Raising", asks[RAISES] and raise_words(game)),
        ("Even money", asks[NO_EVEN_MONEY] and game.rules.insurance and even_money_words()),
        ("Early surrender", asks[EARLY] and early_words(game)),
        ("Swapping", asks[SWITCHES] and swap_words()),
        ("Doubling", answers.may_double and double_words(game)),
        ("Surrender", (answers.may_surrender or asks[AGAINST]) and surrender_words(game)),
        ("Free bets", asks[FREE] and free_words(game)),
        ("A hand that ends", asks[ENDS] and ends_words(game)),
        ("A dealer blackjack", answers.takes and takes_words(game)),
        ("Who wins", answers.who_wins and wins_words(game)),
        (OWN_RESULTS, results_words(game)),
    )
    return tuple(OwnRule(question, words) for question, words in said if words)


def swap_words() -> str:
    return (
        "A player bets the same on two neighbouring seats. When the dealer has looked for a "
        "blackjack, the second cards of the two hands may be swapped; then each is played for "
        "itself."
    )


def shoe_words(game: Game) -> str:
    """`a shoe of 6 decks of 48 cards without tens (288 in all)`."""
    number, deck = game.rules.decks, game.answers.deck
    each = f"of {len(deck)} cards{left_out(deck)}"
    if number == 1:
        return f"one deck {each}"
    return f"a shoe of {number} decks {each} ({game.shoe_size} in all)"


def left_out(deck: tuple[int, ...]) -> str:
    missing = [card for card in range(CARDS_IN_A_DECK) if card not in deck]
    if not missing:
        return ""
    ranks = sorted({card // 4 for card in missing})
    whole = len(missing) == 4 * len(ranks)
    names = [RANK_WORDS.get(RANKS[one], f"{RANKS[one]}s") for one in ranks]
    return f" without {listed(names) if whole else cards_text(missing)}"


def raise_words(game: Game) -> str:
    return (
        "The dealer's up card comes first. Each seat then doubles its wager or keeps it, before "
        "its own cards are dealt."
    )


def even_money_words() -> str:
    return "A seat that has a blackjack is offered neither insurance nor even money."


def early_words(game: Game) -> str:
    early = game.tables.early
    against = cards_words(up for up in range(ACE, TEN + 1) if early[up])
    looks = "before the dealer looks" if game.rules.peek else "before anyone acts"
    return (
        f"Against {against} the first two cards may be given up for {half(game)} of the wager "
        f"{looks}, whatever the dealer has; a blackjack is not asked."
    )


def half(game: Game) -> str:
    return str(-game.result_pays(GIVEN_UP, OWN))


def cards_words(values: Iterable[int]) -> str:
    return listed([CARD_WORDS.get(one, f"a {one}") for one in values], "or")


def open_totals(game: Game, action: int, phase: int) -> tuple[list[int], list[int]]:
    """The hard and the soft totals on which an action is open in that phase."""
    legal = game.tables.legal[phase * STATES : (phase + 1) * STATES]
    hard, soft = ACTS_ON[phase]
    return (
        [one for one in hard if legal[one] & bit(action)],
        [one for one in soft if legal[SOFT + one] & bit(action)],
    )


def is_open(game: Game, action: int, phase: int) -> bool:
    return any(open_totals(game, action, phase))


def totals_words(game: Game, action: int, phase: int) -> str:
    """`any total`, `hard 9 to 11 and soft 19 and 20`."""
    hard, soft = open_totals(game, action, phase)
    if (len(hard), len(soft)) == tuple(map(len, ACTS_ON[phase])):
        return "any total"
    said = [f"hard {ranges(hard)}"] * bool(hard) + [f"soft {ranges(soft)}"] * bool(soft)
    whole_hard = "any hard total" if len(hard) == len(ACTS_ON[phase][0]) else ""
    return " and ".join([whole_hard, *said[1:]] if whole_hard else said)


def ranges(totals: list[int]) -> str:
    """`9 to 11`, `5, 9 and 10`."""
    if len(totals) > 2 and totals == list(range(totals[0], totals[-1] + 1)):
        return f"{totals[0]} to {totals[-1]}"
    return listed([str(one) for one in totals])


def double_words(game: Game) -> str:
    if not is_open(game, DOUBLE, FIRST_TWO):
        return "No hand may be doubled."
    less = "up to what lies on it" if game.rules.double_for_less else "as much as lies on it"
    on = totals_words(game, DOUBLE, FIRST_TWO)
    of_more = is_open(game, DOUBLE, DRAWN)
    cards = "with any number of cards" if of_more else "with two cards"
    words = [f"A hand may be doubled on {on} {cards}, {after_split(game, DOUBLE)}, for {less}."]
    if times := most_doubles(game):
        words.append(f"A doubled hand may be doubled again, up to {2**times} times its wager.")
    return " ".join(words)


def after_split(game: Game, action: int) -> str:
    """Where a split hand may do it too."""
    if not is_open(game, action, SPLIT_TWO):
        return "not after a split"
    aces = is_open(game, action, ACES_TWO)
    return "after a split too" + ("" if aces else " but of aces")


def most_doubles(game: Game) -> int:
    """How often a hand may be doubled in all; 0 if only once."""
    again = [times for times in range(1, TIMES) if after_double(game, times, DOUBLE)]
    return again[-1] + 1 if again else 0


def after_double(game: Game, times: int, action: int) -> bool:
    table = game.tables.after_double
    return len(table) > 1 and any(
        table[times * STATES + state] & bit(action) for state in range(STATES)
    )


def surrender_words(game: Game) -> str:
    if not game.surrenders:
        return "Surrender is not allowed."
    words = []
    if is_open(game, SURRENDER, FIRST_TWO):
        drawn = is_open(game, SURRENDER, DRAWN)
        when = "at any time" if drawn else "on its first two cards"
        ups = [up for up in range(ACE, TEN + 1) if game.tables.against[up]]
        only = f", only against {cards_words(ups)}" if game.tables.asks[AGAINST] else ""
        words.append(
            f"A hand may be given up for {half(game)} of the wager {when}, "
            f"{after_split(game, SURRENDER)}{only}."
        )
    if after_double(game, 1, SURRENDER):
        words.append(f"A doubled hand may be given up for {half(game)} of what lies on it.")
    return " ".join(words)


def free_words(game: Game) -> str:
    pairs = [one for one in range(ACE, TEN + 1) if game.tables.free_split[one]]
    said = [f"the double of {free_totals(game)}"] * bool(free_totals(game))
    said += [f"the split of {pairs_words(pairs)}"] * bool(pairs)
    return (
        f"The house puts up {listed(said)}. Such a bet that wins is paid as if it were the seat's "
        "own; one that loses or pushes goes back to the house."
    )


def free_totals(game: Game) -> str:
    table = game.tables.free_double
    if len(table) == 1:
        return ""
    hard, soft = (
        [one for one in totals if table[FIRST_TWO * STATES + at + one]]
        for at, totals in zip((0, SOFT), TWO_CARDS, strict=True)
    )
    said = [f"hard {ranges(hard)}"] * bool(hard) + [f"soft {ranges(soft)}"] * bool(soft)
    drawn = any(table[DRAWN * STATES : (DRAWN + 1) * STATES])
    return f"{' and '.join(said)} with {'any number of' if drawn else 'two'} cards"


def pairs_words(values: list[int]) -> str:
    names = [{ACE: "aces", TEN: "ten-value cards"}.get(one, f"{one}s") for one in values]
    missing = [one for one in range(ACE, TEN + 1) if one not in values]
    if len(missing) < 3:
        but = [{ACE: "aces", TEN: "ten-value cards"}.get(one, f"{one}s") for one in missing]
        return "every pair" + (f" but {listed(but)}" if but else "")
    return listed(names)


def ends_words(game: Game) -> str:
    """Hands that take no more cards, by how many they have: with the least number first."""
    found: dict[tuple[int, ...], list[int]] = {}
    for cards in range(2, COUNTS):
        ends = game.tables.ends[cards * STATES : (cards + 1) * STATES]
        totals = tuple(one for one in range(4, 21) if ends[one] or ends[SOFT + one])
        if totals:
            found.setdefault(totals, []).append(cards)
    said = [f"{many_cards(cards)} of {up_to(totals)}" for totals, cards in found.items()]
    return f"{sentence(listed(said, 'or'))} take no more cards."


def many_cards(counts: list[int]) -> str:
    more = " or more" if counts[-1] == COUNTS - 1 else ""
    exact = [counts[0]] if more else counts
    return f"{listed([COUNT_WORDS[one] for one in exact], 'or')} cards{more}"


def up_to(totals: tuple[int, ...]) -> str:
    return "any total" if totals[0] < 12 and totals[-1] == 20 else ranges(list(totals))


def takes_words(game: Game) -> str:
    if game.rules.peek:
        return ""
    taken = TAKES_WORDS[TAKES[game.tables.asks[TAKES_PART]]]
    return (
        "The dealer's second card lies face down and is not looked at before everyone has acted. "
        f"A blackjack found then {taken}."
    )


def wins_words(game: Game) -> str:
    """In the game's words; a game without any is said to have none."""
    if game.answers.says is None:
        return (
            "Hands are compared by a rule of this game's own. Its definition has no words for it: "
            "the tables of results say what each hand comes to."
        )
    return str(game.answers.asked("says", game.rules))


def results_words(game: Game) -> str:
    return " ".join(
        f"{definition_of(result)} Pays {odds_words(result.pays)}."
        for result in game.answers.results
    )


def definition_of(result: Result) -> str:
    return result.says or f"{sentence(name_words(result.name))}."
