"""Money: every cent moves from one account to another, is written once, and nothing is undone.

player:<id>     a purse
hold:<table>    what lies on a table's felt
tokes:<table>   the dealer's tips
meter:<game>:<wager>  what is on a progressive meter
house           everything else, and where purses come from
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any

from sqlalchemy import BigInteger, Connection, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from holecard.errors import HolecardError
from holecard.server.store.postgres_line import Row
from holecard.server.store.schema import accounts, ledger
from holecard.server.store.statements import Given, Statement, driver, together

HOUSE = "house"
ACCOUNT_LENGTH = 60  # of its column, and of a chain's
GRANT, HOLD, VOID, RETURN, TAKE, PAY, TOKE = (
    "grant", "hold", "void", "return", "take", "pay", "toke",
)  # fmt: skip
SHARE, WON, SEED = "share", "won", "seed"  # onto a meter, off it, and where it starts again


BALANCE = Statement(select(accounts.c.balance).where(accounts.c.account == bindparam("of")))
LOCKED = Statement(
    select(accounts.c.balance).where(accounts.c.account == bindparam("of")).with_for_update()
)
POST = Statement(ledger.insert())
CHANGE = Statement(
    update(accounts)
    .where(
        accounts.c.account == bindparam("of"),
        accounts.c.balance >= -bindparam("change", type_=BigInteger),
    )
    .values(balance=accounts.c.balance + bindparam("change", type_=BigInteger))
    .returning(accounts.c.balance)
)
CHANGED = CHANGE.core.cte("changed")  # type: ignore[attr-defined]
# Without a row 1 is divided by 0, which is an error (22012) and ends the transaction.
SURE = Statement(select(func.max(CHANGED.c.balance), 1 // func.count()).select_from(CHANGED))


def first_of(row: Any) -> Statement:
    """A new account, unless another server has just begun it."""
    more = {"balance": accounts.c.balance + row.excluded.balance}
    kept = row.on_conflict_do_update(index_elements=["account"], set_=more)
    return Statement(kept.returning(accounts.c.balance))


FIRST = {
    "sqlite": first_of(sqlite_insert(accounts)),
    "postgresql": first_of(postgres_insert(accounts)),
}


class Overdrawn(HolecardError):
    """An account would go below zero. Purses are checked before: this is the last line."""

    code = "purse/overdrawn"


@dataclass(frozen=True, slots=True)
class Transfer:
    """`cents` out of `debit`, into `credit`. `step` tells apart holds for one wager in one round
    (a double, a split); settlements have step 0, so each can be written only once."""

    round: int
    seat: int
    wager: str
    kind: str
    step: int
    debit: str
    credit: str
    cents: int


FIELDS = tuple(one.name for one in fields(Transfer))


def player_account(player: str) -> str:
    return f"player:{player}"


def hold_account(table: str) -> str:
    return f"hold:{table}"


def toke_account(table: str) -> str:
    return f"tokes:{table}"


def meter_account(game: str, wager: str) -> str:
    """Also the name of its chain. Ids of any length fit: a long pair is told apart by its hash."""
    plain = f"meter:{game}:{wager}"
    if len(plain) <= ACCOUNT_LENGTH:
        return plain
    return f"meter:{sha256(plain.encode()).hexdigest()[:40]}"


def as_row(transfer: Transfer) -> list[str | int]:
    """The transfer as the event chain hashes it."""
    return [getattr(transfer, name) for name in FIELDS]


def post(
    connection: Connection,
    stream: str,
    seq: int,
    transfers: Iterable[Transfer],
    balances: dict[str, int],
) -> None:
    """Write the transfers of one event. The new balances of the accounts they touched are in
    `balances` when the statements have run: at the commit at the latest."""
    rows, changes = [], defaultdict[str, int](int)
    for place, one in enumerate(transfers):
        row = {name: getattr(one, name) for name in FIELDS}
        rows.append({"stream": stream, "seq": seq, "place": place, **row})
        changes[one.debit] -= one.cents
        changes[one.credit] += one.cents
    if not rows:
        return
    POST.many(connection, rows)
    # In name order, so that two servers never wait for each other in a circle.
    for account in sorted(changes):
        if account != HOUSE and changes[account]:
            change_balance(connection, account, changes[account], balances)


def change_balance(
    connection: Connection, account: str, change: int, balances: dict[str, int]
) -> None:
    """An account that does not hold enough, or is new, changes no row. PostgreSQL is made to refuse
    that itself, so that nobody has to look before the commit; whoever is refused tries again, and
    looks."""

    def changed(rows: list[Row]) -> None:
        balances[account] = int(rows[0][0]) if rows else first_balance(connection, account, change)

    given = {"of": account, "change": change}
    if connection.dialect.name == "postgresql" and not driver(connection).careful:
        SURE.last(connection, given, changed)
    else:
        CHANGE.later(connection, given, changed)


def first_balance(connection: Connection, account: str, change: int) -> int:
    """The balance of an account that did not hold as much as was to be taken from it: of one that
    is new, if something was given."""
    if change < 0:
        raise Overdrawn(f"{account} does not hold {-change} cents")
    rows = FIRST[connection.dialect.name].rows(connection, {"account": account, "balance": change})
    return read_balance(rows)


def balance(connection: Connection, account: str) -> int:
    statement, given = reading(account)
    return read_balance(statement.rows(connection, given))


def reading(account: str) -> tuple[Statement, Given]:
    """What asks for a balance, for who asks for more in the same breath."""
    return BALANCE, {"of": account}


def read_balance(rows: list[Row]) -> int:
    return int(rows[0][0]) if rows else 0


def locked_balance(connection: Connection, account: str) -> int:
    """A balance that money is decided by: nobody else changes it until this transaction ends."""
    statement, given = deciding(account)
    return read_balance(statement.rows(connection, given))


def deciding(account: str) -> tuple[Statement, Given]:
    """As `reading`, of what money is decided by: nobody else changes it in this transaction."""
    return LOCKED, {"of": account}


def locked_balances(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """As `locked_balance`, for several at once, locked in the order of their names."""
    order = sorted(set(names))
    found = together(connection, [deciding(one) for one in order])
    return {one: read_balance(rows) for one, rows in zip(order, found, strict=True)}


def summed(connection: Connection) -> dict[str, int]:
    """Every account's balance from the transfers themselves."""
    totals: dict[str, int] = defaultdict(int)
    for side, sign in ((ledger.c.debit, -1), (ledger.c.credit, 1)):
        rows = connection.execute(select(side, func.sum(ledger.c.cents)).group_by(side))
        for account, cents in rows:
            totals[account] += sign * int(cents)
    return dict(totals)


def audit(connection: Connection) -> list[str]:
    """What is wrong with the books; nothing, if they are right."""
    totals = summed(connection)
    kept = {str(row.account): int(row.balance) for row in connection.execute(select(accounts))}
    wrong = [
        f"{account}: the ledger says {totals.get(account, 0)}, the balance {kept.get(account, 0)}"
        for account in sorted(totals.keys() | kept.keys())
        if account != HOUSE and totals.get(account, 0) != kept.get(account, 0)
    ]
    wrong += [f"{one} is below zero" for one, cents in totals.items() if cents < 0 and one != HOUSE]
    if sum(totals.values()):
        wrong.append(f"all accounts together hold {sum(totals.values())}, not 0")
    return wrong
