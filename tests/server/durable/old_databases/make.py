"""Makes a small database with every kind of event in it, and notes what it says:

    python -m tests.server.durable.old_databases.make NAME

writes NAME.db.xz and NAME.json beside this file. Do it once for a format, with the last version
that writes it; from then on the two are kept as they are. See README.md.
"""

from __future__ import annotations

import json
import lzma
import sys
import tempfile
from pathlib import Path

import apsw
from pydantic import BaseModel

from holecard.dealing.actions import ACTION_NAMES
from holecard.games import CATALOGUE
from holecard.server.store.writer import Work
from holecard.server.table import lobby, snapshots
from holecard.server.table.log_page import Page
from holecard.server.table.sessions import Session, Sessions, grant, rename
from holecard.server.wire.requests import Limits
from tests.people.desk import Desk
from tests.server.durable.old_databases.facts import facts

HERE = Path(__file__).parent
SNAPSHOT_EVERY = 60  # events: the tables are small
# Written out, not asked of the code: a kind that was once written is in a log for good.
KINDS = (
    "table/opened", "shoe/committed", "entropy/committed", "entropy/revealed", "shoe/opened",
    "shoe/revealed", "seat/taken", "seat/left", "bets/placed", "player/confirmed",
    "window/closed", "round/dealt", "choice/made", "round/settled", "purse/granted",
    "player/named",
)  # fmt: skip
MOVES = ("grant", "hold", "void", "return", "take", "pay", "toke")
# What must be found in some body of the log: nothing is left to luck unseen.
BODIES = {
    "a default": '%"default":true%',
    "a called off round": '%"called_off":true%',
    "a seat given up": '%"why":"away"%',
    "a seat left": '%"why":"left"%',
    "entropy that never came": '%"withheld":["%',
    "bets taken back": '%"bets":[]%',
    "a riding bet": '%"riding":["%',
    "a double for less": '%"choice":"double=%',
    "insurance for less": '%"choice":"insurance=%',
    "posted limits": '%"least":%',
    **{
        f"the choice {word}": f'%"choice":"{word}"%' for word in ACTION_NAMES if word != "switch"
    },  # no table on the web asks for it
}


def random_tables(desk: Desk) -> None:
    """Every game, two players on three seats, a shoe of one deck after another."""
    for at, game in enumerate(CATALOGUE):
        main = CATALOGUE[game].mains[0]
        limits = {main.id: Limits(least=main.least, most=main.most)} if at else {}
        rules = {"decks": 1} if at else {"decks": 1, "surrender": "late", "double_for_less": True}
        desk.open("ann", f"game{at}", game=game, rules=rules, limits=limits)
        desk.sit("ann", 1, 2)
        desk.sit("ben", 5)
        for _ in range(8):
            desk.play_round()
        if at == 1:
            stop_midway(desk)
        elif at == 2:
            ready(desk, "ann", "ben")
            bet(desk, "ann", 1)
            desk.confirm("ann")  # bets on the felt, a clock, and Ben to wait for


def stop_midway(desk: Desk) -> None:
    """A round that has seen a choice and waits for another."""
    while not (desk.state.playing and desk.state.round.choices):
        if desk.state.playing:
            desk.choose_random()
        else:
            desk.deal_random()


def ready(desk: Desk, *players: str) -> None:
    for player in players:
        desk.mix(player)


def bet(desk: Desk, player: str, *seats: int) -> None:
    wager = desk.state.game.mains[0].id
    assert desk.bet(player, {seat: [(wager, 1000)] for seat in seats}).status == 200


def run_clock(desk: Desk) -> None:
    assert desk.state.deadline is not None
    desk.time = desk.state.deadline
    assert desk.tick()


def play_on(desk: Desk, player: str, *wanted: str) -> None:
    """The round to its end, each time with the first of the words that is legal."""
    while desk.state.playing:
        ask = desk.state.round.dealt.ask
        assert ask is not None
        word = next(one for one in (*wanted, *ask.legal.names) if one in ask.legal)
        assert desk.choose(player, word).status == 200


