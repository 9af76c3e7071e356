"""What can go wrong for the house: cards seen, errors of dealers and seats, the cut card."""

from __future__ import annotations

from math import floor, log10

from holecard.dealing.own_tables import EARLY
from holecard.dealing.settle import DEALER, OWN
from holecard.lab.other_hands import HandsKnown
from holecard.odds.format import percent
from holecard.odds.playbook import plays_for
from holecard.odds.result import WagerOdds
from holecard.report.blocks import Block, Section, Table, Words
from holecard.report.entries import key_of
from holecard.report.facts import Facts
from holecard.wagers.offers import offer_of
from holecard.wagers.wager import FEE, MAIN

DASH = "–"  # noqa: RUF001


TITLE = "Protection"


def seen_section(facts: Facts) -> Section:
    return Section(TITLE, tuple(seen_blocks(facts)))


def errors_section(facts: Facts) -> Section:
    """The rest of the same section: it takes nothing of what cards seen take."""
    blocks: list[Block] = error_blocks(facts)
    if any(main.backs == OWN for main in facts.game.mains):
        blocks += [*mistake_blocks(facts), *cut_blocks(facts)]
    else:
        blocks.append(Words(FIXED_ROUNDS))
    return Section(TITLE, tuple(blocks))


SEEN = (
    "Cards that are seen after the wager is made are worth something only where a decision follows."
)
HOLE_KNOWN = (
    "The main wager, with the same rules: with the hole card known the seat plays best against "
    "both of the dealer's cards{insures} (exact)."
)
HOLE_LATE = " Whether to raise is decided before the hole card is dealt."
NO_HOLE = "The main wager, with the same rules: no hole card is dealt before the seats act."
BOTH_SEEN = "The main wager, with the same rules: both of the dealer's cards are seen by the rules."
HANDS_KNOWN = (
    "With other hands known, the first two cards of each are known before the first decision, and "
    "every decision is the best for what is left by exact composition, insurance too: it is taken "
    "only where it wins on average. The wager itself stays what it was, made before any card "
    "of the round is dealt, and so do the hands it knows: nobody plays to help another. A seat "
    "that keeps to its chart gains nothing, whatever it knows. One other hand: every two cards "
    "it may hold are gone through, each as often as it is dealt. Six: they are drawn at "
    "random; what is gained to first order by the effects of removal is averaged over many "
    "draws, and what is gained beyond it over the samples told, each solved exactly, with "
    "fewer for pairs that may be split; where the dealer shows both cards, such pairs are sampled "
    "for one other hand too. The figure is good to about two of its standard errors. A pair that "
    "loses more than eight times as much by being split as any one card gone can move is taken as "
    "not split, whatever is known: for one other hand every pair was gone through, by classic's "
    "rules with one to eight decks, soft 17 hit and stood on, and none was left out wrongly; it is "
    "not proved, and for six hands not gone through."
)
HANDS_SAMPLED = (
    "With other hands known, their first two cards are known before the first decision and best "
    "play is found again for what is left; insurance apart. That is sampled: for each sight of the "
    "dealer other hands are drawn at random, and what best play gains on the play of someone who "
    "does not know them is solved exactly against each, for hands that may be split by fewer "
    "samples; the figure is good to about two of its standard errors. Who does not know them is "
    "taken to follow the chart by totals; what best play gains on that from the full shoe is taken "
    "off, as cards nobody looks at change nothing for a chart."
)
BEFORE = (
    "Before the wager no card of the round is dealt; cards of earlier rounds are the business of "
    "counting."
)
BY_TWOS = (
    "Of two hands with a swap it is not said here what the main wager is worth with the hole card "
    "or other hands known, nor what a cut card does to it."
)
SWAPPED = (
    " Figures are per hand, of two; second cards are swapped where both hands, so played, are then "
    "worth more together."
)


