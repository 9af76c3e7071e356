"""The naive second reading, part two: every wager of a dumped round is settled again.

`check` deals the round again (naive_deal.py) and settles it, from the sheets and rulings alone.
The tables are typed in from the sheets; Face Up's bonus tables are not on its sheet (F6).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.rules.naive_deal import (
    BONUSES,
    MAIN,
    Disagreement,
    Round,
    Rules,
    agree,
    is_natural,
    name_of,
    redeal,
    require,
    rules_of,
    total,
)

__all__ = ["Disagreement", "Memory", "Seats", "check", "redeal", "settle"]

LOSES, PUSHES = Fraction(-1), Fraction(0)

# Lucky Break, Payoffs: by pay table, for a dealer's 22, 23, 24, 25, 26; for 3, 4, 5+ suited cards.
BASE_PAY = {"1": (1, 2, 2, 3, 3), "2": (1, 2, 2, 3, 3), "3": (1, 2, 2, 2, 3), "4": (1, 2, 2, 2, 3)}
MULTIPLIER = {"1": (2, 10, 50), "2": (2, 10, 100), "3": (5, 10, 25), "4": (2, 10, 50)}

# Bad Beat, Paytables P1-P5 and L1-L5: 20 beaten, 19 beaten, 21 push; 20 and 19 push pay 5 in all.
BAD_BEAT = {
    "P1": (20, 15, 5), "P2": (20, 15, 10), "P3": (30, 10, 5), "P4": (30, 10, 10), "P5": (25, 15, 5),
    "L1": (25, 20, 5), "L2": (25, 20, 10), "L3": (35, 15, 5), "L4": (35, 15, 10), "L5": (30, 20, 5),
}  # fmt: skip

# Breakout, fig. 9: combined cards.
BREAKOUT_BONUS = {6: 5, 7: 5, 8: 15, 9: 30, 10: 100, 11: 150}  # 12 and more pay 250
# Breakout, fig. 11: odds and the dealer's tip in cents, by the tied total.
SUPER_TIE = {21: (15, 500), 20: (8, 300), 19: (3, 200), 18: (3, 200), 17: (3, 200)}

# Burnout, Bonus Wager: odds by consecutive wins.
STREAK_PAYS = {2: 2, 3: 4, 4: 8, 5: 15}


@dataclass
class Seats:
    """What a seat carries to the next round (Burnout): its button, and the bonuses that ride."""

    button: int = 0
    riding: dict[str, int] = field(default_factory=dict)


Memory = dict[int, Seats]


@dataclass
class Spot:
    """A wager with all that decides it."""

    where: str
    rules: Rules
    seat: dict[str, Any]
    wager: dict[str, Any]
    dealer: list[str]

    def hands(self) -> list[list[str]]:
        return [hand["cards"].split() for hand in self.seat["hands"]]


def check(game: str, round_: Round, memory: Memory) -> None:
    redeal(game, round_)
    settle(game, round_, memory)


def settle(game: str, round_: Round, memory: Memory) -> None:
    """Settles every wager again; moves the streak buttons in `memory`."""
    rules, dealer = rules_of(game, round_), round_["dealer"]["cards"].split()
    for seat in round_["seats"]:
        where = f"{name_of(game, round_)} seat {seat['seat']}"
        for wager in seat["wagers"]:
            spot = Spot(f"{where} {wager['id']}", rules, seat, wager, dealer)
            if wager["id"] in MAIN:
                settle_main(spot)
            elif wager["id"] not in BONUSES:
                settle_side(spot)
        settle_bonuses(where, rules, seat, dealer, memory)


def cents(where: str, amount: Fraction) -> int:
    require(where, f"R4: {amount} cents is not whole", amount.denominator == 1)
    return int(amount)


def settle_main(spot: Spot) -> None:
    net = 0
    for number, hand in enumerate(spot.seat["hands"], 1):
        result = result_of(spot.rules, spot.seat, hand, spot.dealer)
        agree(f"{spot.where} hand {number}", "result", result, hand["result"])
        net += cents(spot.where, hand["stake"] * odds_of(spot, result))
    compare_money(spot, Fraction(net, spot.wager["stake"]), net, 0)


def odds_of(spot: Spot, result: str) -> Fraction:
    if result == "blackjack":
        house_natural = spot.wager["id"] == "dealer-hand"  # B9: 3 to 2 whatever the table pays.
        ratio = "3:2" if house_natural else spot.rules["blackjack_pays"]
        return Fraction(ratio.replace(":", "/"))
    return {
        "win": Fraction(1),
        "even-money": Fraction(1),
        "push": PUSHES,
        "lose": LOSES,
        "surrender": Fraction(-1, 2),
    }[result]


def result_of(rules: Rules, seat: dict[str, Any], hand: dict[str, Any], dealer: list[str]) -> str:
    cards = hand["cards"].split()
    if any(wager["id"] == "dealer-hand" for wager in seat["wagers"]):
        return dealer_hand_result(cards, dealer)
    if "even-money" in seat["choices"]:  # R11
        return "even-money"
    if "surrender" in seat["choices"] and not is_natural(dealer):  # R12: late surrender
        return "surrender"
    better = compare(rules, cards, hand["from_split"], dealer)
    if better == 0:  # Face Up, Compare hands; F2.
        return "lose" if rules["ties"] == "lose" else "push"
    if better < 0:
        return "lose"
    return "blackjack" if is_natural(cards) and not hand["from_split"] else "win"


def compare(rules: Rules, cards: list[str], from_split: bool, dealer: list[str]) -> int:
    """1, 0 or -1: the player's hand is better than, level with or worse than the dealer's."""
    natural = is_natural(cards) and not from_split  # R1
    if is_natural(dealer):
        return 0 if natural else -1  # R12: also against doubles, splits and a drawn 21.
    if natural:
        tied = total(dealer) == 21 and not rules["natural_beats_21"]  # F2
        return 0 if tied else 1
    if total(cards) > 21:
        return -1
    if total(dealer) > 21:
        return 1
    return (total(cards) > total(dealer)) - (total(cards) < total(dealer))


def dealer_hand_result(cards: list[str], dealer: list[str]) -> str:
    """Breakout, Paying a Hand and Blackjack Hands."""
    if is_natural(dealer):
        return "push" if is_natural(cards) else "blackjack"  # B9
    if is_natural(cards):
        return "lose"  # Player Hand Blackjack: an automatic loss.
    busted, house_busted = total(cards) > 21, total(dealer) > 21
    if busted:
        return "push" if house_busted or total(dealer) == 17 else "win"  # B3
    if house_busted or total(cards) > total(dealer):
        return "lose"
    return "push" if total(cards) == total(dealer) else "win"


def settle_side(spot: Spot) -> None:
    """A side wager's own function says what it pays to 1: -1 when it loses, 0 when it pushes."""
    pays = SIDE_WAGERS[spot.wager["id"]](spot)
    net = cents(spot.where, spot.wager["stake"] * pays)
    tip = super_tie_line(spot)[1] if spot.wager["id"] == "super-tie" else 0
    if spot.rules["tip_from"] == "player":  # B5
        net -= tip
    compare_money(spot, pays, net, tip)
    made_for = "dealer" if spot.wager["id"] == "lucky-break-token" else None  # L5
    agree(spot.where, "made for", made_for, spot.wager.get("for"))


