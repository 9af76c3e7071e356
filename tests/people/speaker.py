"""A person who says everything over the socket, as the pages do."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from holecard.server.wire.socket_answers import TableMessage, YouMessage
from tests.people.person import JSON, Person, key


class Speaker:
    """Keeps what the table looks like; every message is checked against its model."""

    def __init__(self, person: Person, socket: Any) -> None:
        self.person = person
        self.socket = socket
        self.table: JSON = {}
        self.you: JSON = {}

    def hear(self) -> JSON:
        text = str(self.socket.recv(timeout=20))
        said: JSON = json.loads(text)
        if said["type"] == "table":
            # The parts fit together to exactly what the schema promises, nothing else.
            assert TableMessage.model_validate_json(text).model_dump_json() == text
            self.table = said["table"]
        elif said["type"] == "you":
            assert YouMessage.model_validate_json(text).model_dump_json() == text
            self.you = said["you"]
        return said

    def say(self, action: str, body: JSON, with_key: str = "") -> str:
        with_key = with_key or key()
        frame = {"type": "command", "action": action, "key": with_key, "body": body}
        self.socket.send(json.dumps(frame))
        return with_key

    def answer(self, to: str) -> JSON:
        while True:
            said = self.hear()
            if said["type"] == "answer":
                assert said["key"] == to
                return said

    def ask(self, action: str, body: JSON, with_key: str = "") -> JSON:
        return self.answer(self.say(action, body, with_key))

    def ok(self, action: str, body: JSON) -> None:
        said = self.ask(action, body)
        assert said["status"] == 200, said
        # What the command changed was shown before it was answered.
        assert self.table["version"] >= said["body"]["version"]

    def mix(self) -> None:
        while self.you["needs_commitment"] or self.you["needs_entropy"]:
            number = (self.you["needs_commitment"] or self.you["needs_entropy"])[0]
            if self.you["needs_commitment"]:
                self.ok("entropy", {"shoe": number, "commitment": self.promise(number)})
            else:
                self.ok("entropy", {"shoe": number, "entropy": self.person.entropy[number]})

    def promise(self, number: int) -> str:
        self.person.entropy[number] = random.randbytes(32).hex()
        return hashlib.sha256(bytes.fromhex(self.person.entropy[number])).hexdigest()
