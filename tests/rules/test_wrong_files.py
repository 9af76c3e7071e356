"""Files with one thing wrong, through the command line: each is refused with exit code 3 and words
that name what is wrong, and none with a traceback, a figure, or nothing said.

Seen to fail: before fields were asked for their kind and answers for their sense, ninety of these
files were priced, ended in a traceback, or in exit code 0 with no word.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import holecard as hc
from holecard.errors import BadDefinition
from holecard.games.from_file import load_game
from holecard.hand import EMPTY, add, total
from tests.lab.commands import holecard

HEAD = """\
from fractions import Fraction
from holecard import Game, PayTable, Wager
from holecard.dealing.answers import Answers, Result, without_ranks
from holecard.dealing.felt import DEALT
from holecard.dealing.rules import Option
from holecard.dealing.settle import FIRST_OWN, WIN, settle_own
from holecard.games.shared import insurance, own_hand
from holecard.wagers.game import HOUSE_KEYS, game_options, game_rules
from holecard.wagers.meter import Meter


def pair(first_rank, second_rank):
    return int(first_rank == second_rank)


def long(hand, dealer, rules):
    return FIRST_OWN if hand.total == 21 and not hand.natural else WIN


OWN = ()
"""
BET = {
    "id": "'pair'",
    "name": "'Any Pair'",
    "classify": "pair",
    "outcomes": "('lose', 'pair')",
    "paytables": "(PayTable('ours', {'pair': 11}),)",
}
GAME = {
    "id": "'mine'",
    "name": "'Mine'",
    "pitch": "'A game.'",
    "facts": "('one fact',)",
    "options": "OPTIONS",
    "rules": "game_rules(OPTIONS)",
    "make_wagers": "lambda rules: (own_hand(), *insurance(rules))",
}


def called(name: str, fields: dict[str, str]) -> str:
    return f"{name}({', '.join(f'{key}={value}' for key, value in fields.items())})"


def bet(**changes: str) -> str:
    return f"{HEAD}WAGERS = {called('Wager', BET | changes)}\n"


def game(own: str = "()", **changes: str) -> str:
    options = f"OPTIONS = game_options(*HOUSE_KEYS, own={own})\n"
    return f"{HEAD}{options}GAME = {called('Game', GAME | changes)}\n"


def pays(table: str, **changes: str) -> str:
    return bet(paytables=table, **changes)


def metered(meter: str) -> str:
    return bet(least="100", most="100", meter=meter)


def answers(text: str) -> str:
    return game(answers=f"Answers({text})")


def option(**changes: str) -> str:
    whole = {"key": "'x_pays'", "default": "1", "allowed": "(1, 2)", "says": "'x'"}
    return game(own=f"({called('Option', whole | changes)},)")


WRONG = {
    # a wager's fields
    "name is no text": (bet(name="None"), "pair: name is a text of one line, not None"),
    "name of two lines": (bet(name="'a\\nb'"), "pair: name is a text of one line"),
    "says is no text": (bet(says="5"), "pair: says is a text, not 5"),
    "backs nobody": (bet(kind="'main'", backs="7"), "pair: backs is 7, and can be 0, 1"),
    "outcomes none": (bet(outcomes="()", paytables="(PayTable('x', {}),)"), "outcomes are none"),
    "outcome without a name": (bet(outcomes="('lose', '')"), "an outcome is a text of one line"),
    "an outcome like lose": (bet(outcomes="('Lose', 'pair')"), "'Lose' is not 'lose'"),
    "a ride that does not": (
        bet(outcomes="('ride', 'pair')", paytables="(PayTable('x', {'ride': 0, 'pair': 1}),)"),
        "an outcome called 'ride' leaves a bet on the felt, and kind is not 'riding'",
    ),
    "a ride that is paid": (
        bet(
            kind="'riding'",
            outcomes="('lose', 'ride', 'pair')",
            paytables="(PayTable('x', {'ride': 5, 'pair': 1}),)",
        ),
        "ride pays 5: a bet that rides is not paid yet, so 0",
    ),
    "words in a list": (bet(words="['pair']"), "words is a mapping such as"),
    "words that are none": (bet(words="{'pair': 5}"), "words of 'pair' is a text of one line"),
    "defines nothing": (bet(defines="None"), "defines is a mapping such as"),
    "terms in one text": (bet(terms="'Only hearts.'"), "terms is a tuple such as"),
    "printed as text": (bet(printed="'x'"), "printed is a tuple such as"),
    "stage by truth": (bet(settles="{True: lambda: True}"), "pair cannot be settled at True"),
    "needs stops": (bet(needs="lambda alive: 1 // 0"), "needs cannot answer for alive=0: ZeroDiv"),
    "needs answers a text": (bet(needs="lambda alive: 'no'"), "needs answers 'no': True or False"),
    "looks are not told": (bet(classify="int"), "<class 'int'> does not say what it looks at"),
    "table of itself": (bet(table_of="'pair'"), "table_of of pair is itself"),
    "table of what has none": (bet(table_of="'main'"), "table_of of pair: no .* called 'main'"),
    "table of a number": (bet(table_of="5"), "table_of is a text, not 5"),
    "share of no fee": (bet(share="Fraction(1, 5)"), "share is for kind='fee'"),
    "fee of nothing": (bet(kind="'fee'"), r"share is a part .* such as Fraction\(1, 5\), not"),
    "fee paid back": (bet(kind="'fee'", share="Fraction(-1, 5)"), "share is a part of the main"),
    "fee in floats": (bet(kind="'fee'", share="float('nan')"), "share is a part .* not nan"),
    "main with a pay table": (bet(kind="'main'"), "kind='main', which the round settles itself"),
    "late main": (
        bet(
            kind="'riding'",
            after_up="True",
            outcomes="('lose', 'ride')",
            paytables="(PayTable('x', {'ride': 0}),)",
        ),
        "after_up is for kind='side'",
    ),
    "late by text": (bet(after_up="'yes'"), "after_up is True or False, not 'yes'"),
    "late and settled before": (
        bet(after_up="True", settles="{DEALT: lambda first_rank: first_rank == 1}"),
        "pair is bet when the up card is dealt: not settled before",
    ),
    "limits of a slip": (bet(most="10 ** 30"), "most is 1000.* cents: .* at most"),
    "figures' own name": (bet(id="'even-money'"), "even-money is what other figures go by"),
    # pay tables
    "table without a name": (pays("(PayTable('', {'pair': 1}),)"), "its name is a text"),
    "table named None": (pays("(PayTable(None, {'pair': 1}),)"), "its name is a text"),
    "odds beyond counting": (pays("(PayTable('x', {'pair': 10 ** 400}),)"), r"pair pays 1e\+300"),
    "odds in a list": (pays("(PayTable('x', [('pair', 1)]),)"), "odds is a mapping such as"),
    "tips in a list": (pays("(PayTable('x', {'pair': 1}, [5]),)"), "tips is a mapping such as"),
    "tip on a loss": (pays("(PayTable('x', {'pair': 1}, {'lose': 100}),)"), "a tip on lose"),
    "tip of a slip": (pays("(PayTable('x', {'pair': 1}, {'pair': 10 ** 15}),)"), "the tip on pair"),
    "ours by text": (pays("(PayTable('x', {'pair': 1}, ours='no'),)"), "ours is True or False"),
    "stake by text": (pays("(PayTable('x', {'pair': 1}, stake='5'),)"), "stake is a whole number"),
    "prizes for no bet": (
        pays("(PayTable.in_money('x', {'pair': 9}, stake=0),)"),
        "whole number f",
    ),
    "prizes in floats": (pays("(PayTable.in_money('x', {'pair': .5}, stake=5),)"), "the prize of"),
    "sizes from nothing": (pays("PayTable.by_size('x', {0: {'pair': 1}})"), "whole number from 1"),
    "sizes by text": (pays("PayTable.by_size('x', {'5': {'pair': 1}})"), "whole number from 1"),
    "sizes in a list": (pays("PayTable.by_size('x', [1])"), "sizes is a mapping such as"),
    "meter is none": (bet(meter="5"), r"pair: meter is Meter\(...\), not 5"),
    "meter in a list": (
        metered("Meter(seed=5, share=Fraction(1), pays=['pair'])"),
        "pays is a map",
    ),
    "meter by text": (
        metered("Meter(seed=5, share=Fraction(1), pays={'pair': Fraction(1)}, keeps_stake='no')"),
        "keeps_stake is True or False",
    ),
    "meter of a slip": (
        metered("Meter(seed=10 ** 20, share=Fraction(1), pays={'pair': Fraction(1)})"),
        "starts at 1000.* cents: .* at most",
    ),
    "envy in a list": (bet(envy="['pair']"), "envy is a mapping such as"),
    "envy of a slip": (bet(envy="{'pair': 10 ** 20}"), "envy of pair: pair pays 1000"),
    # a game's fields
    "pitch is none": (game(pitch="None"), "mine: pitch is a text, not None"),
    "facts in one text": (game(facts="'one fact'"), "facts is a tuple such as"),
    "rulings in one text": (game(rulings="'R1'"), "rulings is a tuple such as"),
    "version by name": (game(version="'two'"), "version is a whole number from 1, not 'two'"),
    "no rules": (game(rules="{'decks': 6}"), r"rules is game_rules\(OPTIONS, ...\)"),
    "no answers": (game(answers="None"), r"answers is Answers\(...\), not None"),
    "no options": (game(options="None"), "options is a mapping such as game_options"),
    "an option misnamed": (game(options="{'deck': OPTIONS['decks']}"), "is given as 'deck'"),
    "wagers made already": (game(make_wagers="(own_hand(),)"), "make_wagers is a function, not"),
    "making them ends it": (game(make_wagers="lambda rules: exit(0)"), "make the .* SystemExit: 0"),
    "two offers": (
        game(
            make_wagers="lambda rules: (own_hand(), *insurance(rules), Wager(id='more', "
            "name='M', kind='offer', classify=pair, outcomes=('lose', 'pair'), "
            "paytables=(PayTable('x', {'pair': 1}),)))"
        ),
        "two wagers of kind='offer', insurance and more",
    ),
    # options
    "an option in floats": (
        option(default="1.5", allowed="(1.5,)"),
        "1.5 is no value of an option",
    ),
    "options of two kinds": (option(allowed="(1, 'two')"), "'two' is of another kind than the def"),
    "options in a list": (option(allowed="[1, 2]"), "allowed is a tuple such as"),
    "nobody can type it": (option(default="'Any'", allowed="('Any',)"), "nobody can set 'Any'"),
    "nobody can type minus": (option(allowed="(1, -1)"), "nobody can set -1"),
    "a value twice": (option(allowed="(1, 1)"), "two allowed values of one name: 1"),
    "a key with a blank": (option(key="'x pays'"), "'x pays' is no key of an option"),
    "a word with a blank": (option(words="{1: 'X 1'}"), "words of x_pays: 'X 1' for 1: one word"),
    "a word for another": (option(words="{3: 'X3'}"), "x_pays cannot be 3: one of 1, 2"),
    "words of one sound": (option(words="{1: 'X', 2: 'x'}"), "two values of one name: x"),
    "the house's word": (
        option(words="{2: 'H17'}"),
        "two words in its rules line of one name: h17",
    ),
    "one option bare": (
        game(own="Option(key='x', default=1, allowed=(1,), says='')"),
        "own is a t",
    ),
    "an option twice": (
        game(own="(Option(key='x', default=1, allowed=(1,), says=''),) * 2"),
        "two options of one name: x",
    ),
    # answers
    "a deck of floats": (answers("deck=(0.0, 8.0)"), "answers: deck is a tuple such as"),
    "no function": (answers("may_double=True"), "answers: may_double is a function, not True"),
    "too few questions": (answers("who_wins=lambda hand: WIN"), "who_wins cannot answer for Finis"),
    "an answer that stops": (answers("ends=lambda t, c, r: 1 // 0"), "ends cannot answer for 4, 2"),
    "an answer that ends it": (answers("ends=lambda t, c, r: exit(0)"), "ends cannot answer for"),
    "a misspelt field": (answers("may_double=lambda h, r: h.card"), "no attribute 'card'"),
    "no result": (answers("who_wins=lambda h, d, r: None"), "who_wins answers None for Finished"),
    "half a result": (answers("who_wins=lambda h, d, r: 3.0"), "who_wins answers 3.0"),
    "truth for a result": (answers("who_wins=lambda h, d, r: True"), "who_wins answers True"),
    "a text for a yes": (answers("ends=lambda t, c, r: 'no'"), "ends answers 'no': True or False"),
    "part for a yes": (answers("early_surrender=lambda u, r: .5"), "early_surrender answers 0.5"),
    "takes something": (answers("takes=lambda r: 'some'"), "'some', and can be 'all', 'original'"),
    "switches by text": (answers("switches='no'"), "answers: switches is True or False, not 'no'"),
    "no such up card": (answers("surrender_against=(99,)"), "surrender_against has 99: up cards"),
    "words that stop": (
        answers("who_wins=lambda h, d, r: WIN, says=lambda r: 1 // 0"),
        "says cannot answer for these rules: ZeroDivisionError",
    ),
    "a result in floats": (
        answers("who_wins=long, results=(Result(name='long', pays=1.5),)"),
        r"result long pays 1.5: .* 3 to 2 is Fraction\(3, 2\)",
    ),
    "a loss of three": (
        answers("who_wins=long, results=(Result(name='long', pays=Fraction(-3)),)"),
        "result long pays .* from -1, which loses the wager",
    ),
    "the house's result": (
        answers("who_wins=long, results=(Result(name='lose', pays=Fraction(2)),)"),
        "result lose: that is the house's",
    ),
    "two of one name": (
        answers("who_wins=long, results=(Result(name='long', pays=Fraction(2)),) * 2"),
        "answers has two results of one name: long",
    ),
    # the file
    "it ends": ("raise SystemExit(0)\n", r"cannot be run: SystemExit: 0 \(line 1\)"),
    "it ends with words": ("import sys\nsys.exit('bye')\n", r"SystemExit: bye \(line 2\)"),
    "no Python": ("def x(:\n", r"is no Python: invalid syntax .*line 1"),
    "nulls": ("x = 5\0\n", "is no Python: source code .* null bytes"),
    "it stops": ("x = 1\nassert x == 2, 'sums'\n", r"AssertionError: sums \(line 2\)"),
    "nothing in it": ("", "defines no game: it needs WAGERS"),
    "a game and wagers": (game() + "WAGERS = own_hand()\n", "has GAME and WAGERS"),
    "a main wager beside": (f"{HEAD}WAGERS = own_hand('other')\n", "other is kind='main': WAGERS"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_file_with_one_thing_wrong_is_refused_in_words(tmp_path: Path, what: str) -> None:
    text, says = WRONG[what]
    file = tmp_path / "my_bets.py"
    file.write_text(text, encoding="utf-8")
    done = holecard("games", str(file))
    assert done.code == 3 and done.stdout == "", (done.code, done.stdout)
    said = done.stderr.strip()
    with pytest.raises(BadDefinition, match=says):
        raise BadDefinition(said)
    assert str(file) in said and "Traceback" not in said


def test_what_the_wrong_files_are_made_from_is_right(tmp_path: Path) -> None:
    """Otherwise they would be refused for something else."""
    for text in (bet(), game(), option(), answers("who_wins=lambda h, d, r: WIN")):
        file = tmp_path / "my_bets.py"
        file.write_text(text, encoding="utf-8")
        assert holecard("games", str(file)).code == 0


def test_a_process_of_its_own_refuses_a_file_that_would_end_it(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text("raise SystemExit(0)\n", encoding="utf-8")
    command = [sys.executable, "-m", "holecard", "odds", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (3, "") and "SystemExit: 0" in done.stderr


def test_who_wins_needs_no_word_for_a_hand_that_nobody_is_dealt(tmp_path: Path) -> None:
    """The tables have a place for hands of no cards, and for one of eight that counts four: a game
    that looks hands up is asked about those that can be, and only those are held against it."""
    dealt = {(cards, total(state)) for cards, state in finished_states() if total(state) <= 21}
    text = f"{HEAD}WORTH = dict.fromkeys({sorted(dealt)!r}, WIN)\n"
    text += "OPTIONS = game_options(*HOUSE_KEYS)\n"
    answering = (
        "Answers(who_wins=lambda h, d, r: WORTH[h.cards, h.total], "
        "ends=lambda t, c, r: WORTH.get((c, t)) is None and 1 // 0)"
    )
    file = tmp_path / "looked_up.py"
    file.write_text(f"{text}GAME = {called('Game', GAME | {'answers': answering})}\n", "utf-8")
    assert load_game(file).tables.asks


def finished_states() -> set[tuple[int, int]]:
    """Every number of cards, to eight, and state that drawing cards can come to."""
    found, held = set(), {EMPTY}
    for cards in range(1, 20):
        held = {add(one, worth) for one in held if total(one) < 21 for worth in range(1, 11)}
        found |= {(min(cards, 8), one) for one in held if cards > 1}
    return found


@pytest.mark.parametrize("name", ["my bets.py", "Glück.py", "a--b.py"])
def test_a_file_whose_name_is_no_id_is_to_be_renamed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(bet(), encoding="utf-8")
    done = holecard("odds", str(tmp_path / name))
    assert done.code == 3 and "its name is the game's" in done.stderr
    assert done.stderr.rstrip().endswith("rename the file")


def test_a_file_may_hold_a_dataclass_whose_types_are_texts(tmp_path: Path) -> None:
    """A dataclass looks for its module by name, which is there while the file is run."""
    file = tmp_path / "kept.py"
    head = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    kept = "@dataclass\nclass Kept:\n    worth: int = 1\n\n\n"
    file.write_text(head + kept + bet(), encoding="utf-8")
    assert load_game(file).wager("pair").table().pays("pair") == 11
    assert "kept" not in sys.modules


def test_a_module_beside_a_file_is_that_files_own(tmp_path: Path) -> None:
    """Of another folder's of the same name, or of itself before a change, nothing stays."""
    text = HEAD.replace("OWN = ()", "from helper_beside import PAYS")
    text += f"WAGERS = {called('Wager', BET)}\n".replace("11", "PAYS")
    found = []
    for folder, odds in (("one", 5), ("two", 6), ("two", 777)):
        file = tmp_path / folder / "my_bets.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        (file.parent / "helper_beside.py").write_text(f"PAYS = {odds}\n", encoding="utf-8")
        found.append(hc.load_game(file).wager("pair").table().pays("pair"))
    assert found == [5, 6, 777]


def test_what_is_installed_below_a_file_is_no_module_of_its_own(tmp_path: Path) -> None:
    """A file at the head of a project has its libraries below it: they are imported once."""
    library = tmp_path / "installed" / "far_library"
    library.mkdir(parents=True)
    (library / "__init__.py").write_text("PAYS = 11\n", encoding="utf-8")
    (tmp_path / "near_package").mkdir()
    (tmp_path / "near_package" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "near_package" / "within.py").write_text("", encoding="utf-8")
    file = tmp_path / "my_bets.py"
    file.write_text(f"import far_library\nimport near_package.within\n{bet()}", encoding="utf-8")
    sys.path.append(str(library.parent))
    try:
        load_game(file)
        before = {name: sys.modules[name] for name in ("far_library", "near_package.within")}
        load_game(file)
        assert sys.modules["far_library"] is before["far_library"]
        assert sys.modules["near_package.within"] is not before["near_package.within"]
    finally:
        sys.path.remove(str(library.parent))
