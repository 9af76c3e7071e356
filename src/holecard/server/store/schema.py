"""The database: an append-only log, a double-entry ledger, and what is derived from them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    text,
)

from holecard.errors import HolecardError

SCHEMA_VERSION = 5
metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("player", String(40), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
)
players = Table(
    "players",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
)
# One row per chain of events: where it stands, and when its clock runs out.
streams = Table(
    "streams",
    metadata,
    Column("stream", String(60), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("deadline", BigInteger, index=True),
)
tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("rules_line", Text, nullable=False),
    Column("private", Integer, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False, index=True),
)
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(40), nullable=False, index=True),
)
shoes = Table(
    "shoes",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("decks", Integer, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("entropies", Text),
    Column("committed_seq", Integer, nullable=False),
    Column("committed_at", BigInteger, nullable=False),
    Column("opened_at", BigInteger),
    Column("revealed_at", BigInteger),
    Column("revealed_seq", Integer),
)
events = Table(
    "events",
    metadata,
    Column("stream", String(60), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("round", Integer),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Index("events_by_round", "stream", "round"),
    Index("events_by_kind", "stream", "kind", "seq"),
)
ledger = Table(
    "ledger",
    metadata,
    Column("stream", String(60), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),  # within the event
    Column("round", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("wager", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("step", Integer, nullable=False),
    Column("debit", String(60), nullable=False, index=True),
    Column("credit", String(60), nullable=False, index=True),
    Column("cents", BigInteger, nullable=False),
    CheckConstraint("cents > 0", name="ledger_positive"),
    CheckConstraint("debit <> credit", name="ledger_two_sides"),
    UniqueConstraint("stream", "round", "seat", "wager", "kind", "step", name="ledger_once"),
)
# Derived from the ledger and checked against it; the house's own is only ever summed up.
accounts = Table(
    "accounts",
    metadata,
    Column("account", String(60), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint("balance >= 0", name="accounts_not_negative"),
)
# Where a table stood, so that its log need not be read from the start; may be emptied at any time.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("head", String(64), nullable=False),
    Column("body", Text, nullable=False),
)
answers = Table(
    "answers",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("request", String(64), nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)

# Heads of the whole house (docs/fairness.md): each names how far the chains that have moved since
# the one before it had come, and is hashed with it.
heads = Table(
    "heads",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("chains", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)
head_lines = Table(
    "head_lines",
    metadata,
    Column("stream", String(60), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("number", Integer, nullable=False, index=True),
)

# What a trainee has begun, and every answer given in it: one row for each place of a run, and for
# each step of that place, so that nothing counts twice.
runs = Table(
    "runs",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("run", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_line", Text, nullable=False),
    Column("drills", String(80), nullable=False),  # by commas
    Column("mode", String(10), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("own_seed", Integer, nullable=False),  # drawn here, not given by whoever sent a link
    Column("items", Integer, nullable=False),
    Column("stake", Integer, nullable=False),  # of the coach's questions, and which it draws
    Column("pick", Text, nullable=False),
    Column("weak", Text, nullable=False),  # what was missed before it: [[seed, drill, item], ...]
    Column("plan", Text, nullable=False),  # what it asks, where that is fixed: as above
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column(
        "house", Text, nullable=False, server_default=""
    ),  # its profile; the shipped one if none
    Index("runs_by_game", "player", "game"),
)
drilled = Table(
    "drilled",
    metadata,
    Column("player", String(40), primary_key=True),
    Column("run", String(40), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("drill", String(20), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("item", Integer, nullable=False),
    Column("last", Integer, nullable=False),  # whether the place is answered with it
    Column("ms", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("answer", Text, nullable=False),
    Column("grade", Text, nullable=False),
)

APPEND_ONLY = ("events", "ledger", "heads", "head_lines")
SQLITE_GUARD = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
POSTGRES_GUARD = """
CREATE OR REPLACE FUNCTION holecard_append_only() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$ LANGUAGE plpgsql
"""


class OtherSchema(HolecardError):
    """A database that this version cannot keep its tables in."""

    code = "store/other_schema"
    exit_code = 1


def schema_found(connection: Connection) -> int | None:
    """The version of the schema that is there, if any is."""
    if not inspect(connection).has_table(meta.name):
        return None
    found = connection.execute(meta.select().where(meta.c.key == "schema_version")).one_or_none()
    if found is None:
        raise OtherSchema("the database is not Holecard's: its meta table names no schema")
    if not str(found.value).isdecimal():
        raise OtherSchema(f"the database is not Holecard's: its schema is {found.value!r}")
    if int(found.value) > SCHEMA_VERSION:
        raise OtherSchema(
            f"the database has schema {found.value}, this Holecard knows {SCHEMA_VERSION}: "
            "install a newer one"
        )
    return int(found.value)


def migrate(connection: Connection) -> None:
    """Bring the database to this version; each step runs once, in the caller's transaction."""
    found = schema_found(connection)
    if found is None:
        create(connection)
    for step in range(SCHEMA_VERSION if found is None else found, SCHEMA_VERSION):
        MIGRATIONS[step](connection)
    connection.execute(
        meta.update().where(meta.c.key == "schema_version").values(value=str(SCHEMA_VERSION))
    )


def create(connection: Connection) -> None:
    metadata.create_all(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text(POSTGRES_GUARD))
    for table in APPEND_ONLY:
        guard(connection, table)
    connection.execute(meta.insert().values(key="schema_version", value=str(SCHEMA_VERSION)))


def guard(connection: Connection, table: str) -> None:
    """Have the database itself refuse to change or delete a row."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text(
                f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION holecard_append_only()"
            )
        )
        return
    for verb in ("UPDATE", "DELETE"):
        connection.execute(text(SQLITE_GUARD.format(table=table, verb=verb)))


def add_snapshots(connection: Connection) -> None:
    snapshots.create(connection)


def add_heads(connection: Connection) -> None:
    for table in (heads, head_lines):
        table.create(connection)
        guard(connection, table.name)


def add_training(connection: Connection) -> None:
    for table in (runs, drilled):
        table.create(connection)


def add_house(connection: Connection) -> None:
    """Runs remember the house's profile, and rounds of a player's own may be picked. A database
    that had no training until now has both already."""
    if "house" in {one["name"] for one in inspect(connection).get_columns("runs")}:
        return
    connection.execute(text("ALTER TABLE runs ADD COLUMN house TEXT NOT NULL DEFAULT ''"))
    if connection.dialect.name == "postgresql":  # SQLite does not hold a text to its length
        connection.execute(text("ALTER TABLE runs ALTER COLUMN pick TYPE TEXT"))


# MIGRATIONS[n] takes a database from schema n to n + 1. Version 1 is the first published one.
MIGRATIONS = {1: add_snapshots, 2: add_heads, 3: add_training, 4: add_house}
