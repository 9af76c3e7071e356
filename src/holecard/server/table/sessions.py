"""Who is asking: an anonymous player behind a signed random token that only its hash is kept of."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from holecard.server.events.purse import PlayerNamed, PurseGranted
from holecard.server.store.ledger import GRANT, HOUSE, Transfer, player_account
from holecard.server.store.schema import meta, players, sessions
from holecard.server.store.statements import Statement
from holecard.server.store.writer import Job, Work
from holecard.server.table.floor import Floor
from holecard.server.table.log_page import Page

PURSE = 100_000
TOKEN_BYTES, MARK_BYTES = 32, 16
TRUSTED_SECONDS, TRUSTED_ALONE = 60.0, 3600.0
KEPT = 10_000
FIND = Statement(
    select(sessions.c.player, players.c.name)
    .join(players, players.c.player == sessions.c.player)
    .where(sessions.c.token_hash == bindparam("of"), sessions.c.ended_at.is_(None))
)
END = Statement(
    sessions.update()
    .where(sessions.c.token_hash == bindparam("of"))
    .values(ended_at=bindparam("then", type_=sessions.c.ended_at.type))
)
KEEP_PLAYER, KEEP_SESSION = Statement(players.insert()), Statement(sessions.insert())
RENAME = Statement(
    players.update()
    .where(players.c.player == bindparam("of"))
    .values(name=bindparam("to_name", type_=players.c.name.type))
)


@dataclass(frozen=True, slots=True)
class Session:
    token_hash: str
    player: str
    name: str


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def player_id(random: bytes) -> str:
    return base64.b32encode(random).decode().lower().rstrip("=")


class Sessions:
    """Sessions are looked up by hash; a good one is trusted for a while."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.secret = bytes.fromhex(floor.store.writer.submit(cookie_secret(floor)).result())
        self._known: dict[str, tuple[float, Session]] = {}
        # A lone server ends sessions itself. Those that others end the watch finds five times a
        # second; only a new name may take this long to be heard of. Asking again is done on the
        # loop, with everybody waiting.
        self.trusted = TRUSTED_ALONE if floor.store.is_sqlite else TRUSTED_SECONDS

    def sign(self, token: str) -> str:
        mark = hmac.new(self.secret, token.encode(), hashlib.sha256).digest()[:MARK_BYTES]
        return f"{token}.{text_of(mark)}"

    def find(self, cookie: str | None) -> Session | None:
        """The session a cookie stands for; none if it is forged, unknown or ended."""
        token, dot, _ = (cookie or "").partition(".")
        if not dot or not hmac.compare_digest(self.sign(token).encode(), (cookie or "").encode()):
            return None
        return self.current(hash_of(token))

    def current(self, hashed: str) -> Session | None:
        """The session of a token's hash, unless it has ended; with its player's name of today."""
        at, known = self._known.get(hashed, (0.0, None))
        if known is not None and time.monotonic() - at < self.trusted:
            return known
        with self.floor.store.read() as connection:
            row = FIND.one(connection, {"of": hashed})
        if row is None:
            self._known.pop(hashed, None)
            return None
        return self.know(Session(hashed, *row))

    def know(self, session: Session) -> Session:
        if len(self._known) >= KEPT:
            self._known.pop(next(iter(self._known)))
        self._known[session.token_hash] = (time.monotonic(), session)
        return session

    def begin(self) -> tuple[str, Session]:
        """A new player with a purse; the cookie to give it."""
        random = self.floor.outside.random
        token = text_of(random(TOKEN_BYTES))
        player = player_id(random(10))
        name = f"Guest {int.from_bytes(random(2), 'big') % 900 + 100}"
        session = Session(hash_of(token), player, name)
        self.floor.store.writer.submit(begin_job(self.floor, session)).result()
        return self.sign(token), self.know(session)

    def end(self, session: Session) -> None:
        def job(work: Work) -> None:
            END.later(work.connection, {"of": session.token_hash, "then": self.floor.outside.now()})

        self.floor.store.writer.submit(job).result()
        self._known.pop(session.token_hash, None)

    def forget(self, token_hash: str) -> None:
        self._known.pop(token_hash, None)


def cookie_secret(floor: Floor) -> Job[str]:
    def job(work: Work) -> str:
        query = select(meta.c.value).where(meta.c.key == "cookie_secret")
        found = work.connection.execute(query).scalar_one_or_none()
        if found is None:
            found = floor.outside.random(32).hex()
            work.connection.execute(meta.insert(), {"key": "cookie_secret", "value": found})
        return str(found)

    return job


def begin_job(floor: Floor, session: Session) -> Job[None]:
    def job(work: Work) -> None:
        connection, player = work.connection, session.player
        KEEP_PLAYER.later(connection, {"player": player, "name": session.name})
        row = {
            "token_hash": session.token_hash,
            "player": player,
            "created_at": floor.outside.now(),
            "ended_at": None,
        }
        KEEP_SESSION.later(connection, row)
        page = Page(connection, floor.outside, f"player:{player}")
        grant(page, player, PURSE)
        page.save()

    return job


def grant(page: Page, player: str, cents: int) -> None:
    """Play money from the house into a purse."""
    move = Transfer(0, 0, "", GRANT, page.seq + 1, HOUSE, player_account(player), cents)
    page.add(PurseGranted(player, cents), [move])


def rename(connection: Connection, page: Page, player: str, name: str) -> None:
    page.add(PlayerNamed(player, name))
    RENAME.later(connection, {"of": player, "to_name": name})
