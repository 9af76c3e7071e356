"""What the dealer's steps are called in a question."""

from __future__ import annotations

from holecard.dealing.own_tables import EARLY, RAISES, SWITCHES
from holecard.dealing.settle import DEALER
from holecard.text.words import listed
from holecard.train.dealt.steps import ASK_EARLY, ASK_RAISE, ASK_SWITCH, NEXT_CARD
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN

STEP_SAYS = {
    "offer": "Offer insurance, and even money to a blackjack",
    "peek": "Look at the hole card for a blackjack",
    "turn": "Turn to your own hand: show both cards",
    "draw": "Draw a card to your own hand",
    "house-draw": "Draw a card to the seat's hand by your own rule",
    "ask": "Ask the seat to act",
    "ask-burn": "Ask whether the card is burned or kept",
    "replace": "Replace the burned card with the next one",
}
# Asked in games that answer the round's questions so, and there alone.
OWN_STEPS = {
    ASK_RAISE: "Ask whether the wager is raised",
    ASK_EARLY: "Ask whether the hand is given up before you look",
    ASK_SWITCH: "Ask whether the second cards of the two hands are switched",
    NEXT_CARD: "Deal a card for {}, of no hand",
}
WAGER_SAYS = {
    "take": "Take {}",
    "pay": "Pay {}",
    "push": "Push {}: the stake stays the player's",
    "ride": "Leave {} on the felt for the next round",
    "tuck": "Tuck the cards under {}",
    "leave": "Leave the cards out for {}",
}


def step_says(game: Game, step: str) -> str:
    name, _, wager = step.partition(":")
    if not wager:
        return (OWN_STEPS.get(name) or STEP_SAYS[name]).format(own_card_bets(game))
    return WAGER_SAYS[name].format(dealer_name(game, wager))


def own_steps(game: Game) -> list[str]:
    asks = game.tables.asks
    known = ((ASK_RAISE, RAISES), (ASK_EARLY, EARLY), (ASK_SWITCH, SWITCHES))
    found = [step for step, question in known if asks[question]]
    return found + [NEXT_CARD] * any(wager.deals_next for wager in game.wagers)


def own_card_bets(game: Game) -> str:
    """The bets that a card is dealt for."""
    return listed([wager.name for wager in game.wagers if wager.deals_next])


def dealer_name(game: Game, wager: str) -> str:
    """A wager as the dealer speaks of it: `your hand` is the seat's."""
    asked = game.wager(wager)
    if asked.kind != MAIN:
        return asked.name
    if len(game.mains) == 1:
        return "the main wager"
    return "the wager on the dealer's hand" if asked.backs == DEALER else "the own-hand wager"


def spot_name(game: Game, wager: str) -> str:
    """A wager as the dealer has it before the eyes: `your hand` is the player's word."""
    asked = game.wager(wager)
    if asked.kind != MAIN:
        return asked.name
    if len(game.mains) == 1:
        return "main wager"
    return "dealer's hand" if asked.backs == DEALER else "own hand"
