"""A game is a value: rule options, wagers and pay tables, and the words for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from holecard.dealing.actions import SURRENDER, bit
from holecard.dealing.answers import HOUSE_ANSWERS, Answers
from holecard.dealing.felt import SEATS
from holecard.dealing.rules import (
    HOUSE_OPTIONS,
    Option,
    Rules,
    Value,
    house_rules,
    json_value,
    option_of,
    read_rules,
    rules_line,
)
from holecard.dealing.settle import (
    FIRST_OWN,
    LOSE_BET,
    LOSE_BET_NAME,
    OWN,
    RESULT_NAMES,
    result_pays,
)
from holecard.dealing.tables import TOTALS, Tables, tabulate
from holecard.errors import BadDefinition, UnknownName
from holecard.fields import (
    check_function,
    check_kind,
    check_mapping,
    check_said,
    check_text,
    check_tuple,
    check_twice,
    check_whole,
)
from holecard.wagers.definition import SHORT, Definition, definition_of
from holecard.wagers.proofread import check_id, check_wagers, made_wagers
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

FIXED_KEYS = ("ties", "dealer_shows", "natural_beats_21")
HOUSE_KEYS = tuple(key for key in HOUSE_OPTIONS if key not in FIXED_KEYS)


@dataclass(frozen=True, kw_only=True)
class Game:
    """One rule sheet. `but` gives the same game under other house rules. Its repr is how a round
    line begins, by which `find_game(id).read(line)` finds it; it holds functions, so that no repr
    could make another.

    >>> import holecard as hc
    >>> hc.find_game("breakout").but(decks=8, hit_soft_17=False)
    <breakout 8D S17 DAS SP4 3:2 peek>
    """

    id: str  # small letters, digits and hyphens
    name: str
    pitch: str  # the 30-second explanation
    facts: tuple[str, ...]  # what is printed on the felt
    options: Mapping[str, Option]  # what a house may set: `game_options`
    rules: Rules  # its defaults: `game_rules`
    make_wagers: Callable[[Rules], tuple[Wager, ...]]  # the wagers under those rules
    rulings: tuple[str, ...] = ()  # the readings it needs, by their ids
    answers: Answers = HOUSE_ANSWERS  # the round's questions it answers itself
    version: int = 1  # goes up whenever a figure moves
    base: Rules | None = field(default=None, repr=False)  # the defaults, of a game under others

    def __post_init__(self) -> None:
        check_id("game", self.id)
        check_text(self.id, "name", self.name)
        check_said(self.id, "pitch", self.pitch)
        check_tuple(self.id, "facts", self.facts, str, "('ties push',)")
        check_tuple(self.id, "rulings", self.rulings, str, "('R1',)")
        check_whole(self.id, "version", self.version, 1)
        check_function(self.id, "make_wagers", self.make_wagers)
        check_kind(self.id, "answers", self.answers, Answers, "Answers(...)")
        check_kind(self.id, "rules", self.rules, Rules, "game_rules(OPTIONS, ...)")
        check_options(self.id, self.options)
        for key, option in self.options.items():
            option.check(self.rules[key])

    def but(self, **changes: object) -> Game:
        for key, value in changes.items():
            option_of(key, self.options).check(value)
        return replace(self, rules=self.rules.but(**changes), base=self.defaults)

    def set(self, key: str, text: str) -> Game:
        """`but` for one option given as text, as the command line has it."""
        return self.but(**{key: option_of(key, self.options).read(text)})

    def read(self, line: str) -> Game:
        """This game under the rules a line names."""
        rules = read_rules(line, self.options, self.defaults)
        return self.but(**{key: rules[key] for key in self.options})

    @property
    def defaults(self) -> Rules:
        return self.base or self.rules

    @cached_property
    def line(self) -> str:
        return rules_line(self.rules, self.options, self.defaults)

    @property
    def seats_a_player(self) -> int:
        """Neighbouring seats that are one player's: two where second cards may be swapped."""
        return 2 if self.answers.switches else 1

    def seats_with(self, seat: int) -> tuple[int, ...]:
        """The seats that are played as one with this, itself among them: 3 and 4 for 4 where two
        are one player's. None where it has no neighbour: seat 7 of such a game."""
        many = self.seats_a_player
        first = seat - (seat - 1) % many
        last = first + many - 1
        return tuple(range(first, last + 1)) if last <= SEATS else ()

    @property
    def tip_from_player(self) -> bool:
        """Whether a dealer tip comes out of the player's win, rather than from the house (B5)."""
        return self.rules.extra.get("tip_from") == "player"

    def json_head(self, schema: str, version: str) -> dict[str, Any]:
        """How a document of figures begins: who made it, of which game, under which rules."""
        from holecard.provenance import build

        note = self.definition.note
        return {
            "schema": schema,
            "version": version,
            "build": build(),
            "game": self.id,
            "rules": self.rules_json,
            "rules_line": self.line,
            "definition_hash": self.definition_hash,
            **({"definition_note": note} if note else {}),
        }

    @property
    def rules_json(self) -> dict[str, bool | int | str]:
        return {key: json_value(self.rules[key]) for key in self.options}

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        wagers = made_wagers(self, self.make_wagers)
        check_wagers(self, wagers)
        return wagers

    @cached_property
    def mains(self) -> tuple[Wager, ...]:
        return tuple(wager for wager in self.wagers if wager.kind == MAIN)

    def own_mains(self, wager: Wager) -> list[Wager]:
        """The main wagers on the seat's own hand that a wager may stand beside."""
        beside = wager.with_main or tuple(main.id for main in self.mains)
        return [main for main in self.mains if main.backs == OWN and main.id in beside]

    @cached_property
    def placeable(self) -> tuple[Wager, ...]:
        """The wagers that have a spot on the felt before the deal."""
        return tuple(one for one in self.wagers if one.kind != OFFER and not one.after_up)

    @cached_property
    def late(self) -> tuple[Wager, ...]:
        """The wagers that are bet when the dealer's card is up and has been looked under."""
        return tuple(one for one in self.wagers if one.after_up)

    @cached_property
    def rides(self) -> bool:
        return any(wager.kind == RIDING for wager in self.wagers)

    @cached_property
    def wagers_by_id(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self.wagers}

    def wager(self, name: str) -> Wager:
        if name in self.wagers_by_id:
            return self.wagers_by_id[name]
        raise UnknownName(f"{self.id} wager", name, [wager.id for wager in self.wagers])

    @cached_property
    def tables(self) -> Tables:
        needs = [
            sum(
                1 << place
                for place, wager in enumerate(self.wagers)
                if wager.needs_dealer(alive, lowest)
            )
            for alive in (0, 1)
            for lowest in range(TOTALS)
        ]
        try:
            return tabulate(self.rules, needs, self.answers)
        except BadDefinition as wrong:
            raise BadDefinition(f"{self.id} [{self.line}]: {wrong}") from wrong

    @property
    def shoe_size(self) -> int:
        """The cards of its full shoe."""
        return self.rules.decks * len(self.answers.deck)

    @cached_property
    def surrenders(self) -> bool:
        """Whether any hand may be given up."""
        masks = (*self.tables.legal, *self.tables.after_double)
        return any(self.tables.early) or any(mask & bit(SURRENDER) for mask in masks)

    def result_pays(self, result: int, backs: int) -> Fraction:
        """What a result pays to one, the game's own results too; a lost wager is -1."""
        if result >= FIRST_OWN:
            return self.answers.result_pays(result)
        return result_pays(result, backs, self.rules)

    def result_name(self, result: int) -> str:
        if result >= FIRST_OWN:
            return self.answers.result_name(result)
        return LOSE_BET_NAME if result == LOSE_BET else RESULT_NAMES[result]

    @cached_property
    def definition(self) -> Definition:
        return definition_of(self)

    @property
    def definition_hash(self) -> str:
        """SHA-256 of the rules, the outcomes, the pay tables and the source of what wins."""
        return self.definition.hash

    @property
    def short_hash(self) -> str:
        """Its first digits, for a title: enough to tell two definitions apart by eye."""
        return self.definition_hash[:SHORT]

    def __repr__(self) -> str:
        """As a round line begins."""
        return f"<{self.id} {self.line}>"

    def __str__(self) -> str:
        from holecard.rows import columns

        return "\n".join((f"{self.name}   [{self.line}]", self.pitch, "", columns(self.cells, 4)))

    def _repr_html_(self) -> str:
        from holecard.rows import html_table

        return html_table(self.cells, f"{self.name} [{self.line}]: {self.pitch}")

    @property
    def cells(self) -> list[list[str]]:
        """What can be bet on, a row each, under a head."""
        head = ["wager", "name", "kind", "pay tables"]
        return [head, *([one.id, one.name, one.kind, one.table_names] for one in self.wagers)]