def compare_money(spot: Spot, pays: Fraction, net: int, tip: int) -> None:
    agree(spot.where, "net", net, spot.wager["net"])
    agree(spot.where, "pays", str(pays), str(Fraction(spot.wager["pays"])))
    agree(spot.where, "tip", tip, spot.wager.get("tip", 0))


def insurance(spot: Spot) -> Fraction:
    return Fraction(2) if is_natural(spot.dealer) else LOSES  # R3


def burnout_payment(_spot: Spot) -> Fraction:
    return LOSES  # U4: never returned.


def breakout_bonus(spot: Spot) -> Fraction:
    cards = spot.hands()[0]
    if total(cards) <= 21 or total(spot.dealer) <= 21:
        return LOSES
    return Fraction(BREAKOUT_BONUS.get(len(cards) + len(spot.dealer), 250))


def super_tie(spot: Spot) -> Fraction:
    return Fraction(super_tie_line(spot)[0])


def super_tie_line(spot: Spot) -> tuple[int, int]:
    """Odds and tip. Only a true tie wins: neither bust against 17, nor a natural against 21."""
    cards, dealer = spot.hands()[0], spot.dealer
    if is_natural(cards) or is_natural(dealer):
        return (25, 1000) if is_natural(cards) and is_natural(dealer) else (-1, 0)
    if total(cards) > 21 and total(dealer) > 21:
        return (1, 100)
    if total(cards) != total(dealer):
        return (-1, 0)
    return SUPER_TIE[total(dealer)]


def pair_up(spot: Spot) -> Fraction:
    """Fig. 13; B4. R6: a pair is of one rank of thirteen, and suited when of one suit."""
    pairs = [two for two in (spot.seat["start"].split(), spot.dealer[:2]) if two[0][0] == two[1][0]]
    if not pairs:
        return LOSES
    if len(pairs) == 2:
        return Fraction(50)
    one, other = pairs[0]
    return Fraction(5 if one[1] == other[1] else 3)


def sweet_17(spot: Spot) -> Fraction:
    return Fraction(6) if total(spot.dealer) == 17 else LOSES  # B3


