"""Round lines for what random rounds hardly ever bring: long suited busts, four aces, ..."""

from __future__ import annotations

# The dealer's cards as dealt: up, hole, then drawn; all of one suit, busting at 22 to 26.
SUITED_BUSTS = (
    ("5h 7h", "Th"),
    ("6h 7h", "Th"),
    ("5h 9h", "Th"),
    ("6h 9h", "Th"),
    ("7h 9h", "Th"),
    ("2h 4h", "6h Th"),
    ("2h 5h", "6h Th"),
    ("2h 5h", "7h Th"),
    ("3h 5h", "7h Th"),
    ("4h 5h", "7h Th"),
    ("2h 3h", "4h 5h 8h"),
    ("2h 3h", "4h 5h 9h"),
    ("2h 3h", "4h 5h Th"),
    ("2h 3h", "4h 6h Th"),
    ("2h 3h", "5h 6h Th"),
    ("2h 2h", "2h 2h 2h 5h Th"),
)


def lucky_break(start: str, drawn: str, suit: str) -> str:
    """Seat 1 stands on 18; `suit` is that of the dealer's last card."""
    up, hole = start.split()
    return (
        f"lucky-break | Ts {up} 8d {hole} {drawn[:-1]}{suit} "
        "| 1 main 10 lucky-break 5 lucky-break-token 5 | stand |"
    )


LUCKY_BREAK = [lucky_break(*bust, suit) for bust in SUITED_BUSTS for suit in "hs"]

# Both hands bust with 6 to 13 cards between them: the seat's drawn cards, then the dealer's.
BREAKOUT = [
    f"breakout | 2c {up} 3c {hole} {seat} {dealer} "
    "| 1 dealer-hand 10 breakout-bonus 5 super-tie 5 | |"
    for up, hole, seat, dealer in (
        ("2d", "3d", "4c 5c Th", "4d 7d Ts"),
        ("2d", "3d", "4c 5c Th", "4d 5d 2s Ts"),
        ("2d", "3d", "2c 4c 5c Th", "2d 4d 5d Ts"),
        ("2d", "3d", "2c 2c 2c 5c Th", "2d 4d 5d Ts"),
        ("6d", "Td", "2c 2c 7c 6c", "Ts"),
        ("6d", "Td", "Tc Th", "Ts"),
    )
]

# The seat's two cards round the dealer's up card, then the hole card; all others are drawn.
FACE_UP = [
    f"face-up | {cards} | 1 main 10 two-card 5 four-card 5 | {choices} |"
    for cards, choices in (
        ("Ah Ac Ad As 6c", "stand"),
        ("Ah Tc Ah 9c", "stand"),
        ("8h 8c 8d 8s 2c", "stand"),
        ("9h Jh Th Qh", "stand"),
        ("9h Jd Th Qc", "stand"),
        ("Jh Kh Qh Ah", ""),
        ("2h Kh 7h 9h", "stand"),
        ("8h 8c 8d Ts", "stand"),
        ("8h 9c 8d 9s", "stand"),
        ("Jh 9c Jd 8s", "stand"),
        ("8h Tc 8h 9s", "stand"),
        ("Ah 9c Kh 9s", ""),
    )
]

RARE: dict[str, list[str]] = {
    "lucky-break": LUCKY_BREAK,
    "breakout": BREAKOUT,
    "face-up": FACE_UP,
}