def check_options(game: str, options: Any) -> None:
    """Options by their own keys, whose words in a rules line are told apart."""
    check_mapping(game, "options", options, "game_options(*HOUSE_KEYS)")
    words = []
    for key, option in options.items():
        check_kind(game, f"option {key}", option, Option, "Option(...)")
        if option.key != key:
            raise BadDefinition(f"{game}: the option called {option.key} is given as {key!r}")
        words += [word.lower() for word in option.words.values()]
    check_twice(game, "words in its rules line", words)


def game_options(
    *keys: str, own: tuple[Option, ...] = (), only: Mapping[str, Iterable[Value]] | None = None
) -> Mapping[str, Option]:
    """A game's options: house options by key, its own, and `only` these values of a house option,
    where its sheet says so."""
    for key in (*keys, *(only or ())):
        if key not in HOUSE_OPTIONS:
            raise BadDefinition(f"game_options: {UnknownName('house option', key, HOUSE_OPTIONS)}")
    options = {key: HOUSE_OPTIONS[key] for key in HOUSE_OPTIONS if key in keys}
    for key, values in (only or {}).items():
        option = HOUSE_OPTIONS[key]
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise BadDefinition(f"game_options: only of {key} is values such as ('late',)")
        allowed = tuple(option.check(value) for value in values)
        if not allowed:
            raise BadDefinition(f"game_options: only leaves no value of {key}: {option.choices}")
        options[key] = replace(option, allowed=allowed)
    check_tuple("game_options", "own", own, Option, "(Option(...),)")
    check_twice("game_options", "options", [option.key for option in own])
    for option in own:
        option.check_own()
    options |= {option.key: option for option in own}
    return MappingProxyType(options)


def game_rules(options: Mapping[str, Option], **stated: object) -> Rules:
    """The game's default rules: what its sheet states, its own options, and the house's (R7) for
    whatever the sheet leaves to the house. A sheet's rule is stated though the house's is the same
    today."""
    own = {key: option.default for key, option in options.items() if key not in HOUSE_OPTIONS}
    fixed = {
        key: option.allowed[0]
        for key, option in options.items()
        if key in HOUSE_OPTIONS and len(option.allowed) == 1
    }
    return house_rules(own).but(**{**fixed, **stated})


def fees_of(game: Game) -> list[Wager]:
    """The payments a seat may make beside its main wager."""
    return [wager for wager in game.wagers if wager.kind == FEE]
