"""The house profile: in which order it takes and pays, its chips, its calls and its minimums."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import resources
from math import gcd
from pathlib import Path
from typing import Any

from holecard.dealing.settle import INSURED_PART
from holecard.errors import BadDefinition, HolecardError, UnknownName, Unreadable
from holecard.games import BROUGHT, CATALOGUE, gallery_games
from holecard.money import money_text, plain_money, read_money
from holecard.train.chips import can_make
from holecard.train.meter_reading import check_meter
from holecard.wagers.bets import Bet, SeatBets, payouts
from holecard.wagers.game import Game
from holecard.wagers.offers import offer_of
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, SIDE, Wager

SEAT_ORDERS = ("right-to-left", "left-to-right")
PASSES = ("one", "take-first")
KINDS = (MAIN, OFFER, SIDE, RIDING, FEE)
CALLS = ("offer", "peek", "turn", "draw", "pay", "take", "push", "leave")
KIND_WORDS = {MAIN: "the main wager", OFFER: "insurance", SIDE: "side bets", RIDING: "bonuses"}
KEYS = ("name", "seats", "passes", "wagers", "chips", "cites", "calls", "minimums", "paytables")
MOST_CHIPS = 12


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A house's own way of doing what the sheets leave to it. Chips and minimums in cents."""

    name: str
    seats: str
    passes: str
    wagers: tuple[str, ...]
    chips: tuple[int, ...]
    cites: tuple[str, ...] = ()
    calls: Mapping[str, str] = field(default_factory=dict)
    minimums: Mapping[str, int] = field(default_factory=dict)
    paytables: Mapping[str, str] = field(default_factory=dict)  # the one posted, where it is one

    @property
    def smallest(self) -> int:
        """What every payment is a multiple of."""
        return gcd(*self.chips)

    @property
    def words(self) -> str:
        """The order as a dealer is told it."""
        seats = "your right to your left" if self.seats == SEAT_ORDERS[0] else "your left to right"
        takes = "" if self.passes == PASSES[0] else "every losing wager first; "
        order = ", then ".join(KIND_WORDS[one] for one in self.wagers if one in KIND_WORDS)
        return f"From {seats}, {takes}at each seat {order}."

    def least(self, wager: Wager) -> int:
        return max(wager.least, self.minimums.get(wager.id, 0))

    def as_json(self) -> dict[str, Any]:
        """The same as a file has it."""
        return {
            "name": self.name,
            "seats": self.seats,
            "passes": self.passes,
            "wagers": list(self.wagers),
            "chips": [plain_money(one) for one in self.chips],
            "cites": list(self.cites),
            "calls": dict(self.calls),
            "minimums": {name: plain_money(one) for name, one in self.minimums.items()},
            "paytables": dict(self.paytables),
        }


@cache
def default_profile() -> Profile:
    """The profile that is shipped."""
    text = resources.files("holecard.train").joinpath("house.toml").read_text("utf-8")
    return profile_of(read_toml(text, "house.toml"), "house.toml")


