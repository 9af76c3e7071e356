"""What is done for a wager that sees more than the end of its hand: by kind of start, and as one
way of playing that a chart can carry, where there is one."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.errors import BadDefinition
from holecard.odds.solve.best_play import Play, Sight, Start, play_of
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.own_bets.named_ends import Key
from holecard.odds.solve.own_bets.one_play import Clash, OnePlay, Played, cards_text
from holecard.odds.solve.own_bets.seen_hand import UNSPLIT, SeenHand

Ints = npt.NDArray[np.int64]


class PlayedHand(SeenHand):
    """One wager and pay table, and what is done in every sight."""

    @cached_property
    def by_sight(self) -> dict[int, dict[Key, Played]]:
        """By the sight and what is seen of the start: what is done, and with which starts."""
        found: dict[int, dict[Key, Played]] = {}
        for start in self.play.starts():
            for kind in self.kinds(start):
                if start.is_blackjack:
                    continue
                followed, key = self.followed_by(start, kind), self.names.kept(kind)
                here = found.setdefault(start.sight.seen.place, {})
                played = here.setdefault(key, Played(followed, set(), {}))
                pair = start.low if start.low == start.high else UNSPLIT
                share = self.play.pair_share(start.sight.seen, start.low)
                played.add(int(self.spec.hands.two[start.low, start.high]), pair, share)
        return found

    @cached_property
    def plays(self) -> dict[Key, Play]:
        """By what is seen of the start, what is done as a play of its own."""
        found = {}
        for key in sorted({key for here in self.by_sight.values() for key in here}):
            sights = []
            for sight in self.play.sights:
                played = self.by_sight.get(sight.seen.place, {}).get(key)
                sights.append(self.sight(sight, played.followed) if played else sight)
            found[key] = play_of(self.spec, self.play.convention, tuple(sights))
        return found

    def main_ev(self) -> float:
        """What the main wager comes to when each kind of start is played as it is here."""
        return sum(self.main_by_sight())

    def main_by_sight(self) -> list[float]:
        known: dict[tuple[Key, int], dict[tuple[int, int], Start]] = {}
        found = {sight.seen.place: 0.0 for sight in self.play.sights}
        for start in self.play.starts():
            kinds = self.kinds(start)
            for kind in kinds:
                key = self.names.kept(kind)
                play = self.plays.get(key, self.play)  # a blackjack is not played
                at = key, start.sight.seen.place
                if at not in known:
                    sight = next(one for one in play.sights if one.seen.place == at[1])
                    starts = play.starts_against(sight)
                    known[at] = {(one.low, one.high): one for one in starts}
                so_played = known[at][start.low, start.high]
                found[at[1]] += so_played.chance / len(kinds) * play.start_value(so_played)
        return list(found.values())

    def played(self) -> Play:
        sights = tuple(map(self.one_sight, self.play.sights))
        return play_of(self.spec, self.play.convention, sights)

    def one_sight(self, sight: Sight) -> Sight:
        """Every kind of start played as by itself: no chart carries more than a hand's cards."""
        several = list(self.by_sight.get(sight.seen.place, {}).values())
        if len(several) < 2:
            return self.sight(sight, several[0].followed) if several else sight
        one = OnePlay(self.spec.hands, sight, self.doubled_for_main(sight))
        try:
            return self.sight(sight, one.together(several))
        except Clash as clash:
            hand = cards_text(self.spec.hands, clash.hand)
            shown = " ".join(NAMES[worth - 1] for worth in sight.seen.values)
            raise BadDefinition(
                f"best play for {self.shared.wager.id} alone depends on the first two cards of a "
                f"hand also later on ({hand} against {shown}), which no chart "
                "carries: play it for the main wager"
            ) from None

    def doubled_for_main(self, sight: Sight) -> Ints | None:
        """[times, hand] what is done with doubled hands, where they may act."""
        return None

    @cached_property
    def choices(self) -> bytes:
        parts = [one[key].followed.choices for one in self.by_sight.values() for key in sorted(one)]
        return b"".join(parts)