def seen_blocks(facts: Facts) -> list[Block]:
    early = [one for one in facts.firsts if not one.offered and not facts.wager(one).after_up]
    free = [one.id for one in early if one.method == "exact"]
    late = [one.id for one in facts.firsts if facts.wager(one).after_up]
    played = [one.id for one in facts.firsts if plays_for(facts.game, facts.wager(one))]
    words = SEEN
    if free:
        words += f" {', '.join(free)}: nothing is decided, so nothing is gained."
    if late:
        words += (
            f" {', '.join(late)}: made when cards lie on the table, so every card known beside the "
            "up card helps to choose when to bet, the hole card most of all; how much is not "
            "worked out here."
        )
    if played:
        words += f" {', '.join(dict.fromkeys(played))}: the play decides, {left_out(facts)}"
    if facts.by_twos:
        return [Words(f"{words} {BY_TWOS}")]
    bets = hole_bet_blocks(facts)
    rows = seen_rows(facts)
    if not rows:
        return [Words(words), *bets]
    others = HANDS_SAMPLED if facts.playbook.spec.answered else HANDS_KNOWN
    words = f"{words} {hole_words(facts)} {others} {BEFORE}"
    fees = [fee.name for fee in facts.game.wagers if fee.kind == FEE]
    if fees:
        words += f" {' and '.join(fees)}: not made in these figures."
    head = ("the seat knows", "house edge", "gain of the player", "standard error", "how")
    table = Table("seen", "The main wager with cards known that are not to be seen", head, rows)
    return [Words(words), table, *bets]


def left_out(facts: Facts) -> str:
    if not facts.hole_bets:
        return (
            "and what such cards gain for somebody who plays for it alone is not worked out here."
        )
    streak = "the hole card gains for somebody who plays for a streak alone, and what "
    rides = len(facts.by_own_play) < len(facts.by_play)
    return (
        f"and the hole card known is priced below; what {streak if rides else ''}other hands known "
        "gain is not worked out here."
    )


def hole_bet_blocks(facts: Facts) -> list[Block]:
    """The bets that hang on the play, with the hole card known."""
    if not facts.hole_bets:
        return []
    known = {key_of(one): one for one in facts.odds.wagers}
    rows = tuple(
        (
            name, table, payment or DASH, "the main wager" if play == "main" else "the bet alone",
            f"{known[name, table, play, payment].house_edge:.4%}", f"{edge:.4%}",
            f"{round(known[name, table, play, payment].house_edge - edge, 6) + 0.0:+.4%}",
        )
        for (name, table, play, payment), edge in facts.hole_bets.items()
    )  # fmt: skip
    words = (
        "Bets that hang on the play, by a seat that knows the hole card in every round and with it "
        "plays best for what is named; exact, each bet under its first pay table. Insurance does "
        "not touch them. A gain below nothing is what the bet loses to better play of the main "
        "wager."
    )
    head = ("bet", "pay table", "payment", "played for", "house edge", "hole card known",
            "gain of the player")  # fmt: skip
    title = "Bets that hang on the play with the hole card known"
    return [Words(words), Table("hole-bets", title, head, rows, left=4)]


def hole_words(facts: Facts) -> str:
    if facts.game.rules.dealer_shows == "both":
        return BOTH_SEEN
    if facts.hole_known is None:
        return NO_HOLE
    insures = ", and insures only what wins" if offer_of(facts.game) else ""
    return HOLE_KNOWN.format(insures=insures) + HOLE_LATE * bool(facts.game.answers.raises)


def seen_rows(facts: Facts) -> tuple[tuple[str, ...], ...]:
    if not any(main.backs == OWN for main in facts.game.mains):
        return ()
    edge = -facts.playbook.best.ev
    rows: list[tuple[str, ...]] = [("nothing it should not", f"{edge:.4%}", DASH, DASH, "exact")]
    hole = facts.hole_known
    if hole is not None:
        rows.append(("the hole card", f"{-hole.ev:.4%}", f"{hole.ev + edge:+.4%}", DASH, "exact"))
    rows += [known_row(one, edge, facts.playbook.spec.answered) for one in facts.hands_known]
    return tuple(rows)


def known_row(one: HandsKnown, edge: float, sampled: bool) -> tuple[str, ...]:
    hands = "one other hand" if one.hands == 1 else f"{one.hands} other hands"
    gain = one.gain + one.insured
    if not one.samples:
        return (hands, f"{edge - gain:.4%}", f"{gain:+.4%}", DASH, "exact")
    # No digit below the standard error's first.
    places = max(0, min(6, -floor(log10(100 * one.stderr))))
    return (
        hands, f"{edge - gain:.{places}%}", f"{gain:+.{places}%}", f"{one.stderr:.{places}%}",
        f"{'' if sampled else 'first order and '}{one.samples} samples",
    )  # fmt: skip


