"""An answer on its way, key by key: what may be pressed now, what has been picked, and in the end
the answer as the engine takes it. It knows the question and nothing of the screen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from holecard.errors import HolecardError
from holecard.money import money_text, plain_money, read_money
from holecard.train.item import Item, Json

LETTERS = "123456789abdefghijklm"  # c calls a round clean
VERDICTS = {"t": "take", "p": "push", "l": "leave", "y": "pay"}
ENTER, BACK, UP, DOWN = "enter", "backspace", "up", "down"


@dataclass(frozen=True)
class Choice:
    """One line to pick: its key, its words, and whether it is picked."""

    key: str
    words: str
    on: bool = False


class Asking(ABC):
    """The question of one item. `answer` is there when it is given."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.asked: Json = item.question
        self.answer: Json | None = None
        self.refusal = ""

    @property
    def says(self) -> str:
        return str(self.asked["says"])

    @property
    def choices(self) -> Sequence[Choice]:
        return ()

    def press(self, key: str) -> None:
        """A key; what cannot be read is refused in words and changes nothing."""
        self.refusal = ""
        try:
            self.take(key)
        except HolecardError as wrong:
            self.refusal = str(wrong)

    @abstractmethod
    def take(self, key: str) -> None:
        """What the key does to this kind of answer."""


class OneOf(Asking):
    """A card of Know the game, or a decision: one of several."""

    def __init__(self, item: Item) -> None:
        super().__init__(item)
        self.picked: int | None = None

    @property
    def words(self) -> list[str]:
        if self.item.drill == "play":
            return [one["says"] for one in self.asked["legal"]]
        return list(self.asked["options"])

    @property
    def choices(self) -> Sequence[Choice]:
        pairs = zip(LETTERS, self.words, strict=False)
        return [Choice(key, one, at == self.picked) for at, (key, one) in enumerate(pairs)]

    def take(self, key: str) -> None:
        if key in LETTERS[: len(self.words)]:
            self.picked = LETTERS.index(key)
        elif key == ENTER and self.picked is not None:
            if self.item.drill == "play":
                self.answer = {"action": self.asked["legal"][self.picked]["action"]}
            else:
                self.answer = {"option": self.picked}


class Facts(Asking):
    """The pitch: said aloud while a clock runs, then which of its facts were said."""

    def __init__(self, item: Item) -> None:
        super().__init__(item)
        self.said: set[int] = set()
        self.saying = False

    @property
    def says(self) -> str:
        if self.saying:
            return f"{self.asked['says']} Then tick what you said."
        return f"{self.asked['says']} Aloud, in {self.seconds} seconds: Enter starts the clock."

    @property
    def seconds(self) -> int:
        return int(self.asked["seconds"])

    @property
    def choices(self) -> Sequence[Choice]:
        pairs = zip(LETTERS, self.asked["facts"] if self.saying else (), strict=False)
        return [Choice(key, one, at in self.said) for at, (key, one) in enumerate(pairs)]

    def take(self, key: str) -> None:
        if not self.saying:
            self.saying = key == ENTER
        elif key in LETTERS[: len(self.asked["facts"])]:
            self.said ^= {LETTERS.index(key)}
        elif key == ENTER:
            self.answer = {"facts": sorted(self.said)}


class Step(Asking):
    """What now? A step; then, after s, the seats it is for."""

    def __init__(self, item: Item) -> None:
        super().__init__(item)
        self.picked: int | None = None
        self.seats: list[int] = []
        self.seating = False

    @property
    def whom(self) -> str:
        return "" if self.picked is None else str(self.asked["options"][self.picked]["for"])

    @property
    def says(self) -> str:
        if not self.seating:
            return str(self.asked["says"])
        seats = ", ".join(map(str, sorted(self.seats))) or "none yet"
        return f"For which seat{'s' if self.whom == 'seats' else ''}? {seats}"

    @property
    def choices(self) -> Sequence[Choice]:
        if self.seating:
            return [Choice(str(one), f"seat {one}", one in self.seats) for one in self.all_seats]
        words = [one["says"] for one in self.asked["options"]]
        return [Choice(LETTERS[at], one, at == self.picked) for at, one in enumerate(words)]

    @property
    def all_seats(self) -> list[int]:
        return [one["seat"] for one in self.asked["spots"]]

    def take(self, key: str) -> None:
        if key == BACK:
            self.seating, self.seats = False, []
        elif self.seating and key.isdecimal() and int(key) in self.all_seats:
            self.pick(int(key))
        elif not self.seating and key in LETTERS[: len(self.asked["options"])]:
            self.picked, self.seats = LETTERS.index(key), []
        elif key == ENTER and self.picked is not None:
            self.go()

    def pick(self, seat: int) -> None:
        if self.whom == "seats":
            self.seats = [one for one in self.seats if one != seat] + [seat] * (
                seat not in self.seats
            )
        else:
            self.seats = [seat]

    def go(self) -> None:
        assert self.picked is not None
        if self.whom and not self.seating:
            self.seating = True
        elif not self.whom or self.seats:
            step = self.asked["options"][self.picked]["step"]
            self.answer = {"step": step, "seats": sorted(self.seats)}


