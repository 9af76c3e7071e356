"""The player's coach: decisions of real rounds, each with what every action is worth in money.

Values are the solver's. A decision is drawn as often as it comes times what the cheapest mistake
there costs; or every cell of the chart alike; or one row or cell of it; or those of rounds that
somebody played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from holecard.cards import card_text
from holecard.dealing import felt as f
from holecard.dealing.actions import BURN, SWITCH, read_action
from holecard.dealing.settle import OWN
from holecard.errors import UnknownName
from holecard.money import money_text
from holecard.play.choice_words import choice_words
from holecard.play.view import view
from holecard.shoe import full_shoe
from holecard.text.line import line_of
from holecard.text.words import name_words, sentence
from holecard.train.item import (
    Drill,
    Grade,
    Item,
    Json,
    Part,
    Setting,
    no_answer,
    nothing_to_drill,
    text_in,
)
from holecard.wagers.bets import Bet, SeatBets, check_seat, fee_for, party_of
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, Wager

if TYPE_CHECKING:
    from holecard.odds.playbook import Playbook
    from holecard.odds.solve.best_play import Play

BY_COST, UNIFORM = "", "uniform"
DEAR = 0.1  # of a wager: a mistake that costs more is one that few make, and counts as this
ROUNDS = 400  # dealt for one question at most
RIGHT = '{"action": "hit"}'
BOOKS: dict[tuple[str, str, str], Playbook] = {}


def book_of(game: Game) -> Playbook:
    """Best play for the game, solved once in a process."""
    from holecard.odds.playbook import Playbook

    key = game.id, game.line, game.definition_hash
    if key not in BOOKS:
        BOOKS[key] = Playbook(game)
    return BOOKS[key]


@dataclass(frozen=True)
class Decision:
    """A seat that is asked, the best choice, and the worth of each per initial wager."""

    dealt: Dealt
    best: str
    worth: dict[str, float]

    @property
    def paid(self) -> bool:
        assert self.dealt.ask is not None
        return bool(self.dealt.seat_field(self.dealt.ask.place, f.PAID))

    @property
    def cheapest(self) -> float:
        """What the cheapest mistake costs."""
        top = self.worth[self.best]
        return min(top - worth for name, worth in self.worth.items() if name != self.best)


def own_main(game: Game) -> Wager:
    found = next((main for main in game.mains if main.backs == OWN), None)
    if found is None:
        raise nothing_to_drill("play", game, "no seat of it decides anything")
    return found


def sit_alone(setting: Setting, draw: random.Random) -> tuple[SeatBets, ...]:
    """One player with the stake chosen; where there is a payment, it is made every other time."""
    game = setting.game
    bets = [Bet(own_main(game).id, setting.stake)]
    fees = [one for one in game.wagers if one.kind == FEE]
    if fees and draw.random() < 0.5:
        bets.append(Bet(fees[0].id, fee_for(fees[0], setting.stake)))
    seat = SeatBets(1, tuple(bets))
    check_seat(game, seat)
    return party_of(game, seat)


def decisions(
    setting: Setting, cards: tuple[int, ...], seats: tuple[SeatBets, ...]
) -> Iterator[Decision]:
    """Every decision of a round that is played best."""
    from holecard.odds.solve.decide import decide

    book = book_of(setting.game)
    choices: list[Choice] = []
    dealt = deal_round(setting.game, seats, cards)
    while dealt.ask is not None:
        play = book.at(dealt).best
        if found := decision_at(play, dealt):
            yield found
        choices.append(decide(play, dealt))
        dealt = deal_round(setting.game, seats, cards, choices)


def decision_at(play: Play, dealt: Dealt) -> Decision | None:
    """What the round asks now; nothing where there is no choice, or its worth is not known."""
    from holecard.odds.solve.judged import judged

    best, worth = judged(play, dealt)
    return Decision(dealt, best, worth) if len(worth) > 1 and best in worth else None


def drawn_by_cost(setting: Setting, draw: random.Random) -> Decision:
    """Real rounds one after another; a decision is kept as likely as its cheapest mistake is
    dear."""
    shoe = full_shoe(setting.game.rules.decks, setting.game.answers.deck)
    last = None
    for _ in range(ROUNDS):
        cards = tuple(draw.sample(shoe, min(40, len(shoe))))
        for last in decisions(setting, cards, sit_alone(setting, draw)):
            if draw.random() < min(last.cheapest, DEAR) / DEAR:
                return last
    if last is None:
        raise nothing_to_drill("play", setting.game, f"{ROUNDS} rounds asked for nothing")
    return last


def drawn_by_cell(setting: Setting, draw: random.Random) -> Decision:
    """A cell of the chart, each as likely as any other of those picked, and two cards for it."""
    from holecard.train.questions.chart_cells import (
        OFFER,
        SWITCH_CELL,
        cards_for,
        cell_at,
        cells_picked,
    )

    cells = cells_picked(setting)
    for _ in range(ROUNDS):
        cell = draw.choice(cells)
        seats = sit_alone(setting, draw)
        for one in decisions(setting, cards_for(setting.game, cell, draw), seats):
            if cell_at(one.dealt) not in (OFFER, SWITCH_CELL):
                return one
    raise UnknownName("cell that is asked", setting.pick, [one.text for one in cells])


def make_play(setting: Setting, number: int) -> Item:
    from holecard.train.questions.own_rounds import are_rounds, own_decision

    if are_rounds(setting.pick):
        return decision_item(setting, own_decision(setting, number), number)
    draw = setting.draw("play", setting.pick, number)
    by_cost = setting.pick == BY_COST
    found = drawn_by_cost(setting, draw) if by_cost else drawn_by_cell(setting, draw)
    return decision_item(setting, found, number)


def decision_item(setting: Setting, found: Decision, number: int) -> Item:
    """Any decision as a question: one of a drill, or one missed at a table."""
    from holecard.odds.solve.judged import method_of
    from holecard.train.questions.chart_cells import cell_at

    dealt = found.dealt
    ask = dealt.ask
    assert ask is not None
    seen, stake = view(dealt), dealt.main_stake(ask.place)
    hand = seen.seats[ask.place].hands[ask.hand]
    # A swap is about two hands at once.
    both = seen.seats[ask.place : ask.place + 1 + (SWITCH in ask.legal)]
    hands = [one for seat in both for one in seat.hands]
    held = " and ".join(one.says for one in hands) if len(both) > 1 else hand.says
    asks = "Do you switch the second cards?" if len(both) > 1 else "What do you do?"
    question: Json = {
        "says": f"{held} against {seen.dealer_does.partition(' ')[2]}. {asks}",
        "dealer": {"cards": seen.dealer, "says": seen.dealer_does},
        "hands": [{"cards": one.cards, "says": one.hand_says, "active": one.active}
                  for one in hands],
        "stake": stake,
        "paid": found.paid,
        "burn": burn_words(dealt, ask.place) if found.paid else "",
        "legal": [
            {"action": name, "says": choice_words(dealt, read_action(name))} for name in found.worth
        ],
    }  # fmt: skip
    worth = {name: one * stake for name, one in found.worth.items()}
    top = worth[found.best]
    answer: Json = {
        "action": found.best,
        "values": dict(sorted(worth.items(), key=lambda one: -one[1])),
        "costs": {name: max(0.0, top - one) for name, one in worth.items()},
        "cell": cell_at(dealt),
        "two": len(dealt.cards(ask.place, ask.hand)) == 2,
        "method": method_of(dealt),
    }
    why = why_words(found.best, answer["values"], BURN in ask.legal)
    return Item(number, "play", line_of(dealt), question, answer, why, (skill_of(answer["cell"]),))


def burn_words(dealt: Dealt, place: int) -> str:
    """What became of the burn that was paid for: `unused`, or the card that was burned."""
    burned = dealt.seat_field(place, f.BURNED)
    return "unused" if burned == f.NO_CARD else card_text(burned)


def skill_of(cell: str) -> str:
    return f"play/{cell.rpartition('.')[0] or cell}"


def why_words(best: str, values: dict[str, float], burn: bool) -> str:
    """One line: the best choice, the next, and what lies between."""
    others = [(worth, name) for name, worth in values.items() if name != best]
    worth, name = max(others)
    best_words, next_words = sentence(name_words(best)), name_words(name)
    told = f"{best_words} is worth {exact(values[best])}, {next_words} {exact(worth)}"
    card = " The payment is made already." if burn else ""
    return f"{told}: {exact(values[best] - worth)} between them, expected.{card}"


def exact(cents: float) -> str:
    return money_text(round(cents))


def grade_play(item: Item, answer: Json) -> Grade:
    if not isinstance(answer, dict):
        raise no_answer("play", f"{str(answer)[:40]!r}", RIGHT)
    action = text_in(answer, "action", "play", RIGHT)
    costs = item.answer["costs"]
    if action not in costs:
        raise no_answer("play", f"the hand may not {action!r}", ", ".join(costs))
    cost = float(costs[action])
    right = action == item.answer["action"] or cost == 0
    says = "" if right else f"{sentence(name_words(action))} costs {exact(cost)}."
    part = Part(item.skills[0], right, says=says, why="" if right else item.why)
    return Grade((part,), cost=cost)


PLAY = Drill("play", "Play your own hand", "Each answer with its price", make_play, grade_play)
