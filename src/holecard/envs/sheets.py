"""An environment for each game, whose docstring is its sheet: made from the game's own text.

`holecard.envs.sheets.Burnout` is a class; the names are those of the ids.
"""

from __future__ import annotations

from functools import cache

from holecard.dealing.actions import ACTION_NAMES, KEEP, SURRENDER
from holecard.dealing.own_tables import EARLY, RAISES
from holecard.envs.ids import GAMES, env_id, word
from holecard.envs.seen import ACTIONS_KNOWN, MAY
from holecard.envs.spaces import fields_of
from holecard.envs.table_env import TableEnv
from holecard.errors import UnknownName
from holecard.play.view import actions_of
from holecard.wagers.game import Game
from holecard.wagers.wager import OFFER, RIDING

NAMES = {word(id): id for id in GAMES}
REWARD = """\
At the end of a round, what it brought all seats together, in units of the main wager of the first
line of bets; 0 before. `reward="expected"`: the first choice brings what the hand is worth under
best play, and each choice costs what it gives away: the same mean as the result, without the luck
of the cards still to come. `reward="regret"`: minus what each choice gives away, alone. In both
`info["priced"]` is true: what is not known is refused when the environment is made."""
SEATS_SAY = (
    "1 to 7; one player decides for all of them, seat by seat",
    "2, 4 or 6, two for each player's two hands; one agent decides for all of them",
)
ARGUMENTS = """\
rules       options by name, {{"decks": 8}}, or a rules line, "8D S17"
seats       {seats}
shoe        "fresh": shuffled before each round; or the share dealt before the shuffle, such as 0.75
bets        a line of bets made each round, "main 10"; or a list of lines, of which the player
            chooses one before each deal by the actions from {first} on
obs         "dict", "flat" (one row of numbers) or "text"
counts      true: the cards seen since the shuffle are observed too
reward      "sampled", "expected" or "regret"
illegal     "usual": stand, keep or no insurance is played for an action that is not legal;
            "refuse": an error
render_mode "ansi": the table in words"""
VERSIONS = "v0  the first version"


def __getattr__(name: str) -> type[TableEnv]:
    if name in NAMES:
        return env_class(name)
    if name.startswith("_"):
        raise AttributeError(name)
    raise AttributeError(str(UnknownName("environment", name, NAMES)))


@cache
def env_class(name: str) -> type[TableEnv]:
    sheet = sheet_of(GAMES[NAMES[name]])
    return type(name, (TableEnv,), {"__doc__": sheet, "__module__": __name__})


def sheet_of(game: Game) -> str:
    """The rule sheet of a game's environment."""
    parts = {
        "Actions": actions_text(game),
        "Observation": fields_text(game),
        "Reward": REWARD,
        "Episode": "A round. One that asks nothing, such as a blackjack, takes one step, `stand`.",
        "Arguments": ARGUMENTS.format(
            seats=SEATS_SAY[game.seats_a_player > 1], first=ACTIONS_KNOWN
        ),
        "Rules": rules_text(game),
        "Bets": bets_text(game),
        "Version history": VERSIONS,
        "References": "The game's own text: `holecard games`, docs/rules.md and docs/rulings.md.",
    }
    sections = [f"{title}\n{'-' * len(title)}\n{text}" for title, text in parts.items()]
    return "\n\n".join([f"{game.name}: {env_id(game.id)}", game.pitch, *sections, ""])


def actions_text(game: Game) -> str:
    names = [f"{action} {ACTION_NAMES[action]}" for action in sorted(asked_of(game))]
    return "\n".join(
        [*names, "The numbers are the same in every game; the mask says which are legal."]
    )


def asked_of(game: Game) -> set[int]:
    """Every action that the game can ever ask for."""
    raised, early = game.tables.asks[RAISES], game.tables.asks[EARLY]
    found = set(actions_of(game)) | ({SURRENDER} if game.surrenders else set())
    return found | ({KEEP} if raised or early else set())


def fields_text(game: Game) -> str:
    fields = [one for one in fields_of(True, game.seats_a_player > 1) if one.name != MAY]
    rows = [f"{one.name:<12} {one.size:>2}  {one.says}" for one in fields]
    return "\n".join([*rows, "action_mask      the legal actions (`seen` only with counts=True)"])


def rules_text(game: Game) -> str:
    head = f"{game.line}; on the felt: {'; '.join(game.facts)}."
    return "\n".join([head, *(f"{key:<20} {option.says}" for key, option in game.options.items())])


def bets_text(game: Game) -> str:
    able = [one for one in game.placeable if one.kind not in (OFFER, RIDING)]
    names = {one.id: f"; pay tables {one.table_names}" if one.paytables else "" for one in able}
    return "\n".join(f"{one.id:<20} {one.name}{names[one.id]}" for one in able)
