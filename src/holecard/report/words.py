"""The rules of play in words, from the rules that are in force: nothing is said by heart."""

from __future__ import annotations

from holecard.dealing.settle import BLACKJACK, DEALER, OWN, result_pays
from holecard.money import money_text
from holecard.text.words import to_one
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, TO_DEALER, Wager

DOUBLES = {
    "any": "any two cards",
    "9-11": "hard two-card totals of 9, 10 or 11",
    "10-11": "hard two-card totals of 10 or 11",
    "none": "no hand",
}


def play_steps(game: Game) -> tuple[str, ...]:
    """A round in the order it is dealt."""
    steps = [bets_step(game), deal_step(game)]
    if game.rules.insurance and game.rules.dealer_shows == "one":
        steps.append(
            "Under an ace the dealer offers insurance: up to half the main wager, paid "
            f"{to_one(game.wager('insurance').table().pays('dealer-blackjack'))} if the dealer has "
            "a blackjack. A seat that holds a blackjack may take even money instead."
        )
    steps.append(peek_step(game))
    if any(main.backs == OWN for main in game.mains):
        steps.append(seat_step(game))
    if any(main.backs == DEALER for main in game.mains):
        steps.append(
            "A seat that backs the dealer's hand decides nothing: the house draws its cards by the "
            "dealer's own rule."
        )
    steps += fee_steps(game)
    steps += [dealer_step(game), settle_step(game)]
    return tuple(steps)


def bets_step(game: Game) -> str:
    mains = " or ".join(f"{main.name} ({limits(main)})" for main in game.mains)
    return (
        f"The game is dealt from {decks_text(game)}. Before the deal each seat makes a main wager "
        f"on {mains}, and any of the other wagers."
    )


def decks_text(game: Game) -> str:
    number = game.rules.decks
    return "one deck" if number == 1 else f"a shoe of {number} decks"


def limits(wager: Wager) -> str:
    return f"{money_text(wager.least)} to {money_text(wager.most)}"


def deal_step(game: Game) -> str:
    shown = (
        "both of the dealer's cards lie face up"
        if game.rules.dealer_shows == "both"
        else "the dealer's second card lies face down"
    )
    return (
        "Each seat gets a card, the dealer gets the up card, each seat a second card, and the "
        f"dealer the hole card: {shown}. An ace with a ten-value card in the first two is a "
        "blackjack. Aces count 1 or 11, pictures 10."
    )


def peek_step(game: Game) -> str:
    if game.rules.dealer_shows == "both":
        return "A dealer blackjack is seen at once and settles the main wagers before anyone acts."
    if game.rules.peek:
        return (
            "Under an ace or a ten-value card the dealer looks at the hole card. A blackjack ends "
            "the round at once."
        )
    return "The dealer does not look for a blackjack before the seats have acted."


def seat_step(game: Game) -> str:
    rules = game.rules
    words = ["Each seat then plays its hand: it stands, or hits as often as it likes up to 21."]
    if rules.double_on != "none":
        less = " for up to the wager again" if rules.double_for_less else " for the wager again"
        after = "split hands too" if rules.double_after_split else "not after a split"
        words.append(
            f"It may double on {DOUBLES[rules.double_on]}{less} and take one card, {after}."
        )
    if rules.max_hands > 1:
        pair = "of one rank" if rules.split_tens_by == "rank" else "of one value"
        words.append(f"Two cards {pair} may be split, up to {rules.max_hands} hands.")
        again = "may be split again" if rules.resplit_aces else "are split once"
        hits = "may be hit" if rules.hit_split_aces else "get one card each"
        words.append(f"Aces {again} and {hits}.")
    if rules.surrender == "late":
        words.append("The first two cards may be given up for half the wager.")
    return " ".join(words)


def fee_steps(game: Game) -> list[str]:
    return [
        f"{fee.name}: {fee.share.numerator} part in {fee.share.denominator} of the main wager, "
        f"paid with the wagers and never returned. It {fee.says}: a card just drawn is discarded "
        "for the next one, which stays. Not after a split."
        for fee in game.wagers
        if fee.kind == FEE
    ]


def dealer_step(game: Game) -> str:
    soft = "hits" if game.rules.hit_soft_17 else "stands on"
    return (
        f"If a wager still needs it, the dealer draws to 17 and {soft} soft 17. Over 21 is a bust."
    )


def settle_step(game: Game) -> str:
    rules = game.rules
    ties = "a tie is a push" if rules.ties == "push" else "a tie loses"
    beats = "" if rules.natural_beats_21 else ", but a drawn 21 ties it"
    words = (
        f"A hand that beats the dealer's is paid 1 to 1, a blackjack {to_one(rules.blackjack_pays)}"
        f"{beats}; {ties}; a busted hand has lost, whatever the dealer does."
    )
    if any(main.backs == DEALER for main in game.mains):
        words += (
            " A wager on the dealer's hand wins where that hand beats the seat's, is paid "
            f"{to_one(result_pays(BLACKJACK, DEALER, rules))} by a dealer blackjack, and cannot "
            "lose once the seat's hand has busted."
        )
    return words


def wager_says(wager: Wager) -> str:
    """One wager in a sentence."""
    kind = {
        MAIN: "Main wager",
        FEE: "Payment",
        OFFER: "Offered in mid-round",
        RIDING: "Rides from round to round until it wins or loses",
    }.get(wager.kind, "Side bet")
    beside = f"; only beside {' or '.join(wager.with_main)}" if wager.with_main else ""
    payee = "; what it wins is the dealer's" if wager.payee == TO_DEALER else ""
    money = "" if wager.kind in (FEE, OFFER) else f"; {limits(wager)}"
    return f"{kind}: {wager.says}{money}{beside}{payee}."
