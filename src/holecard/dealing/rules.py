"""The house rules: every option with its type, range and default, and the one-line form of a set.

`6D H17 DAS SP4 3:2 peek` prints and parses back. Options that only some games have (`option`,
`multiplier`, ...) are declared by those games and ride in `Rules.extra`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.fields import (
    check_flag,
    check_mapping,
    check_said,
    check_tuple,
    check_twice,
)
from holecard.money import ratio_text, read_ratio

Value = bool | int | str | Fraction
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
KEY = re.compile(r"[a-z][a-z0-9_]*")
WORD = re.compile(r"[^\s=]+")
LONGEST = 10**9  # a whole number of an option is below this


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing a house may set, and the values it may take."""

    key: str
    default: Value
    allowed: tuple[Value, ...]
    says: str
    words: Mapping[Value, str] = field(default_factory=dict)  # short forms for the rules line
    always: bool = False  # printed in every rules line

    def __post_init__(self) -> None:
        """Refuse what nobody could set, or read again in a rules line."""
        if not isinstance(self.key, str) or not KEY.fullmatch(self.key):
            raise BadDefinition(
                f"{self.key!r} is no key of an option: small letters, digits and low lines, such "
                "as 'long_21_pays'"
            )
        check_tuple(self.key, "allowed", self.allowed, object, "(8, 10)")
        check_said(self.key, "says", self.says)
        check_flag(self.key, "always", self.always)
        check_mapping(self.key, "words", self.words, "{8: 'L8'}")
        for value in self.allowed:
            if not any(type(value) is kind for kind in (bool, int, str, Fraction)):
                raise BadDefinition(
                    f"{self.key}: {value!r} is no value of an option: True or False, a whole "
                    "number, a Fraction or a word"
                )
            if type(value) is not type(self.default):
                raise BadDefinition(
                    f"{self.key}: {value!r} is of another kind than the default {self.default!r}"
                )
            if not is_readable(value):
                raise BadDefinition(
                    f"{self.key}: nobody can set {value!r}: a word of small letters without "
                    "blanks, or a number from 0"
                )
        check_twice(self.key, "allowed values", [plain(value) for value in self.allowed])
        for value, word in self.words.items():
            if not isinstance(word, str) or not WORD.fullmatch(word):
                raise BadDefinition(
                    f"words of {self.key}: {word!r} for {plain(value)}: one word, no ="
                )
        check_twice(
            f"words of {self.key}", "values", [word.lower() for word in self.words.values()]
        )

    def check_own(self) -> None:
        """Of an option that is not the house's with fewer values: its default is one of them, and
        words are for what it can be."""
        for value in (self.default, *self.words):
            self.check(value)

    def check(self, value: object) -> Value:
        if self.is_ratio and isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            value = Fraction(value)
        for allowed in self.allowed:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        raise BadDefinition(f"{self.key} cannot be {plain(value)}: {self.choices}")

    def read(self, text: str) -> Value:
        """The value that `text` names."""
        word = text.strip().lower()
        if isinstance(self.default, bool):
            if word in YES + NO:
                return self.check(word in YES)
        elif self.is_ratio:
            return self.check(read_ratio(word))
        elif isinstance(self.default, int):
            if word.isascii() and word.isdecimal() and len(word) < 10:
                return self.check(int(word))
        elif word in self.allowed:
            return self.check(word)
        raise BadDefinition(f"{self.key} cannot be {text!r}: {self.choices}")

    @property
    def is_ratio(self) -> bool:
        return isinstance(self.default, Fraction)

    @property
    def choices(self) -> str:
        return "one of " + ", ".join(plain(value) for value in self.allowed)

    def word(self, value: Value) -> str:
        """How a rules line writes this option."""
        return self.words.get(value) or f"{self.key}={plain(value)}"


def is_readable(value: Value) -> bool:
    """Whether `--set key=value` can name it."""
    if isinstance(value, str):
        return bool(WORD.fullmatch(value)) and value == value.lower()
    return 0 <= value < LONGEST


def plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ratio_text(value) if isinstance(value, Fraction) else str(value)


def flag(key: str, default: bool, says: str, yes: str = "", no: str = "", **more: Any) -> Option:
    words: dict[Value, str] = {on: word for on, word in ((True, yes), (False, no)) if word}
    return Option(key=key, default=default, allowed=(True, False), says=says, words=words, **more)


PAYS = tuple(Fraction(odds) for odds in ("3/2", "6/5", "1", "2", "7/5"))

