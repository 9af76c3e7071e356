"""Money is integer cents (R4); people write dollars."""

from __future__ import annotations

import re
from fractions import Fraction

from holecard.errors import Unreadable

LARGEST = 10**12  # ten thousand million dollars: more is a typing slip, not a wager
MINUS = "\u2212"  # of amounts in words; a round line, which is read again, has the hyphen


def read_money(text: str) -> int:
    """Cents from `25`, `$25` or `2.50`."""
    found = re.fullmatch(r"\$?(\d{1,10})(?:\.(\d{2}))?", text.strip(), re.ASCII)
    if not found:
        raise Unreadable(f"cannot read {text!r} as an amount: dollars such as 25 or 2.50")
    return int(found[1]) * 100 + int(found[2] or 0)


def read_cents(amount: int | str) -> int:
    """Cents as they are, or from dollars as text."""
    return read_money(amount) if isinstance(amount, str) else amount


def money_text(cents: int) -> str:
    """`$25`, `$2.50`, `−$5`, `$1,245`."""
    dollars, rest = divmod(abs(cents), 100)
    return (MINUS if cents < 0 else "") + (f"${dollars:,}.{rest:02d}" if rest else f"${dollars:,}")


def fine_money(tenths: int) -> str:
    """`$1.316`, `−$0.704`: tenths of a cent, as an expected result is told."""
    dollars, rest = divmod(abs(tenths), 1000)
    return f"{MINUS if tenths < 0 else ''}${dollars:,}.{rest:03d}"


def plain_money(cents: int) -> str:
    """`25` or `2.50`, as a round line writes it."""
    dollars, rest = divmod(cents, 100)
    return f"{dollars}.{rest:02d}" if rest else str(dollars)


def signed_money(cents: int) -> str:
    """`+25`, `-5`, `0`, as a round line writes a result."""
    if cents == 0:
        return "0"
    return ("-" if cents < 0 else "+") + plain_money(abs(cents))


def read_signed_money(text: str) -> int:
    if text == "0":
        return 0
    if text[:1] in "+-" and text[1:]:
        return read_money(text[1:]) * (-1 if text[0] == "-" else 1)
    raise Unreadable(f"cannot read {text!r} as a result: +25, -5 or 0")


def read_ratio(text: str) -> Fraction:
    """Odds from `3:2` or `6`, to one."""
    found = re.fullmatch(r"(\d{1,6})(?:[:/](\d{1,6}))?", text.strip(), re.ASCII)
    if not found or (found[2] is not None and int(found[2]) == 0):
        raise Unreadable(f"cannot read {text!r} as odds: such as 3:2 or 6:1")
    return Fraction(int(found[1]), int(found[2] or 1))


def ratio_text(odds: Fraction) -> str:
    return f"{odds.numerator}:{odds.denominator}"
