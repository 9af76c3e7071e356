"""A second reading of the gallery's main games: what a hand may do, and what it comes to.

Written from the sheets named in each game's file, on card texts, without the engine's tables. It is
given the hands as they lie and says which choices are open and what the main wager wins or loses,
in wagers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

ONE, HALF = Fraction(1), Fraction(1, 2)
SPANISH = ("spanish-21", "pontoon")


@dataclass(frozen=True)
class Lying:
    """A hand on the felt: its cards as text, in the order they came."""

    cards: tuple[str, ...]
    split: bool
    doubled: int
    given_up: bool
    number: int  # among the seat's hands, from 0


def points(card: str) -> int:
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def count(cards: tuple[str, ...]) -> tuple[int, bool]:
    """The best total, and whether an ace counts eleven in it."""
    low = sum(points(card) for card in cards)
    if any(card[0] == "A" for card in cards) and low + 10 <= 21:
        return low + 10, True
    return low, False


def natural(cards: tuple[str, ...]) -> bool:
    return len(cards) == 2 and count(cards) == (21, True)


def stops(game: str, rules: dict[str, Any], cards: tuple[str, ...]) -> bool:
    """The hand takes no more cards by itself."""
    total, _ = count(cards)
    if total >= 21:
        return True
    if game == "charlie":
        return bool(0 < rules["charlie"] <= len(cards))
    return game == "super-fun-21" and len(cards) >= 6


def early_open(game: str, rules: dict[str, Any], up: str) -> bool:
    """Whether two cards may be given up before the dealer looks."""
    if game != "early-surrender":
        return False
    against = {"none": "", "ace": "A", "ten": "TJQK", "both": "ATJQK"}[rules["early"]]
    return up[0] in against


def open_to(game: str, rules: dict[str, Any], hand: Lying, hands: int, up: str) -> set[str]:
    """What the asked hand may do; nothing, or only standing, and it is not asked."""
    total, soft = count(hand.cards)
    two, aces = len(hand.cards) == 2, hand.split and hand.cards[0][0] == "A"
    if hand.doubled:
        return after_double(game, rules, hand, total)
    if stops(game, rules, hand.cards):
        return set()
    found = {"stand"}
    if may_split(rules, hand, hands):
        found.add("split")
    if aces and two and not rules["hit_split_aces"]:
        return found
    found.add("hit")
    if may_double(game, rules, hand, total, soft, two, aces):
        found.add("double")
    if may_surrender(game, rules, hand, two, up):
        found.add("surrender")
    return found


def after_double(game: str, rules: dict[str, Any], hand: Lying, total: int) -> set[str]:
    found = set()
    if total < 21 and (
        (game in SPANISH and rules["rescue"])
        or (game in ("super-fun-21", "double-attack") and rules["surrender"] == "late")
    ):
        found.add("surrender")
    if game == "spanish-21" and rules["redouble"] and hand.doubled < 3 and total < 21:
        # The third doubling is the last: eight times the wager.
        found |= {"double"} if hand.doubled < 3 else set()
    return found | {"stand"} if found else found


def may_split(rules: dict[str, Any], hand: Lying, hands: int) -> bool:
    if len(hand.cards) != 2 or hands >= rules["max_hands"]:
        return False
    one, other = hand.cards
    if one[0] == "A" or other[0] == "A":
        return one[0] == other[0] and (hands == 1 or rules["resplit_aces"])
    by_rank = rules["split_tens_by"] == "rank"
    return one[0] == other[0] if by_rank else points(one) == points(other)


def may_double(
    game: str, rules: dict[str, Any], hand: Lying, total: int, soft: bool, two: bool, aces: bool
) -> bool:
    if game in ("spanish-21", "double-attack"):
        return not aces or rules["hit_split_aces"]
    if game == "super-fun-21":
        return True
    if not two:
        return False
    if game == "pontoon":
        return not soft and not aces
    if hand.split and not rules["double_after_split"]:
        return False
    if game == "double-exposure":
        if soft:
            return rules["double_soft"] == "19-20" and total in (19, 20)
        return total in (9, 10, 11)
    if rules["double_on"] in ("any", "none"):
        return bool(rules["double_on"] == "any")
    return not soft and total in ((9, 10, 11) if rules["double_on"] == "9-11" else (10, 11))


def may_surrender(game: str, rules: dict[str, Any], hand: Lying, two: bool, up: str) -> bool:
    if rules.get("surrender", "none") != "late":
        return False
    if game == "super-fun-21":
        return True
    if game == "double-attack":
        return not (hand.split and hand.cards[0][0] == "A") or rules["hit_split_aces"]
    if game == "pontoon" and up[0] not in "AJQK":
        return False
    return two and not hand.split


def worth(
    game: str, rules: dict[str, Any], hands: list[Lying], dealer: tuple[str, ...], looked: bool
) -> Fraction:
    """What the main wager wins or loses; `looked` if a dealer blackjack ended the round."""
    if natural(dealer) and not looked and rules.get("blackjack_takes", "all") != "all":
        return against_unseen_blackjack(game, rules, hands, dealer)
    return sum((of_hand(game, rules, hand, dealer) for hand in hands), Fraction(0))


def stakes(game: str, rules: dict[str, Any], hand: Lying) -> tuple[int, int]:
    """All that lies on a hand, and what of it is the seat's own."""
    whole = 2**hand.doubled
    own = whole
    if game == "free-bet":
        pair = points(hand.cards[0])
        if hand.number > 0 and pair != 10 and (pair != 4 or rules["free_fours"]):
            own -= 1
        total, soft = count(hand.cards[:2])
        if hand.doubled and not soft and total in (9, 10, 11):
            own -= 1
    return whole, own