class Watch(Asking):
    """Catch the error: up and down through the steps, Enter stops, then the mistake."""

    def __init__(self, item: Item) -> None:
        super().__init__(item)
        self.at = 0
        self.stopped = False
        self.picked: int | None = None

    @property
    def says(self) -> str:
        if not self.stopped:
            return str(self.asked["says"])
        return f"{self.asked['events'][self.at]['says']} What is wrong?"

    @property
    def choices(self) -> Sequence[Choice]:
        if not self.stopped:
            return [Choice("c", "the round is clean"), Choice("Enter", "stop at the marked step")]
        words = [one["says"] for one in self.asked["kinds"]]
        return [Choice(LETTERS[at], one, at == self.picked) for at, one in enumerate(words)]

    def take(self, key: str) -> None:
        last = len(self.asked["events"]) - 1
        if key == BACK:
            self.stopped, self.picked = False, None
        elif not self.stopped and key in (UP, DOWN):
            self.at = min(last, max(0, self.at + (1 if key == DOWN else -1)))
        elif not self.stopped and key == "c":
            self.answer = {"clean": True}
        elif not self.stopped and key == ENTER:
            self.stopped = True
        elif self.stopped and key in LETTERS[: len(self.asked["kinds"])]:
            self.picked = LETTERS.index(key)
        elif key == ENTER and self.picked is not None:
            kind = self.asked["kinds"][self.picked]["kind"]
            self.answer = {"clean": False, "step": self.at, "kind": kind}


class Wagers(Asking):
    """Settle and Pay: a verdict for each wager, and the money typed. In an exam the order is the
    trainee's: up and down choose the wager. Otherwise it is the order of the house."""

    def __init__(self, item: Item, guided: bool) -> None:
        super().__init__(item)
        due = [one for one in item.answer["wagers"] if one["asked"]]
        self.open = list(due if guided else self.asked.get("asks", due))
        self.guided = guided or item.drill == "pay"
        self.at = 0
        self.done: list[Json] = []
        self.verdict = "pay" if item.drill == "pay" else ""
        self.typed = ""
        self.paid: Json | None = None  # of a wager that may be paid for other seats too

    @property
    def row(self) -> Json:
        found: Json = self.open[self.at]
        return found

    @property
    def says(self) -> str:
        if self.item.drill == "pay":
            return f"{self.asked['says']} AMOUNT [TIP]: {self.typed}_"
        if self.paid is not None:
            return f"{self.spot(self.row)}: envy for other seats, AMOUNT or nothing: {self.typed}_"
        if self.verdict == "pay":
            return f"{self.spot(self.row)}: pay AMOUNT [TIP]: {self.typed}_"
        return f"{self.spot(self.row)}: {self.verdict or 'take, push, leave or pay?'}"

    @property
    def choices(self) -> Sequence[Choice]:
        if self.verdict == "pay" or self.paid is not None:
            return [Choice("Enter", "that much"), Choice("⌫", "back")]
        return [Choice(key, words, words == self.verdict) for key, words in VERDICTS.items()]

    def spot(self, row: Json) -> str:
        """A wager as it lies there: seat, name and stake, the hand where there are more."""
        seats = self.asked["felt"]["seats"] if self.asked.get("felt") else []
        seat: Json = next(
            (one for one in seats if one["seat"] == row["seat"]), {"bets": [], "hands": []}
        )
        bet = next((one for one in seat["bets"] if one["wager"] == row["wager"]), None)
        name, stake = (row["wager"], 0) if bet is None else (bet["name"], bet["stake"])
        hand = f", hand {row['hand'] + 1}" if len(seat["hands"]) > 1 and row.get("hand") else ""
        return f"Seat {row['seat']}, {name} {money_text(stake) if stake else ''}{hand}".strip()

    def take(self, key: str) -> None:
        if self.is_typing and (key.isdecimal() or key in (".", " ")):
            self.typed += key
        elif key == BACK:
            self.back()
        elif not self.guided and key in (UP, DOWN) and not self.verdict:
            self.at = (self.at + (1 if key == DOWN else -1)) % len(self.open)
        elif not self.is_typing and key in VERDICTS:
            self.verdict = VERDICTS[key]
        elif key == ENTER and self.verdict:
            self.settle()

    def back(self) -> None:
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.item.drill != "pay":
            self.verdict, self.paid = "", None

    @property
    def is_typing(self) -> bool:
        """Whether an amount is on its way."""
        return self.verdict == "pay" or self.paid is not None

    def settle(self) -> None:
        amounts = [read_money(one) for one in self.typed.split()]
        if self.paid is not None:
            self.settled_with(self.paid | dict(zip(("envy",), amounts, strict=False)))
            return
        paid: dict[str, Any] = dict(zip(("cents", "tip"), amounts, strict=False))
        if self.verdict == "pay" and not paid:
            read_money("")  # refused in the words of money
        if self.item.drill == "settle" and self.row["wager"] in self.asked.get("envy", ()):
            self.paid, self.typed = paid, ""
        else:
            self.settled_with(paid)

    def settled_with(self, paid: Json) -> None:
        names = ("seat", "wager", "hand")
        row = {name: self.row.get(name, 0) for name in names} | {"verdict": self.verdict} | paid
        self.done.append(row)
        del self.open[self.at]
        self.at, self.verdict, self.typed, self.paid = 0, "", "", None
        if not self.open:
            self.answer = {"wagers": self.done}

    def settled(self, row: Json) -> str:
        """What was done to a wager, for the felt: `take`, `pay 75`."""
        same = ("seat", "wager", "hand")
        for one in self.done:
            if all(one.get(name, 0) == row.get(name, 0) for name in same):
                return f"{one['verdict']} {plain_money(one['cents'])}" if "cents" in one else (
                    str(one["verdict"])
                )  # fmt: skip
        return ""


def asking_for(item: Item, guided: bool) -> Asking:
    if item.drill in ("settle", "pay"):
        return Wagers(item, guided)
    if item.drill == "next":
        return Step(item)
    if item.drill == "error":
        return Watch(item)
    return Facts(item) if "facts" in item.question else OneOf(item)