# Ruling R7: what a sheet means by "house rules". The order is the order of the rules line.
HOUSE = (
    Option(
        key="decks",
        default=6,
        allowed=tuple(range(1, 9)),
        says="decks in the shoe",
        words={n: f"{n}D" for n in range(1, 9)},
        always=True,
    ),
    flag("hit_soft_17", True, "the dealer hits soft 17", "H17", "S17", always=True),
    Option(
        key="double_on",
        default="any",
        allowed=("any", "9-11", "10-11", "none"),
        says="two-card totals that may be doubled (hard totals only, unless any)",
        words={"9-11": "D9-11", "10-11": "D10-11"},
    ),
    flag("double_after_split", True, "doubling after a split", "DAS", "NDAS", always=True),
    flag("double_for_less", False, "doubling for less than the wager"),
    Option(
        key="max_hands",
        default=4,
        allowed=(1, 2, 3, 4),
        says="hands a seat may have after splitting",
        words={n: f"SP{n}" for n in range(1, 5)},
        always=True,
    ),
    flag("resplit_aces", False, "splitting aces again", "RSA"),
    flag("hit_split_aces", False, "hitting split aces", "HSA"),
    Option(
        key="split_tens_by",
        default="value",
        allowed=("value", "rank"),
        says="which ten-value cards are a pair: any two, or the same rank",
    ),
    Option(
        key="surrender",
        default="none",
        allowed=("none", "late"),
        says="surrender of half the wager on the first two cards",
        words={"late": "LS"},
    ),
    Option(
        key="blackjack_pays",
        default=Fraction(3, 2),
        allowed=PAYS,
        says="what a blackjack pays",
        words={odds: ratio_text(odds) for odds in PAYS},
        always=True,
    ),
    flag("peek", True, "the dealer looks for a blackjack", "peek", "no-peek", always=True),
    flag("insurance", True, "insurance and even money are offered"),
    Option(
        key="ties",
        default="push",
        allowed=("push", "lose"),
        says="what becomes of a hand that ties the dealer's",
    ),
    Option(
        key="dealer_shows",
        default="one",
        allowed=("one", "both"),
        says="how many of the dealer's first two cards are dealt face up",
    ),
    flag("natural_beats_21", True, "a blackjack beats a dealer's 21 of three or more cards"),
)
HOUSE_OPTIONS: Mapping[str, Option] = MappingProxyType({option.key: option for option in HOUSE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A set of rules, each value given and checked. `but` makes another."""

    decks: int
    hit_soft_17: bool
    double_on: str
    double_after_split: bool
    double_for_less: bool
    max_hands: int
    resplit_aces: bool
    hit_split_aces: bool
    split_tens_by: str
    surrender: str
    blackjack_pays: Fraction
    peek: bool
    insurance: bool
    ties: str
    dealer_shows: str
    natural_beats_21: bool
    extra: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for key, option in HOUSE_OPTIONS.items():
            object.__setattr__(self, key, option.check(getattr(self, key)))

    def __getitem__(self, key: str) -> Value:
        if key in self.extra:
            return self.extra[key]
        if key in HOUSE_OPTIONS:
            value: Value = getattr(self, key)
            return value
        raise UnknownName("option", key, [*HOUSE_OPTIONS, *self.extra])

    def but(self, **changes: object) -> Rules:
        """These rules with some values changed; unknown keys are refused by name."""
        house = {key: value for key, value in changes.items() if key in HOUSE_OPTIONS}
        rest = {key: value for key, value in changes.items() if key not in HOUSE_OPTIONS}
        for key in rest:
            if key not in self.extra:
                raise UnknownName("option", key, [*HOUSE_OPTIONS, *self.extra])
        extra = MappingProxyType({**self.extra, **rest})
        return replace(self, **house, extra=extra)  # type: ignore[arg-type]

    def as_dict(self) -> dict[str, bool | int | str]:
        """Plain values for JSON: ratios as text."""
        keys = [one.name for one in fields(self) if one.name != "extra"] + list(self.extra)
        return {key: json_value(self[key]) for key in keys}

    def __hash__(self) -> int:
        return hash(tuple(self.as_dict().items()))


def house_rules(own: Mapping[str, Value]) -> Rules:
    """The house's defaults, with a game's own options beside them."""
    house: dict[str, Any] = {key: option.default for key, option in HOUSE_OPTIONS.items()}
    return Rules(**house, extra=MappingProxyType(dict(own)))


def json_value(value: Value) -> bool | int | str:
    return plain(value) if isinstance(value, Fraction) else value


def rules_line(rules: Rules, options: Mapping[str, Option], base: Rules) -> str:
    """The rules as one line: the options people always ask for, and any that a stranger
    (the house default) or this game's own default would get wrong."""
    words = []
    for key, option in options.items():
        value = rules[key]
        if option.always or value not in (base[key], option.default) or base[key] != option.default:
            words.append(option.word(value))
    return " ".join(words)


def read_rules(line: str, options: Mapping[str, Option], base: Rules) -> Rules:
    """The rules a line names; what it leaves out is as in `base`."""
    changes: dict[str, object] = {}
    for word in line.split():
        key, value = read_rule_word(word, options)
        if key in changes and changes[key] != value:
            raise Unreadable(f"{key} is given twice in {line!r}")
        changes[key] = value
    return base.but(**changes)


def read_rule_word(word: str, options: Mapping[str, Option]) -> tuple[str, Value]:
    for option in options.values():
        for value, short in option.words.items():
            if short.lower() == word.lower():
                return option.key, value
    key, equals, text = word.partition("=")
    if not equals:
        known = [short for option in options.values() for short in option.words.values()]
        raise UnknownName("rule", word, [*known, *(f"{key}=..." for key in options)])
    return option_of(key, options).key, option_of(key, options).read(text)


def option_of(key: str, options: Mapping[str, Option]) -> Option:
    if key not in options:
        raise UnknownName("option", key, options)
    return options[key]
