"""What the solver would do, from a full shoe less what everybody sees: never the true shoe.

It is worked out at the bench, in another process: compiling and solving take seconds, and the
tables would stand still meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from holecard.dealing.actions import ACTION_NAMES, read_action
from holecard.play.choice_words import choice_words
from holecard.play.view import view
from holecard.server.table.state import OnFelt
from holecard.server.wire.games import read_game
from holecard.server.wire.past_answers import ChoiceWorth, HintSeen, MistakeSeen, RoundMistakes
from holecard.wagers.bets import SeatBets
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game

if TYPE_CHECKING:
    from holecard.odds.playbook import Playbook
    from holecard.odds.solve.best_play import Play

WORKER, SECONDS = "hint", 60.0


@dataclass(frozen=True)
class Shown:
    """A round as it is taken to the bench: what has been dealt, nothing of what is to come. `of`
    names the table, so that nobody can tell by the clock what was asked about another's cards."""

    of: str
    number: int
    game_id: str
    rules_line: str
    seats: tuple[SeatBets, ...]
    cards: tuple[int, ...]
    choices: tuple[Choice, ...]

    @property
    def game(self) -> Game:
        return read_game(self.game_id, self.rules_line)

    @property
    def dealt(self) -> Dealt:
        return deal_round(self.game, self.seats, self.cards, self.choices)


def shown(table: str, felt: OnFelt) -> Shown:
    game, drawn = felt.game, felt.dealt.drawn
    return Shown(table, felt.number, game.id, game.line, felt.seats, drawn, felt.choices)


def hint_work(felt: Shown) -> str:
    return hint(felt).model_dump_json()


def mistakes_work(felt: Shown, seats: frozenset[int]) -> str:
    return mistakes(felt, seats).model_dump_json()


@lru_cache(maxsize=32)
def playbook_of(game: str, rules_line: str) -> Playbook:
    from holecard.odds.playbook import Playbook

    return Playbook(read_game(game, rules_line))


def play_for(dealt: Dealt) -> Play:
    return playbook_of(dealt.game.id, dealt.game.line).at(dealt).best


def hint(felt: OnFelt | Shown) -> HintSeen:
    from holecard.odds.solve.judged import asked, method_of

    dealt = felt.dealt
    ask = asked(dealt)
    best, worth = judged(dealt)
    stake = dealt.main_stake(ask.place)
    return HintSeen(
        round=felt.number,
        step=len(felt.choices),
        seat=dealt.seats[ask.place].seat,
        best=best,
        best_says=called(dealt, best),
        worth=[
            ChoiceWorth(
                choice=name,
                says=called(dealt, name),
                value=worth[name],
                cost=cost_in_cents(worth, best, name, stake),
            )
            for name in sorted(worth, key=lambda one: -worth[one])
        ],
        method=method_of(play_for(dealt), dealt),
        rules_line=dealt.game.line,
    )


def called(dealt: Dealt, name: str) -> str:
    return choice_words(dealt, read_action(name))


def cost_in_cents(worth: Mapping[str, float], best: str, chosen: str, stake: int) -> int:
    """What a choice gives away against the best one, in cents, expected."""
    from holecard.odds.solve.judged import cost_of

    return round(cost_of(worth, best, chosen) * stake)


def judged(dealt: Dealt) -> tuple[str, dict[str, float]]:
    """The best choice, and what each legal one is worth."""
    from holecard.odds.solve import judged as bench

    return bench.judged(play_for(dealt), dealt)


def mistakes(felt: OnFelt | Shown, seats: Set[int]) -> RoundMistakes:
    """Every choice of these seats that the solver would not have made, and its price."""
    from holecard.odds.solve.judged import asked

    found, decisions = [], 0
    for step, made in enumerate(felt.choices):
        dealt = deal_round(felt.game, felt.seats, felt.cards, felt.choices[:step])
        ask = asked(dealt)
        seat = dealt.seats[ask.place].seat
        if seat not in seats:
            continue
        decisions += 1
        best, worth = judged(dealt)
        chosen = ACTION_NAMES[made.action]
        if chosen == best:
            continue
        seen = view(dealt)
        hand = seen.seats[ask.place].hands[ask.hand]
        found.append(
            MistakeSeen(
                step=step,
                seat=seat,
                hand=ask.hand,
                made=chosen,
                made_says=called(dealt, chosen),
                best=best,
                best_says=called(dealt, best),
                cost=cost_in_cents(worth, best, chosen, dealt.main_stake(ask.place)),
                cards=hand.cards,
                hand_says=hand.hand_says,
                dealer=seen.dealer,
            )
        )
    return RoundMistakes(round=felt.number, decisions=decisions, mistakes=found)