def time_out(desk: Desk) -> None:
    """Windows and choices nobody answers, until a seat is given up."""
    desk.open("ann", "clocks", game="classic", rules={"decks": 2}, name="Slow & late", private=True)
    desk.sit("ann", 1)
    desk.sit("ben", 4)
    ready(desk, "ann", "ben")
    desk.confirm("ann")
    desk.confirm("ben")  # everyone sits this one out
    desk.confirm("ann")
    run_clock(desk)  # nobody has bet
    while 4 in desk.state.chairs:
        ready(desk, "ann")
        bet(desk, "ann", 1)
        run_clock(desk)
        while desk.state.playing and desk.state.deadline:
            run_clock(desk)
    play_on(desk, "ann", "hit")  # alone no clock runs
    desk.sit("cat", 6)
    ready(desk, "ann", "cat")
    bet(desk, "ann", 1)
    assert desk.leave("ann", 1).status == 200  # with a bet on the felt


def withhold(desk: Desk) -> None:
    """One browser promises entropy and shows none; bets wait for it until the clock runs out."""
    desk.open("ben", "mixing", game="burnout", rules={"decks": 1})
    desk.sit("ann", 1)
    desk.sit("ben", 3)
    ready(desk, "ann", "ben")
    while desk.state.current.dealt < 21:
        bet(desk, "ann", 1)
        desk.confirm("ann")
        desk.confirm("ben")
        play_on(desk, "ann", "stand", "keep")
    bet(desk, "ann", 1)
    desk.sit("cat", 2, 4, 5, 6, 7)  # so many hands that the shoe is changed under Ann's bet
    ready(desk, "cat")
    assert desk.state.current.commits.keys() >= {"ann", "cat"}
    bet(desk, "cat", 2)
    run_clock(desk)  # Ann's bet goes back, the shoe is opened without her and Ben


def run_dry(desk: Desk) -> None:
    """Seven seats that draw and draw from one deck, begun as late in it as is allowed."""
    desk.open("cat", "dry", game="lucky-break", rules={"decks": 1})
    desk.sit("cat", *range(1, 8))
    while not (desk.state.felt and desk.state.round.dealt.called_off):
        late = desk.state.current.dealt > 13
        ready(desk, "cat")
        bet(desk, "cat", *range(1, 8 if late else 2))
        desk.confirm("cat")
        play_on(desk, "cat", *(("split", "hit") if late else ("stand", "keep")))


def use_purse(desk: Desk) -> str:
    """A session with a name of its own and a purse filled again; its cookie."""
    cookie, session = Sessions(desk.floor).begin()

    def run(work: Work, page: Page) -> BaseModel:
        rename(work.connection, page, session.player, "Zoë")
        grant(page, session.player, 7)
        page.save()
        return lobby.session_info(desk.floor, work.connection, Session("", session.player, "Zoë"))

    assert desk.floor.for_player(desk.command(session.player), run).result().status == 200
    return cookie


def play(path: Path) -> str:
    """The database at that path; a cookie that is good there."""
    vars(snapshots)["EVERY"] = SNAPSHOT_EVERY
    desk = Desk(path, seed=1)
    for player in ("ann", "ben", "cat"):
        desk.player(player)
    random_tables(desk)
    time_out(desk)
    withhold(desk)
    run_dry(desk)
    cookie = use_purse(desk)
    desk.close()
    return cookie


def missing(base: apsw.Connection) -> list[str]:
    """What a database that stands for its format must hold and this one does not."""
    for table, wanted in (("events", KINDS), ("ledger", MOVES)):
        found = {row[0] for row in base.execute(f"SELECT DISTINCT kind FROM {table}")}
        if found != set(wanted):
            return sorted(found ^ set(wanted))
    query = "SELECT count(*) FROM events WHERE body LIKE ?"
    absent = [name for name, like in BODIES.items() if not base.execute(query, (like,)).get]
    return absent + ([] if base.execute("SELECT count(*) FROM snapshots").get else ["a snapshot"])


def main(name: str) -> None:
    from holecard.server.store.database import Store

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        cookie = play(path)
        base = apsw.Connection(str(path))
        absent = missing(base)
        if absent:
            raise SystemExit(f"not in this database: {', '.join(absent)}; take another seed")
        store = Store(str(path))
        with store.read() as connection:
            told = {"cookie": cookie, **facts(connection)}
        store.close()
        base.execute("PRAGMA journal_mode = DELETE; VACUUM")
        base.close()
        (HERE / f"{name}.db.xz").write_bytes(lzma.compress(path.read_bytes()))
    (HERE / f"{name}.json").write_text(json.dumps(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
