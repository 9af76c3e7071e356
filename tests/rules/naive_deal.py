"""The naive second reading, part one: a dumped round is dealt again, card by card.

Written from the rule sheets and the rulings alone; it shares no code with the package it checks.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

Round = dict[str, Any]
Rules = dict[str, Any]

# R7: what a sheet means by "house rules". R3, R6, R9, and games' own options (D0, L1, U2, B5, U5).
HOUSE: Rules = {
    "decks": 6, "hit_soft_17": True, "blackjack_pays": "3:2", "double_on": "any",
    "double_after_split": True, "double_for_less": False, "max_hands": 4, "resplit_aces": False,
    "hit_split_aces": False, "surrender": "none", "peek": True, "insurance": True,
    "split_tens_by": "value", "ties": "push", "dealer_shows": "one", "natural_beats_21": True,
    "option": 2, "multiplier": "adds", "burn_after_bust": True, "tip_from": "house",
    "majority": "decided",
}  # fmt: skip
# F1, F5, F8, F5 (one split), F5 (aces too), F4, F2, and the sheet's overview.
FACE_UP: Rules = {
    "blackjack_pays": "1:1", "double_on": "9-11", "double_for_less": True, "max_hands": 2,
    "hit_split_aces": True, "insurance": False, "ties": "lose", "dealer_shows": "both",
}  # fmt: skip

MAIN = ("main", "player-hand", "dealer-hand")
BONUSES = ("bonus-2", "bonus-3", "bonus-4", "bonus-5")
WAGERS: dict[str, tuple[str, ...]] = {
    "classic": ("main",),
    "breakout": (*MAIN[1:], "breakout-bonus", "super-tie", "pair-up", "sweet-17"),
    "lucky-break": ("main", "lucky-break", "lucky-break-token"),
    "burnout": ("main", "burnout", *BONUSES),
    "bad-beat": ("main", "bad-beat"),
    "face-up": ("main", "two-card", "four-card"),
}


class Disagreement(AssertionError):
    """The dump says one thing and the sheets another; the message names the round."""


def agree(where: str, what: str, sheet: object, dump: object) -> None:
    if sheet != dump:
        raise Disagreement(f"{where}: {what}: the sheet gives {sheet!r}, the dump says {dump!r}")


def require(where: str, rule: str, holds: bool) -> None:
    if not holds:
        raise Disagreement(f"{where}: against the rules: {rule}")


def name_of(game: str, round_: Round) -> str:
    return f"{game} round {round_['round']} ({round_.get('rules_line', 'no rules line')})"


def rules_of(game: str, round_: Round) -> Rules:
    return {**HOUSE, **(FACE_UP if game == "face-up" else {}), **round_["rules"]}


def value(card: str) -> int:
    """An ace counts 1 here; `total` lets one of them be 11."""
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def is_soft(cards: list[str]) -> bool:
    return any(card[0] == "A" for card in cards) and sum(map(value, cards)) <= 11


def total(cards: list[str]) -> int:
    return sum(map(value, cards)) + (10 if is_soft(cards) else 0)


def is_natural(cards: list[str]) -> bool:
    """R1: 21 in two cards. The caller knows whether the hand came from a split."""
    return len(cards) == 2 and total(cards) == 21


def house_draws(rules: Rules, cards: list[str]) -> bool:
    """The dealer's hand, and a hand played by house rules (B2). F3: soft 17 is hit, soft 18 not."""
    soft_17 = total(cards) == 17 and is_soft(cards)
    return total(cards) < 17 or (soft_17 and bool(rules["hit_soft_17"]))


@dataclass
class Hand:
    cards: list[str]
    from_split: bool = False
    split_aces: bool = False
    doubled: bool = False
    surrendered: bool = False
    burned: str | None = None

    def natural(self) -> bool:
        return is_natural(self.cards) and not self.from_split


@dataclass
class Place:
    """One seat of the round: what the dump says it bet and chose, and the hands we deal it."""

    where: str
    dump: dict[str, Any]
    choices: list[str]
    stakes: dict[str, int]
    hands: list[Hand] = field(default_factory=list)
    even_money: bool = False

    def backs_own_hand(self) -> bool:
        return "main" in self.stakes or "player-hand" in self.stakes

    def choose(self, words: Collection[str]) -> str:
        asked = " or ".join(sorted(words))
        require(self.where, f"asked for {asked}, but no choice is left", bool(self.choices))
        word = self.choices.pop(0)
        require(self.where, f"chose {word} when asked for {asked}", word in words)
        return word


@dataclass
class Table:
    where: str
    rules: Rules
    shoe: list[str]
    places: list[Place]
    dealer: list[str] = field(default_factory=list)

    def deal(self) -> str:
        require(self.where, "a card is needed after the last of `drawn`", bool(self.shoe))
        return self.shoe.pop(0)


