"""What results come to in a game with answers of its own, per initial wager."""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.settle import LOSE, LOSE_BET, NATURAL, OWN
from holecard.odds.solve.answers.answered import Answered


class Money:
    """Under a game's rules."""

    def __init__(self, of: Answered) -> None:
        self.of, self.game = of, of.spec.game
        self.counts = of.spec.tables.counts

    def net(self, result: int, stake: int, own: Fraction) -> Fraction:
        pays = self.game.result_pays(result, OWN)
        return pays * (stake if pays > 0 else own)

    def takes_part(self, result: int, dealer: int) -> bool:
        """Whether the hand loses to a dealer blackjack that takes a part of the bets."""
        return dealer == NATURAL and result == LOSE and self.of.takes > 0

    def rows(
        self, kind: int, hand: int, dealer: int, stake: int, own: Fraction
    ) -> list[tuple[Fraction, int, float]]:
        """(net, count, share) of a finished hand against a standing: of the only hand."""
        found = []
        for result, share in self.of.results(kind, hand, dealer):
            if self.takes_part(result, dealer):
                found.append((Fraction(-1), self.counts[LOSE_BET], share))
            else:
                found.append((self.net(result, stake, own), self.counts[result], share))
        return found
