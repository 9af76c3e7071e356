"""A felt as full as it can be: seven seats, a bet on every circle, four hands of a split, every
result with a long amount. The server's table is altered on its way to the page, so that each scene
is there at once, whatever the shoe holds."""

from __future__ import annotations

from typing import Any

MINE = 4  # where `Sitter.open` sits down
STAKE, LONG = 12_500, 187_500
HANDS = (
    ("8s Th", "18", False),
    ("8h 2c 4d 3s 2h", "19", True),
    ("8d 5s", "13", False),
    ("8c", "8", False),
)
OTHERS = ("Maximiliane", "Bo", "Christopher", "", "Guest 7Q2X", "Li", "")


def bet(wager: str, stake: int = STAKE) -> dict[str, Any]:
    return {"wager": wager, "stake": stake, "paytable": "", "riding": False}


def event(kind: str, seat: int, **more: Any) -> dict[str, Any]:
    plain = {
        "kind": kind, "says": f"Seat {seat}: {kind}.", "parts": [], "seat": seat, "hand": 0,
        "card": "", "wager": "", "amount": None, "tip": 0, "hand_says": "", "total": None,
    }  # fmt: skip
    return {**plain, **more}


def hand(cards: str, says: str, doubled: bool = False, **more: Any) -> dict[str, Any]:
    plain = {
        "cards": cards, "says": says, "hand_says": says, "total": 20, "why": "",
        "stake": STAKE * (2 if doubled else 1), "doubled": doubled, "result": "", "active": False,
    }  # fmt: skip
    return {**plain, **more}


def seat(number: int, hands: list[Any], wagers: list[str], main: str) -> dict[str, Any]:
    bets = [bet(one) for one in wagers]
    return {
        "seat": number, "hands": hands, "burned": "", "button": 0, "main": main, "bets": bets,
        "net": LONG,
    }  # fmt: skip


def spots(game: str, table: dict[str, Any]) -> list[str]:
    """The wagers that have a circle."""
    return [one for one in table["stakes"] if one not in ("insurance", "even-money")]


def people(table: dict[str, Any], wagers: list[str]) -> None:
    """Everybody sits, except at two seats; every circle of ours has chips."""
    for chair, name in zip(table["chairs"], OTHERS, strict=True):
        if chair["seat"] == MINE:
            chair["bets"] = [bet(one) for one in wagers]
        elif name:
            chair.update(player=f"p{chair['seat']}", name=name, bets=[bet(wagers[0])])


def fill(scene: str, table: dict[str, Any]) -> None:
    """`bets`, `split` or `settled`."""
    wagers = spots(table["game"], table)
    people(table, wagers)
    if scene == "bets":
        table.update(phase="betting", round=None)
        return
    main = "dealer-hand" if "dealer-hand" in wagers else wagers[0]
    ours = split_hands() if scene == "split" else [hand("Ts 6d Kc", "26 \u00b7 busted")]
    if scene == "settled":
        ours[0].update(why="cannot lose: wins or pushes", result="win")
    seats = [
        seat(one["seat"], ours if one["seat"] == MINE else [hand("9h 5d 6s", "20")], wagers, main)
        for one in table["chairs"]
        if one["player"]
    ]
    table["phase"] = "playing" if scene == "split" else "betting"
    table["round"] = {
        "number": table["next_round"], "step": 3, "dealer": "7h 7s 2d 3h",
        "dealer_says": "19", "dealer_does": "has 19", "dealer_total": 19, "seats": seats,
        "events": told(wagers, main) if scene == "settled" else [],
        "asked_seat": MINE if scene == "split" else 0, "asked_hand": 2 if scene == "split" else 0,
        "legal": ["hit", "stand", "double", "split"] if scene == "split" else [],
        "default": "stand" if scene == "split" else "", "amounts": {},
        "notes": {"double": "$125", "split": "$125"}, "done": scene == "settled",
        "called_off": False, "paid": [],
    }  # fmt: skip
    for chair in table["chairs"]:
        chair["bets"] = [] if scene == "settled" or chair["seat"] == MINE else chair["bets"]
        chair["last_bets"] = [bet(one) for one in wagers]


def split_hands() -> list[dict[str, Any]]:
    hands = [hand(cards, says, doubled) for cards, says, doubled in HANDS]
    hands[2]["active"] = True
    hands[3]["why"] = "to come"
    return hands


def told(wagers: list[str], main: str) -> list[dict[str, Any]]:
    """Every circle of ours is settled, for long amounts."""
    dealt = [event("deal", MINE, card=card, hand_says="16") for card in ("Ts", "6d", "Kc")]
    paid = [
        event("take" if at % 3 == 1 else "pay", MINE, wager=wager)
        | {"amount": -STAKE if at % 3 == 1 else LONG}
        for at, wager in enumerate(wagers)
    ]
    return [*dealt, *paid]