def error_blocks(facts: Facts) -> list[Block]:
    other = "stands on" if facts.game.rules.hit_soft_17 else "hits"
    words = (
        "A push that is paid 1 to 1 costs the house one wager, and a doubled one two: if every one "
        "were paid, at one wager each, the edge would fall by the chance of a push. A dealer who "
        "always "
        f"{other} soft 17, against these rules, changes the edge as given, the seats playing best "
        "against what is dealt, and a seat's hand that the house draws misplayed too. A dealer's "
        f"hand comes to a soft 17 with a chance of {float(facts.final_hands.soft_17):.4%}: the "
        "last column is the change per such hand, whether or not a wager still waits for it. A "
        "lost wager that is not taken costs one wager each time."
    )
    head = ("wager", "house edge", "push", "every push paid", "one push in 100 paid",
            "soft 17 misplayed", "change", "per soft 17")  # fmt: skip
    rows = tuple(error_row(facts, one) for one in facts.firsts)
    return [Words(words), Table("errors", "House edge with errors of the dealer", head, rows)]


def error_row(facts: Facts, one: WagerOdds) -> tuple[str, ...]:
    edge, push, error = one.house_edge, one.push_frequency, one.outcomes_error
    paid = (DASH, DASH, DASH)
    if push > 0:
        paid = (
            percent(push, error, 4), percent(edge - push, error, 4),
            percent(edge - push / 100, error / 100, 4),
        )  # fmt: skip
    there = facts.other_soft_17.get(key_of(one))
    if there is None:
        return (one.id, f"{edge:.4%}", *paid, DASH, DASH, DASH)
    per = f"{(there - edge) / float(facts.final_hands.soft_17):+.2%}"
    return (
        one.id, f"{edge:.4%}", *paid, f"{there:.4%}", f"{there - edge:+.4%}",
        DASH if house_draws(facts, one) else per,
    )  # fmt: skip


def house_draws(facts: Facts, one: WagerOdds) -> bool:
    """Whether the seat's own hand is drawn by the dealer's rule, and can be misplayed as well."""
    wager = facts.wager(one)
    mains = [facts.game.wager(name) for name in wager.with_main] or [wager]
    return any(main.kind == MAIN and main.backs == DEALER for main in mains)


RAISED = " Each raises where its own play gains by it."
KEPT_EARLY = " None of the charts gives a hand up before the dealer looks."


def mistake_blocks(facts: Facts) -> list[Block]:
    if not facts.mistakes:
        return []
    best = facts.mistakes[0].ev
    rows = tuple(
        (one.words, f"{-one.ev:.4%}", f"{best - one.ev:.4%}" if one.ev != best else DASH)
        for one in facts.mistakes
    )
    words = "Ways seats really play, each throughout, priced exactly from a full shoe."
    words += RAISED * bool(facts.game.answers.raises)
    words += KEPT_EARLY * bool(facts.game.tables.asks[EARLY])
    words += SWAPPED * facts.by_twos
    table = Table(
        "mistakes", "The main wager under common charts", ("play", "house edge", "costs"), rows
    )
    return [Words(words), table]


FIXED_ROUNDS = (
    "A cut card: the cards of a shoe are equally likely in every order, and what a seat does not "
    "look at it does not change. So if the number of rounds is fixed beforehand, every round of a "
    "shoe has the figures of the first, for every wager and any play that does not look at cards "
    "of earlier rounds. A cut card makes the number of rounds depend on the cards: rounds with few "
    "cards leave room for one more."
)


def cut_blocks(facts: Facts) -> list[Block]:
    if not facts.cut_card:
        return [Words(FIXED_ROUNDS)]
    rows = tuple(
        (name, f"{-100 * one.effect:+.5f}", f"{100 * one.stderr:.5f}")
        for name, one in facts.cut_card
    )
    dealt = facts.cut_card[0][1]
    words = (
        f"{FIXED_ROUNDS} So its last rounds are not dealt from an average rest. Measured with one "
        f"seat and a cut card at {dealt.cut:.0%} of the shoe: {dealt.shoes:,} shoes of "
        f"{dealt.rounds:,} rounds dealt by the simulator (seed {dealt.seed}), by best play of the "
        "full shoe; each round is worth what the effects of removal of the cards gone say, so the "
        "change is to first order, and the luck of the rounds is left out."
    )
    head = ("wager", "change of the house edge, in points", "standard error")
    return [Words(words), Table("cut", "What a cut card changes", head, rows)]
