"""The player's coach: decisions of real rounds, each with what every action is worth in money.

Values are the solver's. A decision is drawn as often as it comes times what the cheapest mistake
there costs; or every cell of the chart alike; or one row or cell of it; or those of rounds that
somebody played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from holecard.cards import card_text
from holecard.dealing import felt as f
from holecard.dealing.actions import BURN, SWITCH, read_action
from holecard.dealing.settle import OWN
from holecard.errors import RefusedWager, UnknownName, Unreadable
from holecard.play.choice_words import choice_words, question_words
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
from holecard.train.questions.aim import MAIN_WAGER, Aim, aim_of
from holecard.train.questions.worth_words import between, called, why_words
from holecard.wagers.bets import Bet, SeatBets, check_seat, fee_for, party_of, with_late
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.looks import LOOKS
from holecard.wagers.wager import FEE, MAIN, RIDING, Wager

if TYPE_CHECKING:
    from holecard.odds.late_worths import LateWorths
    from holecard.odds.playbook import Playbook
    from holecard.odds.wager_worths import WagerWorths

BY_COST, UNIFORM = "", "uniform"
DEAR = 0.1  # of a wager: a mistake that costs more is one that few make, and counts as this
ROUNDS = 400  # dealt for one question at most
RIGHT = '{"action": "hit"}'
BOOKS: dict[tuple[str, str, str], Playbook] = {}
WORTHS: dict[tuple[str, str, str, str, str], WagerWorths | LateWorths] = {}


def book_of(game: Game) -> Playbook:
    """Best play for the game, solved once in a process."""
    from holecard.odds.playbook import Playbook

    key = game.id, game.line, game.definition_hash
    if key not in BOOKS:
        BOOKS[key] = Playbook(game)
    return BOOKS[key]


def worths_for(game: Game, aim: Aim) -> WagerWorths | LateWorths:
    """What choices are worth to another wager, which play must decide, or whether to make it when
    the dealer's card is up; solved once in a process."""
    from holecard.odds.late_worths import LateWorths
    from holecard.odds.wager_worths import WagerWorths

    wager = game.wager(aim.wager)
    if wager.kind == MAIN:
        raise Unreadable(f"{wager.id} is what the coach plays for where no wager is named")
    table = wager.table(aim.table).name
    key = game.id, game.line, game.definition_hash, aim.wager, table
    if key not in WORTHS:
        if is_asked_late(game, wager):
            WORTHS[key] = LateWorths(book_of(game), wager, table)
        else:
            WORTHS[key] = WagerWorths(book_of(game).for_wager(aim.wager, table))
    return WORTHS[key]


@dataclass(frozen=True)
class Decision:
    """A seat that is asked, the best choice, and the worth of each per initial wager, or per unit
    of the other wager (`aim`) it is played for."""

    dealt: Dealt
    best: str
    worth: dict[str, float]
    aim: Aim = MAIN_WAGER

    @property
    def stake(self) -> int:
        """Of the wager it is played for; the main one's where it is not made yet."""
        assert self.dealt.ask is not None
        place = self.dealt.ask.place
        own = self.dealt.seats[place].stake(self.aim.wager)
        return own or self.dealt.main_stake(place)

    @property
    def paid(self) -> bool:
        assert self.dealt.ask is not None
        return bool(self.dealt.seat_field(self.dealt.ask.place, f.PAID))

    @property
    def late(self) -> bool:
        """Whether it is to make the other wager, or to leave it."""
        return bool(self.aim.wager) and is_asked_late(
            self.dealt.game, self.dealt.game.wager(self.aim.wager)
        )

    @property
    def method(self) -> str:
        """What its worths are."""
        from holecard.odds.late_worths import METHOD
        from holecard.odds.solve.judged import method_of

        if not self.aim.wager:
            return method_of(book_of(self.dealt.game).at(self.dealt).best, self.dealt)
        if self.late:
            return METHOD
        return f"best play for {about_words(self)}, from a full shoe"

    @property
    def cheapest(self) -> float:
        """What the cheapest mistake costs. To another wager than the main one some choices make no
        difference: those are no mistakes."""
        costs = [cost for name, cost in self.costs.items() if name != self.best]
        if self.aim.wager:
            costs = [cost for cost in costs if cost]
        return min(costs, default=0.0)

    @property
    def costs(self) -> dict[str, float]:
        """What each choice gives away; nothing where only rounding lies between it and the best."""
        from holecard.odds.solve.hand_kernels import EVEN

        top = self.worth[self.best]
        return {name: top - one if top - one > EVEN else 0.0 for name, one in self.worth.items()}


def own_main(game: Game) -> Wager:
    found = next((main for main in game.mains if main.backs == OWN), None)
    if found is None:
        raise nothing_to_drill("play", game, "no seat of it decides anything")
    return found


