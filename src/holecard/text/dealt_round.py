"""A dealt round that can be read: its line, the dealer's sentences, what each wager came to."""

from __future__ import annotations

from typing import Any

from holecard.rows import Rows, html_table
from holecard.wagers.dealt import Dealt
from holecard.wagers.payout import payouts


class DealtRound(Dealt, Rows):
    """`repr` is the round line, `str` what the dealer says, `rows` the payouts in cents."""

    @staticmethod
    def of(dealt: Dealt) -> DealtRound:
        return DealtRound(dealt.game, dealt.seats, dealt.choices, dealt.felt, dealt.status)

    @property
    def line(self) -> str:
        """The round as text: `read_line` reads it, `replay` deals it again."""
        from holecard.text.line import line_of

        return line_of(self)

    @property
    def says(self) -> list[str]:
        """What the dealer has said and done, in order; a card face down is not named."""
        from holecard.text.trace import trace

        return [event.says for event in trace(self)]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each wager of a finished round, money in cents."""
        return [
            {
                "seat": paid.seat,
                "wager": paid.wager,
                "paytable": paid.paytable,
                "outcome": paid.outcome,
                "stake": paid.stake,
                "pays": float(paid.pays),
                "net": paid.net,
                "tip": paid.tip,
            }
            for paid in payouts(self)
        ]

    def __repr__(self) -> str:
        return self.line

    def __str__(self) -> str:
        return "\n".join(self.says)

    def _repr_html_(self) -> str:
        said = [[str(number), words] for number, words in enumerate(self.says, start=1)]
        return html_table([["", self.game.name], *said], self.line if self.done else "")