def redeal(game: str, round_: Round) -> None:
    """Deals the round again; raises Disagreement unless it comes out as dumped."""
    table = sit_down(game, round_)
    deal_two_each(table)
    offer_insurance(table)
    if not blackjack_seen(table):
        for place in table.places:
            play_place(table, place)
        dealer_acts(table)
    compare_dump(table, round_)


def sit_down(game: str, round_: Round) -> Table:
    where, rules = name_of(game, round_), rules_of(game, round_)
    shoe = round_["drawn"].split()
    most = max(Counter(shoe).values(), default=0)
    require(where, f"a card came {most} times from {rules['decks']} decks", most <= rules["decks"])
    numbers = [seat["seat"] for seat in round_["seats"]]
    require(where, "seats are dealt in seat order", numbers == sorted(set(numbers)))
    places = []
    for seat in round_["seats"]:
        stakes = {wager["id"]: wager["stake"] for wager in seat["wagers"]}
        place = Place(f"{where} seat {seat['seat']}", seat, list(seat["choices"]), stakes)
        check_wagers(game, rules, place)
        if any(main in stakes for main in MAIN):
            places.append(place)
        else:
            check_sits_out(game, place)
    return Table(where, rules, shoe, places)


def check_wagers(game: str, rules: Rules, place: Place) -> None:
    where, stakes = place.where, place.stakes
    require(where, "one wager of a kind", len(stakes) == len(place.dump["wagers"]))
    for wager, stake in stakes.items():
        require(where, f"{wager} at {game}", wager in (*WAGERS[game], "insurance"))
        require(where, f"{wager} of {stake} cents", type(stake) is int and stake > 0)
    both = "player-hand" in stakes and "dealer-hand" in stakes
    require(where, "B1: a seat backs one of the two hands", not both)
    if "breakout-bonus" in stakes or "super-tie" in stakes:
        require(where, "B7: needs a dealer-hand wager", "dealer-hand" in stakes)
    require(where, "B7: Super Tie minimum is $5", stakes.get("super-tie", 500) >= 500)
    if "burnout" in stakes:
        agree(where, "U1: five payments", stakes.get("main"), stakes["burnout"] * 5)
    insured = rules["insurance"] and "insurance" in place.choices
    agree(where, "insurance wager on the table", insured, "insurance" in stakes)
    if insured:
        half = stakes["insurance"] * 2 <= max(stakes.get(main, 0) for main in MAIN)
        require(where, "R3: insurance is at most half the wager", half)


def check_sits_out(game: str, place: Place) -> None:
    """U5: bonus wagers ride over rounds the seat sits out; every other wager needs a hand."""
    riding = game == "burnout" and set(place.stakes) <= set(BONUSES)
    require(place.where, "L6, F7, B7: a side wager needs a main wager", riding)
    agree(place.where, "hands of a seat without a wager", [], place.dump["hands"])
    agree(place.where, "choices of a seat without a wager", [], place.choices)


def deal_two_each(table: Table) -> None:
    """R2: a card to each seat, the up card, a second to each seat, the hole card."""
    for place in table.places:
        place.hands = [Hand([table.deal()])]
    table.dealer.append(table.deal())
    for place in table.places:
        place.hands[0].cards.append(table.deal())
    table.dealer.append(table.deal())
    for place in table.places:
        agree(place.where, "start", " ".join(place.hands[0].cards), place.dump["start"])


def offer_insurance(table: Table) -> None:
    """R3, R11, B8; F4: none where both the dealer's cards are seen."""
    hidden = table.rules["dealer_shows"] == "one"
    if not (table.rules["insurance"] and hidden and table.dealer[0][0] == "A"):
        return
    for place in table.places:
        if place.backs_own_hand():
            offer = "even-money" if place.hands[0].natural() else "insurance"
            place.even_money = place.choose((offer, "no-insurance")) == "even-money"


def blackjack_seen(table: Table) -> bool:
    """R3: at the peek (a natural always has an ace or a ten up). F4: at once, both cards shown."""
    seen = table.rules["peek"] or table.rules["dealer_shows"] == "both"
    return bool(seen) and is_natural(table.dealer)


def play_place(table: Table, place: Place) -> None:
    if not place.backs_own_hand():
        cards = place.hands[0].cards
        while house_draws(table.rules, cards):  # Breakout, Dealer Hand Bet; B2.
            cards.append(table.deal())
        return
    at = 0
    while at < len(place.hands):
        if act(table, place, at):
            at += 1


def act(table: Table, place: Place, at: int) -> bool:
    """One decision of one hand; true when the hand is played out."""
    hand = place.hands[at]
    if len(hand.cards) == 1:
        hand.cards.append(table.deal())
    words = legal(table.rules, hand, len(place.hands))
    if not words:
        return True
    word = place.choose(words)
    if word == "split":
        split(place, at)
        return False
    if word in ("hit", "double"):
        receive(table, place, hand)
    hand.doubled = word == "double"
    hand.surrendered = word == "surrender"
    return word != "hit"


