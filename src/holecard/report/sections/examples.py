"""Worked rounds: dealt by the table core from a fixed seed, chosen so that each wager is seen to
win, lose and push, and each thing a seat can do is seen once. Each replays from its line."""

from __future__ import annotations

import random
from collections.abc import Iterator

from holecard.cards import card_text
from holecard.dealing.actions import (
    BURN,
    DECLINE,
    DOUBLE,
    EVEN_MONEY,
    HIT,
    INSURE,
    KEEP,
    SPLIT,
    STAND,
    SURRENDER,
    SWITCH,
)
from holecard.dealing.answers import Result
from holecard.dealing.felt import BURNED as BURNED_CARD
from holecard.dealing.felt import NATURAL_HAND, RESULT, STATE
from holecard.dealing.settle import BLACKJACK, FIRST_OWN
from holecard.hand import hand_text, is_soft, state_of, total
from holecard.money import money_text
from holecard.report.blocks import Example, Hand
from holecard.report.sections.shown_rounds import SEED, shuffled_top, sit, stacked_tops
from holecard.text.line import line_of
from holecard.text.words import is_natural, name_words, paid_words, sentence, to_one
from holecard.wagers.bets import SeatBets, party_of
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.wager import FEE, RIDING, Wager

TRIED = 600
STANDS_ON = 17
USUAL_CARDS = 6
NATURAL = "a blackjack is paid"
FREE = "the house puts up a bet"
Seen = tuple[str, int]  # a wager, and the sign of its result; or something done, and 0
SIGNS = {1: "wins", 0: "pushes", -1: "loses"}
RIDING_SIGNS = SIGNS | {1: "in a row is paid", -1: "in a row is lost"}
# What a reader should see done once, beside the results.
DONE = {
    BURN: "a card is burned",
    SPLIT: "a pair is split",
    DOUBLE: "a hand is doubled",
    EVEN_MONEY: "even money is taken",
    SURRENDER: "a hand is surrendered",
    SWITCH: "second cards are switched",
}


def worked_examples(game: Game) -> tuple[Example, ...]:
    """A few rounds, of about six cards each, that show everything the tries brought."""
    rounds = sorted(some_rounds(game), key=lambda dealt: abs(len(dealt.drawn) - USUAL_CARDS))
    covers = [(dealt, shown(dealt)) for dealt in rounds]
    wanted = set().union(*(seen for _, seen in covers)) if covers else set()
    chosen: list[tuple[Dealt, list[Seen]]] = []
    while wanted:
        dealt, seen = max(covers, key=lambda one: len(one[1] & wanted))
        chosen.append((dealt, sorted(seen & wanted, key=lambda one: order(game, one))))
        wanted -= seen
    return tuple(example(dealt, new) for dealt, new in chosen)


def order(game: Game, seen: Seen) -> tuple[int, int]:
    own = (result_shown(result) for result in game.answers.results)
    names = [*(wager.id for wager in game.wagers), *DONE.values(), NATURAL, *own, FREE]
    return names.index(seen[0]), -seen[1]


def some_rounds(game: Game) -> Iterator[Dealt]:
    draw = random.Random(SEED)
    for main in game.mains:
        seat = without_tokens(game, sit(game, main))
        for cards in (*(shuffled_top(game, draw) for _ in range(TRIED)), *stacked_tops(game, draw)):
            dealt = play(game, seat, cards, draw)
            if dealt.done:
                yield dealt


def without_tokens(game: Game, seat: SeatBets) -> SeatBets:
    """A bet paid by another's table has that one's results: one of the two is enough to show."""
    bets = tuple(bet for bet in seat.bets if not game.wager(bet.wager).table_of)
    return SeatBets(seat.seat, bets, seat.button, seat.riding)


def play(game: Game, seat: SeatBets, cards: tuple[int, ...], draw: random.Random) -> Dealt:
    choices: list[Choice] = []
    seats = party_of(game, seat)
    dealt = deal_round(game, seats, cards)
    while dealt.ask is not None:
        choices.append(Choice(simple_choice(dealt, draw)))
        dealt = deal_round(game, seats, cards, choices)
    return dealt


