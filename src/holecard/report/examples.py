"""Worked rounds: dealt by the table core from a fixed seed, chosen so that each wager is seen to
win, lose and push. Every one carries its round line and replays."""

from __future__ import annotations

import random
from collections.abc import Iterator

from holecard.cards import card_text
from holecard.dealing.actions import BURN, HIT, KEEP, STAND
from holecard.dealing.felt import STATE
from holecard.errors import RefusedWager
from holecard.hand import hand_text, state_of, total
from holecard.money import money_text
from holecard.report.blocks import Example, Hand
from holecard.shoe import shuffled
from holecard.text.line import line_of
from holecard.text.words import is_natural, outcome_words
from holecard.wagers.bets import Bet, SeatBets, check_seat, fee_for
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

SEED = 21
TRIED = 900
STAKE, SIDE_STAKE = 1000, 500
STANDS_ON = 17
USUAL_CARDS = 6
BURNED = "burn"
Seen = tuple[str, int]  # a wager, and the sign of its result
SIGNS = {1: "wins", 0: "pushes", -1: "loses"}


def worked_examples(game: Game) -> tuple[Example, ...]:
    """A few rounds, of about six cards each, that show every result the tries brought."""
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
    names = [*(wager.id for wager in game.wagers), BURNED]
    return names.index(seen[0]), -seen[1]


def some_rounds(game: Game) -> Iterator[Dealt]:
    draw = random.Random(SEED)
    for main in game.mains:
        seat = sit(game, main)
        for _ in range(TRIED):
            dealt = play(game, seat, shuffled(game.rules.decks, draw))
            if dealt.done:
                yield dealt


def sit(game: Game, main: Wager) -> SeatBets:
    """One seat with every wager that may stand beside this main wager; of the riding bets the
    first, one win on its way."""
    bets = [Bet(main.id, STAKE)]
    riding: frozenset[str] = frozenset()
    for wager in game.wagers:
        if wager.kind == RIDING and not riding:
            riding = frozenset({wager.id})
        elif wager.kind in (MAIN, OFFER, RIDING) or wager.table_of:
            continue
        stake = fee_for(wager, STAKE) if wager.kind == FEE else max(SIDE_STAKE, wager.least)
        try:
            more = [*bets, Bet(wager.id, stake)]
            check_seat(game, SeatBets(1, tuple(more), int(bool(riding)), riding))
        except RefusedWager:
            continue
        bets = more
    return SeatBets(1, tuple(bets), int(bool(riding)), riding)


def play(game: Game, seat: SeatBets, cards: tuple[int, ...]) -> Dealt:
    """Hit below 17, otherwise stand; burn a card that busts; no insurance."""
    choices: list[Choice] = []
    dealt = deal_round(game, [seat], cards)
    while dealt.ask is not None:
        choices.append(simple_choice(dealt))
        dealt = deal_round(game, [seat], cards, choices)
    return dealt


def simple_choice(dealt: Dealt) -> Choice:
    ask = dealt.ask
    assert ask is not None
    points = total(dealt.hand_field(ask.place, ask.hand, STATE))
    if BURN in ask.legal:
        return Choice(BURN if points > 21 else KEEP)
    if HIT in ask.legal and points < STANDS_ON:
        return Choice(HIT)
    return Choice(STAND if STAND in ask.legal else list(ask.legal)[-1])


def shown(dealt: Dealt) -> set[Seen]:
    """What a reader sees happen: results by wager, and a card burned."""
    burned = {(BURNED, 0)} if any(one.action == BURN for one in dealt.choices) else set()
    return burned | {
        (paid.wager, (paid.net > 0) - (paid.net < 0))
        for paid in payouts(dealt)
        if not paid.rides and dealt.game.wager(paid.wager).kind != FEE
    }


def example(dealt: Dealt, new: list[Seen]) -> Example:
    names = {wager.id: wager.name for wager in dealt.game.wagers}
    says = [f"{names[wager]} {SIGNS[sign]}" for wager, sign in new if wager in names]
    says += ["a card is burned" for wager, _ in new if wager == BURNED]
    title = ", ".join(says)
    hands = [Hand("Dealer", faces(dealt.dealer_cards), hand_says(dealt.dealer_cards))]
    for hand in range(dealt.hand_count(0)):
        cards = dealt.cards(0, hand)
        hands.append(Hand("Seat", faces(cards), hand_says(cards)))
    results = [result_says(dealt.game.wager(paid.wager), paid) for paid in payouts(dealt)]
    if dealt.choices:
        results.insert(0, "Choices: " + ", ".join(str(choice) for choice in dealt.choices))
    return Example(title[:1].upper() + title[1:], tuple(hands), tuple(results), line_of(dealt))


def faces(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(card_text(card) for card in cards)


def hand_says(cards: tuple[int, ...]) -> str:
    return hand_text(state_of(cards), is_natural(cards))


def result_says(wager: Wager, paid: Payout) -> str:
    if paid.rides:
        return f"{wager.name}: rides"
    if not paid.net:
        return f"{wager.name}: push"
    verb = "wins" if paid.net > 0 else "loses"
    tip = f", tip {money_text(paid.tip)}" if paid.tip else ""
    plain = paid.outcome in ("win", "lose", "push", "paid")
    outcome = "" if plain else f" ({outcome_words(wager, paid.outcome)})"
    return f"{wager.name}: {verb} {money_text(abs(paid.net))}{outcome}{tip}"