def legal(rules: Rules, hand: Hand, hands: int) -> set[str]:
    if total(hand.cards) >= 21:  # R10, and a bust is a bust.
        return set()
    words = {"hit", "stand"}
    if len(hand.cards) == 2:
        if may_double(rules, hand):
            words.add("double")
        if may_split(rules, hand, hands):
            words.add("split")
        if rules["surrender"] == "late" and not hand.from_split:
            words.add("surrender")
    if hand.split_aces and not rules["hit_split_aces"]:  # R7: one card each.
        return {"stand", "split"} if "split" in words else set()
    return words


def may_double(rules: Rules, hand: Hand) -> bool:
    if hand.from_split and not rules["double_after_split"]:
        return False
    if rules["double_on"] in ("any", "none"):
        return bool(rules["double_on"] == "any")
    low, high = map(int, rules["double_on"].split("-"))
    return low <= total(hand.cards) <= high  # F5: a soft 19 is a 19.


def may_split(rules: Rules, hand: Hand, hands: int) -> bool:
    one, other = hand.cards
    pair = value(one) == value(other)  # R6
    if rules["split_tens_by"] == "rank":
        pair = one[0] == other[0]
    again = rules["resplit_aces"] or not hand.split_aces
    return bool(pair and again and hands < rules["max_hands"])


def split(place: Place, at: int) -> None:
    """The hand just made comes next in play (8a draws 8c and splits: 8a, 8c, 8b)."""
    one, other = place.hands[at].cards
    aces = one[0] == "A"
    place.hands[at] = Hand([one], from_split=True, split_aces=aces)
    place.hands.insert(at + 1, Hand([other], from_split=True, split_aces=aces))


def receive(table: Table, place: Place, hand: Hand) -> None:
    """The card of a hit or a double, and Burnout's burn: U2, U3."""
    hand.cards.append(table.deal())
    busted = total(hand.cards) > 21
    unused = "burnout" in place.stakes and not hand.from_split and hand.burned is None
    if not unused or (busted and not table.rules["burn_after_bust"]):
        return
    if place.choose(("burn", "keep")) == "burn":
        hand.burned = hand.cards.pop()
        hand.cards.append(table.deal())


def dealer_acts(table: Table) -> None:
    """R5. A natural turned over only now (no peek) is 21 and draws nothing."""
    if any(needs_dealer(table.rules, place) for place in table.places):
        while house_draws(table.rules, table.dealer):
            table.dealer.append(table.deal())


def needs_dealer(rules: Rules, place: Place) -> bool:
    if "sweet-17" in place.stakes:  # Sweet 17 No Remaining Main Wagers; B6.
        return True
    if "dealer-hand" in place.stakes:  # Bust: "It will either win or push". B6: lost to a natural.
        return not place.hands[0].natural()
    lucky = "lucky-break" in place.stakes or "lucky-break-token" in place.stakes
    if lucky and any(total(hand.cards) <= 26 for hand in place.hands):  # L3, L4, L4b
        return True
    return any(hand_waits(rules, place, hand) for hand in place.hands)


def hand_waits(rules: Rules, place: Place, hand: Hand) -> bool:
    if hand.surrendered or total(hand.cards) > 21:
        return False
    if hand.natural():  # F2: paid at once, unless a dealer's drawn 21 would tie it.
        return not (place.even_money or rules["natural_beats_21"])
    return True


def compare_dump(table: Table, round_: Round) -> None:
    agree(table.where, "dealer's cards", " ".join(table.dealer), round_["dealer"]["cards"])
    agree(table.where, "dealer's total", total(table.dealer), round_["dealer"]["total"])
    agree(table.where, "cards of `drawn` left over", [], table.shoe)
    for place in table.places:
        agree(place.where, "choices never asked for", [], place.choices)
        agree(place.where, "number of hands", len(place.hands), len(place.dump["hands"]))
        for number, hand in enumerate(place.hands, 1):
            where = f"{place.where} hand {number}"
            compare_hand(where, hand, place.dump["hands"][number - 1])
            check_stake(where, table.rules, place, hand, place.dump["hands"][number - 1]["stake"])


def compare_hand(where: str, hand: Hand, dump: dict[str, Any]) -> None:
    agree(where, "cards", " ".join(hand.cards), dump["cards"])
    agree(where, "from_split", hand.from_split, dump["from_split"])
    agree(where, "doubled", hand.doubled, dump["doubled"])
    agree(where, "burned", hand.burned, dump["burned"])


def check_stake(where: str, rules: Rules, place: Place, hand: Hand, stake: int) -> None:
    """R9: a double adds the wager, or less where that is allowed. U4: never the payment."""
    wager = next(place.stakes[main] for main in MAIN if main in place.stakes)
    if hand.doubled and rules["double_for_less"]:
        require(where, f"{stake} cents on a doubled {wager}", wager < stake <= 2 * wager)
    else:
        agree(where, "stake", wager * (2 if hand.doubled else 1), stake)
