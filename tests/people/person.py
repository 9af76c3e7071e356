"""A person at a web table, as a test drives one: a session, seats, entropy, bets, choices."""

from __future__ import annotations

import hashlib
import random
import secrets
from dataclasses import dataclass, field
from typing import Any

import httpx

from holecard.games import find_game
from holecard.play.random_player import random_bets, random_choice
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Dealt
from holecard.wagers.riding import Carried

JSON = dict[str, Any]


def key() -> str:
    return secrets.token_urlsafe(24)


@dataclass
class Person:
    """Speaks the API over any httpx client. `sent` keeps every command with its answer."""

    web: httpx.Client
    table: str = ""
    player: str = ""
    entropy: dict[int, str] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)  # every body received

    def post(self, path: str, body: JSON, with_key: str | None = None) -> httpx.Response:
        headers = {"Idempotency-Key": with_key or key()}
        answer = self.web.post(path, json=body, headers=headers)
        self.heard.append(answer.text)
        return answer

    def get(self, path: str) -> Any:
        answer = self.web.get(path)
        self.heard.append(answer.text)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ok(self, path: str, body: JSON) -> JSON:
        answer = self.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        found: JSON = answer.json()
        return found

    def refused(self, path: str, body: JSON) -> str:
        answer = self.post(path, body)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["code"])

    # Sitting down

    def arrive(self) -> Person:
        self.player = self.ok("/api/session", {})["player"]
        return self

    def open(self, game: str = "classic", **more: Any) -> str:
        self.table = self.ok("/api/tables", {"game": game, **more})["table"]
        return self.table

    def at(self, action: str) -> str:
        return f"/api/tables/{self.table}/{action}"

    def sit(self, *seats: int, table: str = "") -> Person:
        self.table = table or self.table
        self.ok(self.at("seats"), {"seats": list(seats)})
        return self

    def look(self) -> JSON:
        found: JSON = self.get(f"/api/tables/{self.table}")
        return found

    def purse(self) -> int:
        return int(self.get("/api/session")["purse"])

    def mix(self) -> JSON:
        """Do what the page does by itself: promise entropy, and give it when asked."""
        while True:
            seen = self.look()
            you = seen["you"]
            if you["needs_commitment"]:
                number = you["needs_commitment"][0]
                self.entropy[number] = secrets.token_hex(32)
                digest = hashlib.sha256(bytes.fromhex(self.entropy[number])).hexdigest()
                self.ok(self.at("entropy"), {"shoe": number, "commitment": digest})
            elif you["needs_entropy"]:
                number = you["needs_entropy"][0]
                body = {"shoe": number, "entropy": self.entropy[number]}
                self.ok(self.at("entropy"), body)
            else:
                return seen

    # Playing

    def bet(self, bets: dict[int, list[JSON]], number: int | None = None) -> httpx.Response:
        number = number or self.look()["table"]["next_round"]
        seats = [{"seat": seat, "bets": many} for seat, many in bets.items()]
        return self.post(self.at("bets"), {"round": number, "seats": seats})

    def deal(self) -> httpx.Response:
        return self.post(self.at("deal"), {"round": self.look()["table"]["next_round"]})

    def choose(self, choice: str, **more: Any) -> httpx.Response:
        felt = self.look()["table"]["round"]
        body = {
            "round": felt["number"],
            "step": felt["step"],
            "seat": felt["asked_seat"],
            "choice": choice,
            **more,
        }
        return self.post(self.at("choose"), body)

    def start(self, stake: int = 1000, wager: str = "main") -> JSON:
        """Bet on every own seat and deal; the round as dealt."""
        seen = self.mix()
        bets = {seat: [{"wager": wager, "stake": stake}] for seat in seen["you"]["seats"]}
        answer = self.bet(bets)
        assert answer.status_code == 200, answer.text
        answer = self.deal()
        assert answer.status_code == 200, answer.text
        return self.round()

    def round(self) -> JSON:
        found: JSON = self.look()["table"]["round"]
        return found

    def play_random(self, draw: random.Random) -> JSON:
        """One round with random legal bets and choices, to its end."""
        self.refill_if_broke()
        seen = self.mix()
        answer = self.bet(random_wagers(seen, draw))
        if answer.status_code == 409:  # more than the purse holds
            self.ok(self.at("leave"), {})
            self.sit(1)
            seen = self.mix()
            answer = self.bet({1: [{"wager": main_of(seen), "stake": 500}]})
        assert answer.status_code == 200, answer.text
        assert self.deal().status_code == 200
        felt = self.round()
        while not (felt["done"] or felt["called_off"]):
            answer = self.choose(draw.choice(felt["legal"]))
            if answer.status_code == 409:  # the purse does not allow it
                default = next(
                    word for word in ("stand", "keep", "no-insurance") if word in felt["legal"]
                )
                answer = self.choose(default)
            assert answer.status_code == 200, answer.text
            felt = self.round()
        return felt

    def refill_if_broke(self) -> None:
        if self.get("/api/session")["may_refill"]:
            self.ok("/api/session/refill", {})


def main_of(seen: JSON) -> str:
    return find_game(seen["table"]["game"]).mains[0].id


def random_wagers(seen: JSON, draw: random.Random) -> dict[int, list[JSON]]:
    """Random legal bets for one's own seats, riding ones left alone."""
    table = seen["table"]
    game = find_game(table["game"]).read(table["rules_line"])
    chosen = {}
    for seat in seen["you"]["seats"]:
        chair = table["chairs"][seat - 1]
        riding = tuple(
            Bet(one["wager"], one["stake"], one["paytable"])
            for one in chair["bets"]
            if one["riding"]
        )
        bets = random_bets(game, Carried(chair["button"], riding), draw)
        chosen[seat] = [
            {"wager": bet.wager, "stake": bet.stake, "paytable": bet.paytable} for bet in bets
        ]
    return chosen


def random_move(dealt: Dealt, draw: random.Random) -> tuple[str, int | None]:
    choice = random_choice(dealt, draw, less=True)
    return str(choice).partition("=")[0], choice.amount