def sit_alone(setting: Setting, draw: random.Random) -> tuple[SeatBets, ...]:
    """One player with the stake chosen, and the same on the wager that is played for; where there
    is a payment, it is made every other time. A bet on one's own hand is played for without it."""
    game, aim = setting.game, aim_of(setting.pick)
    bets, pays = [Bet(own_main(game).id, setting.stake)], True
    wager = worths_for(game, aim).wager if aim.wager else None  # refused where no play decides it
    if wager is not None and is_asked_late(game, wager):
        late = Bet(wager.id, setting.stake, wager.table(aim.table).name)
        check_seat(game, with_late(game, SeatBets(1, tuple(bets)), [late]))
        wager = None
    if wager is not None:
        bets.append(Bet(wager.id, setting.stake, wager.table(aim.table).name))
        pays = wager.kind == RIDING
    fees = [one for one in game.wagers if one.kind == FEE]
    if fees and pays and draw.random() < 0.5:
        bets.append(Bet(fees[0].id, fee_for(fees[0], setting.stake)))
    seat = SeatBets(1, tuple(bets))
    if wager is not None and wager.kind == RIDING:
        seat = draw.choice(list(buttons(game, seat, wager)))
    elif wager is not None and wager.after_up:
        seat = replace(seat, late=frozenset({wager.id}))
    check_seat(game, seat)
    return party_of(game, seat)


def is_asked_late(game: Game, wager: Wager) -> bool:
    """Whether the decision is to make it, when the dealer's card is up."""
    from holecard.odds.playbook import plays_for

    return wager.after_up and not plays_for(game, wager)


def buttons(game: Game, seat: SeatBets, wager: Wager) -> Iterator[SeatBets]:
    """The seat with its bonus made now, and riding after every number of wins that leaves it so."""
    yield seat
    for wins in range(1, LOOKS["streak"].highest + 1):
        riding = replace(seat, button=wins, riding=frozenset({wager.id}))
        try:
            check_seat(game, riding)
        except RefusedWager:
            return
        yield riding


def decisions(
    setting: Setting, cards: tuple[int, ...], seats: tuple[SeatBets, ...]
) -> Iterator[Decision]:
    """Every decision of a round that is played best."""
    from holecard.odds.solve.decide import decide

    game, aim = setting.game, aim_of(setting.pick)
    choices: list[Choice] = []
    dealt = deal_round(game, seats, cards)
    while dealt.ask is not None:
        if found := decision_at(game, dealt, aim):
            yield found
        play = worths_for(game, aim).play_at(dealt) if aim.wager else book_of(game).at(dealt).best
        choices.append(decide(play, dealt))
        dealt = deal_round(game, seats, cards, choices)


def decision_at(game: Game, dealt: Dealt, aim: Aim = MAIN_WAGER) -> Decision | None:
    """What the round asks now; nothing where there is no choice, or its worth is not known."""
    from holecard.odds.solve.judged import judged

    if aim.wager:
        best, worth = worths_for(game, aim).judged(dealt)
    else:
        best, worth = judged(book_of(game).at(dealt).best, dealt)
    return Decision(dealt, best, worth, aim) if len(worth) > 1 and best in worth else None


def drawn_by_cost(setting: Setting, draw: random.Random) -> Decision:
    """Real rounds one after another; a decision is kept as likely as its cheapest mistake is
    dear."""
    shoe = full_shoe(setting.game.rules.decks, setting.game.answers.deck)
    last = None
    for _ in range(ROUNDS):
        cards = tuple(draw.sample(shoe, min(40, len(shoe))))
        for one in decisions(setting, cards, sit_alone(setting, draw)):
            if draw.random() < min(one.cheapest, DEAR) / DEAR:
                return one
            last = one if one.cheapest or not one.aim.wager else last
    if last is None:
        about = aim_of(setting.pick).wager
        of_it = f" that changes what {about} is worth" if about else ""
        raise nothing_to_drill("play", setting.game, f"{ROUNDS} rounds asked for nothing{of_it}")
    return last


def drawn_by_cell(setting: Setting, draw: random.Random) -> Decision:
    """A cell of the chart, each as likely as any other of those picked, and two cards for it."""
    from holecard.train.questions.chart_cells import BEFORE_PLAY, cards_for, cell_at, cells_picked

    cells = cells_picked(setting)
    for _ in range(ROUNDS):
        cell = draw.choice(cells)
        seats = sit_alone(setting, draw)
        for one in decisions(setting, cards_for(setting.game, cell, draw), seats):
            matters = one.cheapest or not one.aim.wager
            if matters and (one.late or cell_at(one.dealt) not in BEFORE_PLAY):
                return one
    if about := aim_of(setting.pick).wager:
        why = f"no choice asked for there changes what {about} is worth"
        raise nothing_to_drill("play", setting.game, why)
    raise UnknownName("cell that is asked", setting.pick, [one.text for one in cells])


def make_play(setting: Setting, number: int) -> Item:
    from holecard.train.questions.own_rounds import are_rounds, own_decision

    if are_rounds(setting.pick):
        return decision_item(setting, own_decision(setting, number), number)
    draw = setting.draw("play", setting.pick, number)
    by_cost = aim_of(setting.pick).row == BY_COST
    found = drawn_by_cost(setting, draw) if by_cost else drawn_by_cell(setting, draw)
    return decision_item(setting, found, number)