def lucky_break(spot: Spot) -> Fraction:
    if total(spot.dealer) <= 21 or all(total(cards) > 26 for cards in spot.hands()):  # L3, L4
        return LOSES
    table, count = spot.wager["paytable"], len(spot.dealer)
    base = BASE_PAY[table][total(spot.dealer) - 22]
    if len({card[1] for card in spot.dealer}) > 1:  # L2: the whole hand, or it is unsuited.
        return Fraction(base)
    winnings = base * MULTIPLIER[table][min(count, 5) - 3]
    adds = spot.rules["multiplier"] == "adds"
    return Fraction(base + winnings if adds else winnings)  # L1


def bad_beat(spot: Spot) -> Fraction:
    """Rules of Play 6 and 8. D3: the first hand. R12: surrendering is not standing."""
    hand, cards = spot.seat["hands"][0], spot.hands()[0]
    split_loses = hand["from_split"] and spot.rules["option"] == 1
    if len(cards) > 2 or total(cards) < 19 or split_loses or "surrender" in spot.seat["choices"]:
        return LOSES
    twenty_beaten, nineteen_beaten, push_21 = BAD_BEAT[spot.wager["paytable"]]
    beaten = {20: twenty_beaten, 19: nineteen_beaten}  # No line for a 21 beaten.
    better = compare(spot.rules, cards, hand["from_split"], spot.dealer)  # D1, D2
    if better > 0:
        return PUSHES if spot.wager["paytable"][0] == "P" else LOSES
    if better == 0:
        return Fraction(push_21 if total(cards) == 21 else 5)
    return Fraction(beaten.get(total(cards), -1))


def as_dumped(spot: Spot) -> Fraction:
    """F6: the table is ours, not the sheet's, so the dump's own word is taken."""
    return LOSES if spot.wager["outcome"] == "lose" else Fraction(spot.wager["pays"])


SIDE_WAGERS: dict[str, Callable[[Spot], Fraction]] = {
    "insurance": insurance,
    "burnout": burnout_payment,
    "breakout-bonus": breakout_bonus,
    "super-tie": super_tie,
    "pair-up": pair_up,
    "sweet-17": sweet_17,
    "lucky-break": lucky_break,
    "lucky-break-token": lucky_break,
    "bad-beat": bad_beat,
    "two-card": as_dumped,
    "four-card": as_dumped,
}


def settle_bonuses(
    where: str, rules: Rules, seat: dict[str, Any], dealer: list[str], memory: Memory
) -> None:
    """Burnout, Bonus Wager: what is not won or lost rides to the seat's next round."""
    carried = memory.setdefault(seat["seat"], Seats())
    bonuses = [wager for wager in seat["wagers"] if wager["id"] in BONUSES]
    check_placed(where, seat, bonuses, carried)
    score = streak_score(rules, seat, dealer)
    button = 0 if score < 0 or not bonuses else carried.button + (score > 0)
    carried.riding = {}
    for wager in bonuses:
        spot = Spot(f"{where} {wager['id']}", rules, seat, wager, dealer)
        if settle_bonus(spot, button, score) == "ride":
            carried.riding[wager["id"]] = wager["stake"]
    carried.button = button if carried.riding else 0  # U5: back to 0 when none is left.


def check_placed(
    where: str, seat: dict[str, Any], bonuses: list[dict[str, Any]], carried: Seats
) -> None:
    """U5: what rides stays as it is; new ones only beside a main wager while the button shows 0."""
    stakes = {wager["id"]: wager["stake"] for wager in bonuses}
    for bonus, stake in carried.riding.items():
        agree(where, f"{bonus} riding from the last round", stake, stakes.get(bonus))
    if set(stakes) - set(carried.riding):
        require(where, f"bonus placed at button {carried.button}", carried.button == 0)
        require(where, "bonus placed without a hand", bool(seat["hands"]))


def streak_score(rules: Rules, seat: dict[str, Any], dealer: list[str]) -> int:
    """Above 0 a round won, below 0 one lost. U5: most hands of those won or lost, or of all; both
    blackjack is a push, even money or not."""
    won, lost = 0, 0
    for hand in seat["hands"]:
        result = result_of(rules, seat, hand, dealer)
        if result == "even-money":
            won += 0 if is_natural(dealer) else 1
        elif result in ("win", "blackjack"):
            won += 1
        elif result in ("lose", "surrender"):  # R12
            lost += 1
    if rules["majority"] == "all" and max(won, lost) <= len(seat["hands"]) / 2:
        return 0
    return won - lost


def settle_bonus(spot: Spot, button: int, score: int) -> str:
    """U6: the k-th win in a row pays the wager for k; a loss takes it; otherwise it rides."""
    wins = int(spot.wager["id"].removeprefix("bonus-"))
    outcome, pays = "ride", PUSHES
    if score < 0:
        outcome, pays = "lose", LOSES
    elif button == wins:
        outcome, pays = "win", Fraction(STREAK_PAYS[wins])
    agree(spot.where, "outcome", outcome, spot.wager["outcome"])
    agree(spot.where, "streak", button, spot.wager["streak"])
    compare_money(spot, pays, cents(spot.where, spot.wager["stake"] * pays), 0)
    return outcome
