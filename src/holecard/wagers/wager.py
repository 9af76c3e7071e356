"""A wager: a pure function of what it looks at, pay tables as data, and when it settles.

    NOT_17, DEALER_17 = range(2)

    def sweet_17(dealer_total):
        return DEALER_17 if dealer_total == 17 else NOT_17

    Wager(id="sweet-17", name="Sweet 17", classify=sweet_17, outcomes=("lose", "dealer-17"),
          paytables=(PayTable("standard", {"dealer-17": 6}),), needs=always)

The parameters of `classify` are the things the wager looks at (see looks.py); it returns the
place of the outcome in `outcomes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Integral

from holecard.dealing.felt import DEALT, STAGE_NAMES, Felt
from holecard.dealing.settle import DEALER, OWN
from holecard.errors import BadDefinition, RefusedWager, UnknownName
from holecard.fields import (
    RAISED,
    check_among,
    check_flag,
    check_kind,
    check_mapping,
    check_said,
    check_text,
    check_tuple,
    check_twice,
    is_exact,
    yes,
)
from holecard.money import money_text
from holecard.wagers.chain import CHAINED, RIDES_ON, check_chain
from holecard.wagers.envy import check_envy
from holecard.wagers.looks import LOOKS, NEXT_LOOKS, looked_at, read_looks
from holecard.wagers.meter import Meter, check_meter
from holecard.wagers.paytable import PayTable, Printed
from holecard.wagers.proofread import (
    check_id,
    check_limits,
    check_looker,
    check_outcomes,
    check_stages,
    check_words,
)

MAIN = "main"  # on a hand: settled by the round itself
SIDE = "side"
FEE = "fee"  # paid and gone (Burnout's payment)
OFFER = "offer"  # placed in mid-round when the dealer offers it (insurance)
RIDING = "riding"  # stays from round to round until won or lost
TO_DEALER, TO_PLAYER = "dealer", "player"
RIDES = RIDES_ON  # the outcome of a riding wager that is not settled yet
KINDS = (MAIN, SIDE, FEE, OFFER, RIDING)
STAYS = ("", "tuck", "leave")


def never() -> bool:
    return False


def always() -> bool:
    return True


def paid_entry(main: Wager, fee: Wager) -> str:
    """The name that figures of a main wager with a payment beside it go by: `main-burnout`."""
    return f"{main.id}-{fee.id}"


def looks_text(seen: Mapping[str, int]) -> str:
    return ", ".join(f"{name}={value}" for name, value in seen.items())


def check_known(settled: Callable[..., bool], stage: int, wager: str) -> None:
    """Refuse an early settlement that would depend on what nobody knows yet."""
    when = STAGE_NAMES[stage]
    for name in looked_at(settled, f"{wager}, settled when {when},"):
        if LOOKS[name].known > stage:
            raise BadDefinition(
                f"{wager} cannot be settled when {when} by {name}: "
                f"it is known when {STAGE_NAMES[LOOKS[name].known]}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A bet: what it looks at, the outcomes that has, and what they pay. Its repr says what it is
    and makes no other: it holds functions.

    >>> import holecard as hc
    >>> hc.Wager(id="pair", name="Any Pair", outcomes=("lose", "pair"),
    ...          classify=lambda first_rank, second_rank: int(first_rank == second_rank),
    ...          paytables=(hc.PayTable("ours", {"pair": 11}),))
    <pair (side): looks at first_rank, second_rank; pay tables ours>
    """

    id: str  # small letters, digits and hyphens: what commands and round lines call it
    name: str  # what the felt calls it
    says: str = ""  # what it is a bet on, as half a sentence
    kind: str = SIDE  # "side", "main", "fee", "offer" or "riding"
    backs: int = OWN  # for main wagers: whose hand
    classify: Callable[..., int] = never  # the place of the outcome, of what it looks at
    outcomes: tuple[str, ...] = ("lose",)  # their names; one called "lose" loses
    paytables: tuple[PayTable, ...] = ()  # the first is in force unless another is named
    words: Mapping[str, str] = field(default_factory=dict)  # for outcomes whose name reads badly
    # What each outcome is, in a sentence that leaves nothing to the reader: see `definition`.
    defines: Mapping[str, str] = field(default_factory=dict)
    terms: tuple[str, ...] = ()  # what else decides its money, a sentence each
    printed: tuple[Printed, ...] = ()  # tables of its sheet that its pay tables are made from
    # At which stage it is settled early, if the function says so; otherwise when the round ends.
    settles: Mapping[int, Callable[..., bool]] = field(default_factory=dict)
    # Whether it makes the dealer draw, given `alive` and `lowest` (R5).
    needs: Callable[..., bool] = never
    with_main: tuple[str, ...] = ()  # the main wagers it may stand beside; all, if empty
    least: int = 100  # the smallest bet in cents
    most: int = 10_000  # the largest; the same as the smallest for a bet of one size
    payee: str = TO_PLAYER  # "player", or "dealer" for a token bet
    table_of: str = ""  # a wager whose pay table this one must share when both are placed
    stays: str = ""  # what happens to settled cards while it is in action: "tuck" or "leave"
    share: Fraction = Fraction(0)  # a fee's share of the main wager
    meter: Meter | None = None  # a progressive meter that some outcomes are paid from
    # What each other seat's outcome pays, to one of this bet, besides its own (envy).
    envy: Mapping[str, Fraction | int] = field(default_factory=dict)
    after_up: bool = False  # bet when the dealer's card is up and looked under, not before the deal
    looks: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        self.proofread()
        if self.kind not in (MAIN, FEE):
            object.__setattr__(self, "looks", looked_at(self.classify, self.id))
            if not self.paytables:
                raise BadDefinition(f"{self.id} has no pay table")
        for given, names in (("words", self.words), ("defines", self.defines)):
            for outcome in names:
                if outcome not in self.outcomes:
                    raise BadDefinition(
                        f"{given} of {self.id}: {UnknownName('outcome', outcome, self.outcomes)}"
                    )
        if self.meter is not None:
            self.fill_tables(self.meter)
        for table in self.paytables:
            table.check(self.outcomes, self.id)
            if table.stake and (table.stake, table.stake) != (self.least, self.most):
                raise BadDefinition(
                    f"pay table {table.name} of {self.id} has prizes for a bet of "
                    f"{money_text(table.stake)}: give the wager that one size, least and most"
                )
        self.check_sizes()
        if self.envy:
            check_envy(self)
        for stage, settled in self.settles.items():
            check_known(settled, stage, self.id)
        if self.kind == RIDING and set(self.looks) <= CHAINED:
            check_chain(self)
        if not set(looked_at(self.needs, self.id)) <= {"alive", "lowest"}:
            raise BadDefinition(f"{self.id}: needs may look at alive and lowest only")

    def fill_tables(self, meter: Meter) -> None:
        """What the meter pays is worked out, with its seed on it: everything else that reads a pay
        table then speaks of that."""
        check_meter(self)
        tables = (meter.table_at(table, meter.seed, self.least) for table in self.paytables)
        object.__setattr__(self, "paytables", tuple(tables))

    def proofread(self) -> None:
        """Refuse what cannot be meant: see proofread.py."""
        check_id("wager", self.id)
        check_text(self.id, "name", self.name)
        check_said(self.id, "says", self.says)
        check_among(self.id, "kind", self.kind, KINDS)
        check_among(self.id, "payee", self.payee, (TO_DEALER, TO_PLAYER))
        check_among(self.id, "stays", self.stays, STAYS)
        check_among(self.id, "backs", self.backs, (OWN, DEALER))
        check_outcomes(self.id, self.outcomes, rides=self.kind == RIDING)
        check_tuple(self.id, "paytables", self.paytables, PayTable, "(PayTable(...),)")
        check_tuple(self.id, "with_main", self.with_main, str, "('main',)")
        check_tuple(self.id, "terms", self.terms, str, "('Only for hearts.',)")
        check_tuple(self.id, "printed", self.printed, Printed, "(Printed(...),)")
        check_words(self.id, "words", self.words, "{'pair': 'any pair'}")
        check_words(self.id, "defines", self.defines, "{'pair': 'Two of a rank.'}")
        check_twice(self.id, "pay tables", [table.name for table in self.paytables])
        check_looker(self.id, "classify", self.classify)
        check_looker(self.id, "needs", self.needs)
        check_said(self.id, "table_of", self.table_of)
        check_flag(self.id, "after_up", self.after_up)
        check_mapping(self.id, "envy", self.envy, "{'pair': 5}")
        check_kind(self.id, "meter", self.meter, Meter | None, "Meter(...)")
        self.check_by_kind()
        check_stages(self.id, self.settles)
        check_limits(self.id, self.least, self.most)
        if self.kind == RIDING and RIDES not in self.outcomes:
            raise BadDefinition(
                f"{self.id} is a riding wager without an outcome called {RIDES!r}: that is the one "
                f"in which it stays; one that is settled in every round is kind={SIDE!r}"
            )

    def check_by_kind(self) -> None:
        """What a wager of another kind would have no use for: left out, or it would be passed over
        in silence."""
        share = "a part of the main wager such as Fraction(1, 5)"
        if not is_exact(self.share) or not (
            0 < self.share <= 1 if self.kind == FEE else not self.share
        ):
            what = f"share is {share}" if self.kind == FEE else f"share is for kind={FEE!r}"
            raise BadDefinition(f"{self.id}: {what}, not {self.share!r}")
        if self.kind in (MAIN, FEE) and (self.paytables or self.classify is not never):
            raise BadDefinition(
                f"{self.id} is kind={self.kind!r}, which the round settles itself: leave out "
                "classify, outcomes and paytables"
            )
        if self.after_up and self.kind != SIDE:
            raise BadDefinition(f"{self.id}: after_up is for kind={SIDE!r}, not {self.kind!r}")
        if self.after_up and DEALT in self.settles:
            raise BadDefinition(f"{self.id} is bet when the up card is dealt: not settled before")
        if self.table_of == self.id:
            raise BadDefinition(f"table_of of {self.id} is itself: another wager, or leave it out")
        if self.kind == RIDING:
            for table in self.paytables:
                if table.odds.get(RIDES):
                    raise BadDefinition(
                        f"pay table {table.name} of {self.id}: {RIDES} pays "
                        f"{table.odds[RIDES]}: a bet that rides is not paid yet, so 0"
                    )

    def __repr__(self) -> str:
        said = [f"looks at {', '.join(self.looks)}"] * bool(self.looks)
        said += [f"pay tables {self.table_names}"] * bool(self.paytables)
        return f"<{self.id} ({self.kind}){': ' * bool(said)}{'; '.join(said)}>"

    def __str__(self) -> str:
        from holecard.rows import columns

        return "\n".join((self.headline, *[columns(self.cells)] * bool(self.paytables)))

    def _repr_html_(self) -> str:
        from holecard.rows import html_table

        return html_table(self.cells, self.headline)

    @property
    def per(self) -> str:
        """What figures of its pay tables are per."""
        if self.meter is None:
            return "wager"
        return f"bet of {money_text(self.least)}, {money_text(self.meter.seed)} on the meter"

    @property
    def headline(self) -> str:
        return f"{self.name}: {self.says}" if self.says else self.name

    @property
    def cells(self) -> list[list[str]]:
        """A row for each outcome that is paid, a column for each pay table, under a head."""
        paid = self.paytables[0].odds if self.paytables else ()
        rows = [[name, *(str(table.pays(name)) for table in self.paytables)] for name in paid]
        return [["pays", *(table.name for table in self.paytables)], *rows]

    @property
    def table_names(self) -> str:
        return ", ".join(table.name for table in self.paytables)

    def table(self, name: str = "") -> PayTable:
        """The pay table of that name; the first one without a name."""
        for table in self.paytables:
            if name in ("", table.name):
                return table
        raise UnknownName(f"{self.id} pay table", name, [table.name for table in self.paytables])

    def table_sized(self, name: str, stake: int) -> PayTable:
        """The pay table of that name for a bet of this size."""
        named = self.table(name)
        if not named.sized:
            return named
        fits = [one for one in self.paytables if one.sized == named.sized and one.least <= stake]
        return max(fits, key=lambda one: one.least, default=named).at(stake)

    def per_table(self, table: PayTable) -> str:
        """What figures of one of its pay tables are per."""
        return f"bet of {money_text(table.least)}" if table.sized else self.per

    def check_sizes(self) -> None:
        """Tables by size begin where the bets do, and go with nothing else that sets a size."""
        sized = [table for table in self.paytables if table.sized]
        if sized and (self.meter or self.kind == RIDING or self.table_of):
            raise BadDefinition(
                f"{self.id} has pay tables by size: they are for a side bet without a meter that "
                "shares no other bet's table"
            )
        for name in {table.sized for table in sized}:
            first = min(table.least for table in sized if table.sized == name)
            if first != self.least:
                raise BadDefinition(
                    f"pay tables {name} of {self.id} begin at {money_text(first)}, and its bets at "
                    f"{money_text(self.least)}: give both the same"
                )

    def classified(self, seen: Mapping[str, int]) -> int:
        """The place of the outcome, given everything the wager looks at."""
        try:
            place = self.classify(**seen)
        except RAISED as wrong:
            raise BadDefinition(
                f"{self.id} cannot classify {looks_text(seen)}: {type(wrong).__name__}: {wrong}"
            ) from wrong
        whole = type(place) is int or isinstance(place, Integral)  # the second takes a while
        if not whole or not 0 <= place < len(self.outcomes):
            raise BadDefinition(
                f"{self.id} calls {looks_text(seen)} outcome {place}: "
                f"its outcomes are numbered 0 to {len(self.outcomes) - 1}"
            )
        return int(place)

    def outcome(self, felt: Felt, seat: int) -> str:
        """The name of what became of the wager."""
        return self.outcomes[self.classified(read_looks(self.looks, felt, seat))]

    def settled_at(self, stage: int, felt: Felt, seat: int, hand_result: int) -> bool:
        """Whether the wager is settled on reaching this stage, before the round ends.
        `hand_result` is as of then: a round dealt to its end knows more."""
        settled = self.settles.get(stage)
        if settled is None:
            return False
        seen = read_looks(looked_at(settled, self.id), felt, seat)
        if "hand_result" in seen:
            seen["hand_result"] = hand_result
        return self.answered("settles", settled, seen)

    def needs_dealer(self, alive: int, lowest: int) -> bool:
        given = {"alive": alive, "lowest": lowest}
        seen = {name: given[name] for name in looked_at(self.needs, self.id)}
        return self.answered("needs", self.needs, seen)

    def answered(
        self, question: str, function: Callable[..., bool], seen: Mapping[str, int]
    ) -> bool:
        """Yes or no, of what it looks at."""
        try:
            answer = function(**seen)
        except RAISED as wrong:
            raise BadDefinition(
                f"{self.id}: {question} cannot answer for {looks_text(seen) or 'nothing'}: "
                f"{type(wrong).__name__}: {wrong}"
            ) from wrong
        return yes(f"{self.id}: {question}", answer)

    @property
    def deals_next(self) -> bool:
        """Whether its seat is dealt a card for it, if it takes none."""
        return not NEXT_LOOKS.isdisjoint(self.looks)

    @property
    def has_one_price(self) -> bool:
        """Whether a figure of its pay table is that of every bet on it: it is paid from no meter,
        by no flat prize, and for no other seat."""
        return not (self.meter or self.envy or any(one.prizes for one in self.paytables))

    @property
    def is_one_size(self) -> bool:
        return self.least == self.most

    def within(self, stake: int) -> int:
        """The nearest stake to this that it takes."""
        return max(self.least, min(self.most, stake))

    def check_limits(self, stake: int, seat: int) -> None:
        if not self.least <= stake <= self.most:
            more = "" if self.is_one_size else f" to {money_text(self.most)}"
            raise RefusedWager(
                f"{self.name} takes {money_text(self.least)}{more}: "
                f"seat {seat} bets {money_text(stake)}"
            )
