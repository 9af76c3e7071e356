"""How long the exact engine takes, warm, on one core, and how that grows with decks."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from statistics import median

from holecard.games import find_game
from holecard.odds.composition import full_decks
from holecard.odds.counted.both_hands_ends import both_drawn_chances
from holecard.odds.pricing.pricer import Ask, Pricer, game_odds
from holecard.odds.solve.best_play import play_game
from holecard.odds.solve.burn import play_burnout
from holecard.odds.solve.sights import Spec
from holecard.wagers.paytable import PayTable

FREE = ("dealer-hand", "breakout-bonus", "super-tie", "pair-up", "sweet-17")


def timed(work: Callable[[], object], times: int = 5) -> float:
    """Seconds, the median of several runs after one that does not count."""
    work()
    laps = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        laps.append(time.perf_counter() - start)
    return median(laps)


def game_work(name: str, decks: int, wagers: tuple[str, ...] = ()) -> Callable[[], object]:
    """One rule set from nothing: what an earlier lap counted is forgotten."""
    game = find_game(name).but(decks=decks)

    def work() -> object:
        both_drawn_chances.cache_clear()
        return game_odds(game, Ask(wagers=wagers))

    return work


def play_work(name: str, decks: int, paid: bool = False) -> Callable[[], object]:
    spec = Spec(find_game(name).but(decks=decks), full_decks(decks))
    return lambda: play_burnout(spec) if paid else play_game(spec)


def pay_table_work() -> Callable[[], object]:
    pricer = Pricer(find_game("breakout"), Ask(wagers=("pair-up",)))
    odds = pricer.odds().find("pair-up")
    wager = pricer.game.wager("pair-up")
    table = PayTable("other", {"pair": 4, "suited-pair": 6, "both-pairs": 25})
    return lambda: odds.with_table(wager, table).ev


def main() -> None:
    print("exact engine, warm, seconds (goal in brackets)")
    for wager in FREE:
        print(f"  breakout {wager:<16} {timed(game_work('breakout', 6, (wager,))):8.4f} (0.05)")
    print(f"  breakout, all decision-free {timed(game_work('breakout', 6, FREE)):8.4f}")
    print(f"  breakout, every wager       {timed(game_work('breakout', 6)):8.4f} (0.2)")
    for wager in ("two-card", "four-card"):
        print(f"  face-up {wager:<17} {timed(game_work('face-up', 6, (wager,))):8.4f} (0.05)")
    print(f"  lucky-break, four tables    {timed(game_work('lucky-break', 6)):8.4f}")
    print(f"  a pay table changed         {timed(pay_table_work()):8.6f} (0.001)")
    print("growth with decks, best play: seconds")
    print("  decks                  " + "".join(f"{decks:>9}" for decks in (1, 2, 4, 6, 8)))
    for name, paid, goal in (
        ("classic", False, 0.2),
        ("face-up", False, 3.0),
        ("burnout", True, 5.0),
    ):
        laps = [timed(play_work(name, decks, paid), 3) for decks in (1, 2, 4, 6, 8)]
        print(f"  {name:<10} ({goal:>3} at 6)    " + "".join(f"{lap:>9.3f}" for lap in laps))
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {used:.0f} MB at the most (goal 500)")


if __name__ == "__main__":
    main()