def of_hand(game: str, rules: dict[str, Any], hand: Lying, dealer: tuple[str, ...]) -> Fraction:
    whole, own = stakes(game, rules, hand)
    if count(hand.cards)[0] > 21:
        return Fraction(-own)
    if hand.given_up and (game == "early-surrender" or not natural(dealer)):
        return -HALF * own
    pays = Fraction(-1) if hand.given_up else to_one(game, rules, hand, dealer)
    return pays * (whole if pays > 0 else own)


def to_one(game: str, rules: dict[str, Any], hand: Lying, dealer: tuple[str, ...]) -> Fraction:
    """What a hand of 21 or less is paid to one."""
    total, bank = count(hand.cards)[0], count(dealer)[0]
    mine = natural(hand.cards) and not hand.split
    blackjack = Fraction(*map(int, rules["blackjack_pays"].split(":")))
    bonus = bonus_21(game, hand, total) if not hand.doubled else None
    if game in (*SPANISH, "super-fun-21") and mine:
        in_diamonds = game == "super-fun-21" and all(card[1] == "d" for card in hand.cards)
        return Fraction(2) if in_diamonds else blackjack
    if bonus is not None:
        return bonus
    if game in SPANISH and total == 21:
        return ONE
    if game == "charlie" and 0 < rules["charlie"] <= len(hand.cards):
        return ONE
    if game == "super-fun-21" and not hand.doubled and len(hand.cards) >= 6 and total <= 20:
        return ONE
    if mine and natural(dealer):
        wins = game == "double-exposure" and rules["tied_blackjacks"] == "win"
        return blackjack if wins else Fraction(0)
    if mine:
        return blackjack
    if natural(dealer):
        return -ONE
    if bank == 22 and (game == "free-bet" or rules.get("push_22")):
        return Fraction(0)
    if bank > 21 or total > bank:
        return ONE
    if total == bank and game != "double-exposure":
        return Fraction(0)
    return -ONE


def bonus_21(game: str, hand: Lying, total: int) -> Fraction | None:
    if total != 21:
        return None
    cards = len(hand.cards)
    if game == "super-fun-21":
        return Fraction(2) if cards >= 5 else None
    if game not in SPANISH:
        return None
    if cards >= 5:
        return {5: Fraction(3, 2), 6: Fraction(2)}.get(cards, Fraction(3))
    ranks = sorted(card[0] for card in hand.cards)
    if ranks in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card[1] for card in hand.cards}
        if suits == {"s"}:
            return Fraction(3)
        return Fraction(2) if len(suits) == 1 else Fraction(3, 2)
    return None


def against_unseen_blackjack(
    game: str, rules: dict[str, Any], hands: list[Lying], dealer: tuple[str, ...]
) -> Fraction:
    """The dealer turned out to have a blackjack nobody looked for, which does not take all."""
    won = [of_hand(game, rules, hand, dealer) for hand in hands]
    if len(hands) == 1 and natural(hands[0].cards):
        return won[0]
    paid = sum((one for one in won if one > 0), Fraction(0))
    busted = [hand for hand in hands if count(hand.cards)[0] > 21]
    standing = sum(1 for hand, one in zip(hands, won, strict=True) if one <= 0) - len(busted)
    lost = sum(2**hand.doubled for hand in busted)
    if rules["blackjack_takes"] == "original":
        return paid - (1 if standing or busted else 0)
    more = standing if rules["blackjack_takes"] == "each" else min(standing, 1)
    return Fraction(paid - lost - more)
