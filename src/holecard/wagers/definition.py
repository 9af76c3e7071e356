"""The name of a definition: a hash of everything that decides a game's figures.

It covers the rules, what the round answers under them, and of every wager its outcomes, pay tables,
limits and the functions that say what wins, by their source. Words for people are left out.
docs/decisions/0016-definition-hash.md says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from holecard.dealing.answers import HOUSE_ANSWERS
from holecard.dealing.settle import DEALER, OWN
from holecard.dealing.tables import HOUSE_TABLES
from holecard.errors import HolecardError

if TYPE_CHECKING:
    from holecard.wagers.game import Game
    from holecard.wagers.scribe import Scribe
    from holecard.wagers.wager import Wager

SHORT = 12  # the digits of a hash that stand in a title
PLAIN_FIELDS = (
    "id", "kind", "backs", "outcomes", "with_main", "least", "most", "payee", "table_of", "stays",
    "share",
)  # fmt: skip


class OtherDefinition(HolecardError):
    """What is to be checked or gone on with was made by another definition."""

    code = "definition/other"
    exit_code = 1


class Definition(NamedTuple):
    """`unsourced` are functions written as bytecode for want of a source."""

    hash: str
    unsourced: tuple[str, ...]

    @property
    def note(self) -> str:
        """What a reader of the hash must know; mostly nothing."""
        from holecard.wagers.scribe import PYTHON

        if not self.unsourced:
            return ""
        names = ", ".join(dict.fromkeys(self.unsourced))
        return f"no source of {names} at hand: hashed as {PYTHON}, another Python has another hash"


def hash_of(written: object) -> str:
    import hashlib  # late: it takes longer to import than all the games
    import json

    return hashlib.sha256(json.dumps(written).encode()).hexdigest()


def definition_of(game: Game) -> Definition:
    from holecard.wagers.scribe import Scribe  # late: few commands print a hash

    scribe = Scribe()
    wagers = [wager_definition(wager, scribe) for wager in game.wagers]
    results = range(len(game.tables.counts))
    pays = [str(game.result_pays(one, backs)) for backs in (OWN, DEALER) for one in results]
    answers: list[object] = [list(table) for table in game.tables[:HOUSE_TABLES]]
    if game.answers != HOUSE_ANSWERS:
        names = [result.name for result in game.answers.results]
        answers += [names, list(game.answers.deck), *map(list, game.tables[HOUSE_TABLES:])]
    hashed = hash_of([game.id, game.version, game.rules.as_dict(), answers, pays, wagers])
    return Definition(hashed, tuple(scribe.unsourced))


def wager_definition(wager: Wager, scribe: Scribe) -> list[object]:
    tables = [
        [
            table.name,
            {name: [str(table.pays(name)), table.tip(name)] for name in table.odds},
            *([[table.sized, table.least, dict(table.prizes)]] if table.sized else []),
        ]
        for table in wager.paytables
    ]
    plain = [scribe.written(getattr(wager, name)) for name in PLAIN_FIELDS]
    settles = [[stage, scribe.rule(settled)] for stage, settled in sorted(wager.settles.items())]
    more = [scribe.written(wager.meter)] if wager.meter else []
    more += [["envy", {name: str(pays) for name, pays in wager.envy.items()}]] * bool(wager.envy)
    more += ["after the up card"] * wager.after_up
    return [plain, tables, scribe.rule(wager.classify), scribe.rule(wager.needs), settles, *more]


def figure_hash(game: Game, **conditions: str) -> str:
    """The hash of figures: the game's own, or with what else they depend on (another shoe, another
    way of playing, other splits) where that is not the usual and so given."""
    own = game.definition_hash
    given = sorted([name, said] for name, said in conditions.items() if said)
    return hash_of([own, given]) if given else own


def check_definition(what: str, made_by: object, now: str) -> None:
    """Refuse what another definition made, naming both."""
    if made_by != now:
        raise OtherDefinition(
            f"{what} was made by another definition: its hash is {made_by or 'not given'}, and of "
            f"what is asked for it is {now}; make it again"
        )