def simple_choice(dealt: Dealt, draw: random.Random) -> int:
    """A plain way of playing: hit below 17, split aces and eights, double 9 to 11, burn a card that
    busts, and take what is offered every other time."""
    ask = dealt.ask
    assert ask is not None
    state = dealt.hand_field(ask.place, ask.hand, STATE)
    points = total(state)
    if BURN in ask.legal:
        return BURN if points > 21 else KEEP
    if dealt.raising:
        return draw.choice([DOUBLE, KEEP])
    if SWITCH in ask.legal:
        return draw.choice([SWITCH, KEEP])
    offered = [one for one in (INSURE, EVEN_MONEY) if one in ask.legal]
    if offered:
        return draw.choice([*offered, DECLINE])
    if SURRENDER in ask.legal and points == 16 and draw.random() < 0.5:
        return SURRENDER
    if SPLIT in ask.legal and points in (12, 16) and (points == 16 or is_soft(state)):
        return SPLIT
    if DOUBLE in ask.legal and 9 <= points <= 11:
        return DOUBLE
    if HIT in ask.legal and points < STANDS_ON:
        return HIT
    return STAND if STAND in ask.legal else list(ask.legal)[-1]


def shown(dealt: Dealt) -> set[Seen]:
    """What a reader sees happen: results by wager, and what was done."""
    made = {choice.action for choice in dealt.choices}
    done = {(words, 0) for action, words in DONE.items() if action in made}
    if dealt.hand_field(0, 0, RESULT) == BLACKJACK and dealt.seat_field(0, NATURAL_HAND):
        done.add((NATURAL, 0))
    done |= {(one, 0) for one in own_shown(dealt)}
    return done | {
        (paid.wager, (paid.net > 0) - (paid.net < 0))
        for paid in payouts(dealt)
        if not paid.rides and dealt.game.wager(paid.wager).kind != FEE
    }


def own_shown(dealt: Dealt) -> Iterator[str]:
    """Results of the game's own, and bets that the house puts up."""
    for hand in range(dealt.hand_count(0)):
        result = dealt.hand_field(0, hand, RESULT)
        if result >= FIRST_OWN:
            yield result_shown(dealt.game.answers.results[result - FIRST_OWN])
        if dealt.own_stake(0, hand) < dealt.hand_stake(0, hand):
            yield FREE


def result_shown(result: Result) -> str:
    return f"{result.words or name_words(result.name)} is paid {to_one(result.pays)}"


def example(dealt: Dealt, new: list[Seen]) -> Example:
    names = {wager.id: wager.name for wager in dealt.game.wagers}
    says = [result_title(dealt.game.wager(wager), sign) for wager, sign in new if wager in names]
    says += [one for one, _ in new if one not in names]
    at = "Seat {}, " if len(dealt.seats) > 1 else ""
    results = [at.format(paid.seat) + result_says(dealt.game, paid) for paid in payouts(dealt)]
    if dealt.choices:
        results.insert(0, "Choices: " + ", ".join(str(choice) for choice in dealt.choices))
    return Example(sentence(", ".join(says)), hands_of(dealt), tuple(results), line_of(dealt))


def result_title(wager: Wager, sign: int) -> str:
    signs = RIDING_SIGNS if wager.kind == RIDING else SIGNS
    return f"{wager.name} {signs[sign]}"


def hands_of(dealt: Dealt) -> tuple[Hand, ...]:
    hands = [Hand("Dealer", faces(dealt.dealer_cards), hand_says(dealt.dealer_cards))]
    for place in range(len(dealt.seats)):
        hands += seat_hands(dealt, place)
    burned = dealt.seat_field(0, BURNED_CARD)
    if burned >= 0:
        hands.append(Hand("Burned", faces((burned,)), "thrown away", gone=True))
    return tuple(hands)


def seat_hands(dealt: Dealt, place: int) -> list[Hand]:
    hands, several = [], dealt.hand_count(place) > 1
    seat = f"Seat {dealt.seats[place].seat}" if len(dealt.seats) > 1 else ""
    for hand in range(dealt.hand_count(place)):
        cards = dealt.cards(place, hand)
        first = not several and bool(dealt.seat_field(place, NATURAL_HAND))
        called = f"{seat}, hand {hand + 1}" if seat else f"Hand {hand + 1}"
        says = hand_text(state_of(cards), first)
        hands.append(Hand(called if several else seat or "Seat", faces(cards), says))
    return hands


def faces(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(card_text(card) for card in cards)


def hand_says(cards: tuple[int, ...]) -> str:
    return hand_text(state_of(cards), is_natural(cards))


def result_says(game: Game, paid: Payout) -> str:
    wager = game.wager(paid.wager)
    if paid.rides:
        return f"{wager.name}: rides"
    if not paid.net:
        return f"{wager.name}: push"
    verb = "wins" if paid.net > 0 else "loses"
    tip = f", tip {money_text(paid.tip)}" if paid.tip else ""
    plain = paid.outcome in ("win", "lose", "push", "paid")
    outcome = "" if plain else f" ({paid_words(game, paid.wager, paid.outcome)})"
    return f"{wager.name}: {verb} {money_text(abs(paid.net))}{outcome}{tip}"
