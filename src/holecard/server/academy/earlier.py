"""What a run is begun from: earlier answers, the misses of a run, and decisions made at a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from holecard.errors import Unreadable
from holecard.server.academy import runs
from holecard.server.academy.runs import Given, Run
from holecard.server.base.refusals import NotYours
from holecard.server.table.floor import Floor
from holecard.server.table.history import finished
from holecard.server.wire.games import read_game
from holecard.server.wire.train_answers import BeginRun
from holecard.text.line import line_of
from holecard.train.profile import Profile, default_profile
from holecard.wagers.dealt import Dealt, deal_round
from holecard.wagers.game import Game

PLAY = "play"


@dataclass(frozen=True)
class Earlier:
    """What a run is begun from: its game under its rules, what was answered by the same profile and
    pick, the run whose misses are asked again, and decisions made at a table."""

    ruled: Game
    given: Sequence[Given]
    missed: tuple[Run, Sequence[Given]] | None
    own: tuple[str, ...]


def earlier(
    floor: Floor, profile: Profile, base: Connection, player: str, game: str, asked: BeginRun
) -> Earlier:
    ruled = read_game(game, asked.rules)
    own: tuple[str, ...] = ()
    missed = None
    if asked.table:
        ruled, own = own_rounds(floor, base, player, asked)
    if asked.misses:
        missed = (
            runs.find_run(base, player, asked.misses),
            runs.given_in(base, player, asked.misses),
        )
        ruled = read_game(missed[0].game, missed[0].rules_line)
    if ruled.id != game:
        raise Unreadable(f"those were decisions of {ruled.id}, not of {game}")
    words = house_words(profile)
    like = {
        one.run
        for one in runs.runs_of(base, player)
        if (one.house, one.pick if PLAY in one.drills else asked.pick) == (words, asked.pick)
    }
    given = runs.given_to(base, player, ruled.id, ruled.line)
    return Earlier(ruled, [one for one in given if one.run in like], missed, own)


def house_words(profile: Profile) -> str:
    """The profile as a run remembers it: nothing for the shipped one."""
    return "" if profile == default_profile() else json.dumps(profile.as_json())


def own_rounds(
    floor: Floor, base: Connection, player: str, asked: BeginRun
) -> tuple[Game, tuple[str, ...]]:
    """The rounds of these decisions, each as it stood before; of the player's own seats only."""
    table = floor.look(asked.table)
    found: dict[tuple[int, int], str] = {}
    for one in asked.decisions:
        past = finished(base, table, one.round)
        if one.step >= len(past.felt.choices):
            made = len(past.felt.choices)
            raise Unreadable(f"round {one.round} has {made} decisions, from 0: no {one.step}")
        felt = past.felt
        before = deal_round(felt.game, felt.seats, felt.cards, felt.choices[: one.step])
        if past.settled.players.get(asked_seat(before)) != player:
            raise NotYours(f"decision {one.step} of round {one.round} was not yours to make")
        found[one.round, one.step] = line_of(before)
    if not found:
        raise Unreadable("say which decisions of the table: a round and a step each")
    return table.game, tuple(found.values())


def asked_seat(dealt: Dealt) -> int:
    assert dealt.ask is not None, "a choice was made there"
    return dealt.seats[dealt.ask.place].seat