def read_profile(file: Path) -> Profile:
    """A profile from a TOML or JSON file."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise Unreadable(f"cannot read the profile {file}: {wrong}") from wrong
    where = file.name
    return profile_of(
        read_json(text, where) if file.suffix == ".json" else read_toml(text, where), where
    )


def read_json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise Unreadable(f"cannot read {where} as JSON: {wrong}") from wrong


def read_toml(text: str, where: str) -> Any:
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise Unreadable(f"cannot read {where} as TOML: {wrong}") from wrong


def profile_of(given: Any, where: str = "the profile") -> Profile:
    """The profile a document describes, or what is wrong with it."""
    if not isinstance(given, dict):
        raise BadDefinition(f"{where} is no profile: it needs {', '.join(KEYS[:5])}")
    for key in given:
        if key not in KEYS:
            raise BadDefinition(f"{where}: {UnknownName('entry', str(key), KEYS)}")
    try:
        return Profile(
            name=text_at(given, "name", "unnamed"),
            seats=one_of(text_at(given, "seats", SEAT_ORDERS[0]), SEAT_ORDERS, "seats"),
            passes=one_of(text_at(given, "passes", PASSES[0]), PASSES, "passes"),
            wagers=kinds_of(given.get("wagers", list(KINDS))),
            chips=chips_of(given.get("chips")),
            cites=tuple(words_of(given.get("cites", []), "cites")),
            calls=calls_of(given.get("calls", {})),
            minimums=minimums_of(given.get("minimums", {})),
            paytables=texts_of(given.get("paytables", {}), "paytables"),
        )
    except HolecardError as wrong:
        raise BadDefinition(f"{where} cannot be followed: {wrong}") from wrong


def text_at(given: Mapping[str, Any], key: str, default: str) -> str:
    found = given.get(key, default)
    if not isinstance(found, str) or not found or len(found) > 200:
        raise BadDefinition(f"{key} is {str(found)[:40]!r}: a word or a short text")
    return found


def one_of(found: str, known: tuple[str, ...], key: str) -> str:
    if found not in known:
        raise BadDefinition(f"{key} is {found[:40]!r}: {' or '.join(known)}")
    return found


def words_of(found: Any, key: str) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadDefinition(f"{key} is a list of texts, not {str(found)[:40]!r}")
    return found


def texts_of(found: Any, key: str) -> dict[str, str]:
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise BadDefinition(f"{key} is a table of texts, not {str(found)[:40]!r}")
    return dict(found)


def kinds_of(found: Any) -> tuple[str, ...]:
    """Every kind once: a kind left out would never be settled."""
    kinds = words_of(found, "wagers")
    for one in kinds:
        if one not in KINDS:
            raise UnknownName("kind of wager", one[:40], KINDS)
        if kinds.count(one) > 1:
            raise BadDefinition(f"wagers names {one} twice: each kind has one place in the order")
    missing = [one for one in KINDS if one not in kinds]
    if missing:
        raise BadDefinition(f"wagers leaves out {', '.join(missing)}: it would never be settled")
    return tuple(kinds)


def chips_of(found: Any) -> tuple[int, ...]:
    if found is None:
        raise BadDefinition('chips are missing: values in dollars, such as ["100", "25", "5", "1"]')
    texts = words_of(found, "chips")
    chips = [read_money(one) for one in texts]
    if not 1 <= len(chips) <= MOST_CHIPS:
        raise BadDefinition(f"chips are 1 to {MOST_CHIPS} different values, not {len(chips)}")
    for one in chips:
        if one == 0 or chips.count(one) > 1:
            raise BadDefinition(f"chips of {money_text(one)}: each value once, and none of nothing")
    return tuple(sorted(chips, reverse=True))


def calls_of(found: Any) -> dict[str, str]:
    calls = texts_of(found, "calls")
    for step in calls:
        if step not in CALLS:
            raise UnknownName("step to call", step[:40], CALLS)
    return calls


def minimums_of(found: Any) -> dict[str, int]:
    return {name: read_money(one) for name, one in texts_of(found, "minimums").items()}


def check_profile(profile: Profile, game: Game) -> None:
    """Refuse a profile that this game cannot be dealt by."""
    known = [wager.id for wager in game.wagers]
    check_named(profile, known)
    for name in profile.paytables:
        if name in known:
            game.wager(name).table(profile.paytables[name])
    for wager in game.placeable:
        if profile.least(wager) > wager.most:
            raise BadDefinition(
                f"the house takes no less than {money_text(profile.least(wager))} on {wager.name}, "
                f"the game no more than {money_text(wager.most)}"
            )
        check_tips(profile, wager)
        check_meter(profile, wager)
        if wager.kind != FEE and not stakes_of(game, profile, wager):
            raise BadDefinition(
                f"no stake on {wager.name} from {money_text(profile.least(wager))} to "
                f"{money_text(wager.most)} can be laid and paid in chips of "
                f"{', '.join(money_text(one) for one in profile.chips)}"
            )


def check_named(profile: Profile, here: Sequence[str]) -> None:
    """Refuse a wager that no game has; one of another game's is not this one's business."""
    named = [one for one in (*profile.minimums, *profile.paytables) if one not in here]
    if not named:
        return
    every = [*CATALOGUE.values(), *BROUGHT.values(), *gallery_games().values()]
    known = dict.fromkeys([*here, *(wager.id for game in every for wager in game.wagers)])
    for name in named:
        if name not in known:
            raise UnknownName("wager", name[:40], known)


def check_tips(profile: Profile, wager: Wager) -> None:
    for table in wager.paytables:
        for outcome, tip in table.tips.items():
            if not can_make(tip, profile.chips):
                raise BadDefinition(
                    f"the tip of {money_text(tip)} for {wager.name}, {outcome}, cannot be made of "
                    f"the house's chips: the smallest is {money_text(profile.chips[-1])}"
                )


STEPS = (100, 500, 2500)  # stakes go up by these
TRIED_STAKES = 25


def stakes_of(game: Game, profile: Profile, wager: Wager) -> tuple[int, ...]:
    """Stakes a player lays and every result of which the house can pay in its chips."""
    fees = [one.share for one in game.wagers if one.kind == FEE and wager.kind == MAIN]
    insured = insurance_odds(game) if wager.kind == MAIN else []
    prizes = any(table.prizes for table in wager.paytables)  # which are other odds to each stake
    found: list[int] = []
    for least, most in sizes_of(profile, wager):
        odds = sorted(odds_at(game, wager, least))
        for stake in tried_stakes(wager, least, most):
            own = sorted(odds_at(game, wager, stake)) if prizes else odds
            found += [stake] * payable(profile, stake, (*own, *fees, *insured))
    return tuple(found)


def sizes_of(profile: Profile, wager: Wager) -> list[tuple[int, int]]:
    """The least and the most of each size that has a pay table of its own; of most wagers one."""
    firsts = sorted({table.least for table in wager.paytables if table.sized}) or [wager.least]
    lasts = [*(one - 1 for one in firsts[1:]), wager.most]
    house = profile.least(wager)
    both = zip(firsts, lasts, strict=True)
    return [(max(first, house), last) for first, last in both if last >= house]


def tried_stakes(wager: Wager, least: int, most: int) -> range:
    step = next((one for one in reversed(STEPS) if least % one == 0), 100)
    if wager.kind == MAIN:
        step = max(step, 500)
    return range(least, min(most, least + TRIED_STAKES * step) + 1, step)


def insurance_odds(game: Game) -> list[Fraction]:
    """What insurance takes and pays, as shares of the main wager."""
    offer, part = offer_of(game), Fraction(1, INSURED_PART)
    if offer is None:
        return []
    return [part, *(part * table.pays(one) for table in offer.paytables for one in table.odds)]


def payable(profile: Profile, stake: int, odds: Sequence[Fraction]) -> bool:
    """Whether the stake and everything that may be paid on it, or beside it, are chips."""
    amounts = [share * stake for share in (Fraction(1), *odds)]
    return all(one.denominator == 1 and can_make(abs(int(one)), profile.chips) for one in amounts)


def odds_at(game: Game, wager: Wager, stake: int) -> set[Fraction]:
    """Everything the wager may pay to such a stake, by any of its pay tables; for other seats too.
    What a meter pays is not odds: see meter_reading.py."""
    seat = SeatBets(1, ())
    tables = [table.name for table in wager.paytables] or [""]
    won = {odds for name in tables for odds in payouts(game, seat, Bet(wager.id, stake, name))}
    if wager.meter is not None:
        plain = [one for one in wager.outcomes if one not in wager.meter.pays]
        won = {table.pays(one) for table in wager.paytables for one in plain}
    return won | {Fraction(pays) for pays in wager.envy.values()}
