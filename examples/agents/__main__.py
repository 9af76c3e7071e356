"""`python -m examples.agents [game]`: what each agent reaches, a row each."""

from __future__ import annotations

import sys

from examples.agents import masked_ppo, players, tabular_q
from examples.agents.measure import HEAD, reached

ROUNDS = 2_000_000  # to measure one


def main(game: str = "classic") -> None:
    print(HEAD)
    print(reached("random", players.random_player, game, ROUNDS).row, flush=True)
    print(reached("mimic", lambda: players.mimic(game), game, ROUNDS).row, flush=True)
    print(reached("chart", lambda: players.by_chart(game), game, ROUNDS).row, flush=True)
    learned = reached("tabular Q", lambda: tabular_q.learn(game, 8_000_000), game, ROUNDS)
    print(learned.row, flush=True)
    try:
        ppo = reached("MaskablePPO", lambda: masked_ppo.learn(game), game, ROUNDS)
        print(ppo.row)
    except ModuleNotFoundError:
        print("MaskablePPO  not measured: pip install sb3-contrib")


if __name__ == "__main__":
    main(*sys.argv[1:])