def decision_item(setting: Setting, found: Decision, number: int) -> Item:
    """Any decision as a question: one of a drill, or one missed at a table."""
    from holecard.train.questions.chart_cells import cell_at

    dealt = found.dealt
    ask = dealt.ask
    assert ask is not None
    aim = found.aim
    seen, stake = view(dealt), found.stake
    # A swap is about two hands at once, a raise about none yet.
    both = seen.seats[ask.place : ask.place + 1 + (SWITCH in ask.legal)]
    hands = [one for seat in both for one in seat.hands]
    asked = hands if len(both) > 1 else hands[ask.hand : ask.hand + 1]
    held = " and ".join(one.says for one in asked) or "Your cards to come"
    asks = question_words(dealt) or "What do you do?"
    if len(both) > 1:
        asks = "Do you switch the second cards?"
    about = about_words(found) if aim.wager else ""
    if about:
        asks = f"Do you make {about}?" if found.late else f"What do you do for {about}?"
    question: Json = {
        "says": f"{held} against {seen.dealer_does.partition(' ')[2]}. {asks}",
        "dealer": {"cards": seen.dealer, "says": seen.dealer_does},
        "hands": [{"cards": one.cards, "says": one.hand_says, "active": one.active}
                  for one in hands],
        "stake": stake,
        "bets": bets_shown(found),
        "button": dealt.seats[ask.place].button,
        "wager": aim.wager,
        "about": about,
        "paid": found.paid,
        "burn": burn_words(dealt, ask.place) if found.paid else "",
        "legal": [
            {"action": name, "says": says_choice(found, name)} for name in found.worth
        ],
    }  # fmt: skip
    worth = {name: one * stake for name, one in found.worth.items()}
    cell = f"against.{card_text(dealt.dealer_cards[0])[0]}.late" if found.late else cell_at(dealt)
    answer: Json = {
        "action": found.best,
        "values": dict(sorted(worth.items(), key=lambda one: -one[1])),
        "costs": {name: one * stake for name, one in found.costs.items()},
        "cell": "" if aim.wager else cell,  # of the main wager's chart
        "two": len(dealt.cards(ask.place, ask.hand)) == 2,
        "method": found.method,
    }
    why = why_words(found.best, answer["values"], answer["costs"], called(question))
    if BURN in ask.legal:
        why += " The payment is made already."
    if about:
        why = f"For {about}: {why}"
    return Item(number, "play", line_of(dealt), question, answer, why, (skill_of(cell, aim.wager),))


def says_choice(found: Decision, name: str) -> str:
    return name_words(name) if found.late else choice_words(found.dealt, read_action(name))


def bets_shown(found: Decision) -> list[Json]:
    """What lies before the asked seat, as it was put down; a late bet not yet made is not there."""
    assert found.dealt.ask is not None
    game = found.dealt.game
    return [
        {"wager": bet.wager, "name": game.wager(bet.wager).name, "stake": bet.stake}
        for bet in found.dealt.seats[found.dealt.ask.place].bets
    ]


def about_words(found: Decision) -> str:
    """The other wager it is played for: its pay table where it has several, the wins it rides
    with."""
    dealt, aim = found.dealt, found.aim
    assert dealt.ask is not None
    wager = dealt.game.wager(aim.wager)
    words = f"the bonus on {wager.name}" if wager.kind == RIDING else wager.name
    words = words if found.late else f"{words} alone"
    if len(wager.paytables) > 1:
        words += f", pay table {wager.table(aim.table).name}"
    if wins := dealt.seats[dealt.ask.place].button:
        words += f", riding after {wins} win{'s' * (wins > 1)}"
    return words


def burn_words(dealt: Dealt, place: int) -> str:
    """What became of the burn that was paid for: `unused`, or the card that was burned."""
    burned = dealt.seat_field(place, f.BURNED)
    return "unused" if burned == f.NO_CARD else card_text(burned)


def skill_of(cell: str, wager: str = "") -> str:
    row = cell.rpartition(".")[0] or cell
    return f"play/{wager}/{row}" if wager else f"play/{row}"


def grade_play(item: Item, answer: Json) -> Grade:
    if not isinstance(answer, dict):
        raise no_answer("play", f"{str(answer)[:40]!r}", RIGHT)
    action = text_in(answer, "action", "play", RIGHT)
    costs = item.answer["costs"]
    if action not in costs:
        raise no_answer("play", f"the hand may not {action!r}", ", ".join(costs))
    cost = float(costs[action])
    right = action == item.answer["action"] or cost == 0
    worth, best = item.answer["values"], item.answer["action"]
    lost = between(worth[best], worth[action])
    says = "" if right else f"{sentence(called(item.question)[action])} costs {lost}."
    part = Part(item.skills[0], right, says=says, why="" if right else item.why)
    return Grade((part,), cost=cost)


PLAY = Drill("play", "Play your own hand", "Each answer with its price", make_play, grade_play)
