"""How many are here, in all and from one address, and what the next one is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from holecard.server.base.settings import Settings
from holecard.server.wire.answers import Refused

REASONS = {
    400: "Bad Request", 408: "Request Timeout", 413: "Content Too Large", 414: "URI Too Long",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
}  # fmt: skip
COME_BACK = 5  # seconds


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A refusal given without the application: a short answer, and the line is closed."""

    status: int
    code: str
    words: str
    seconds: int = 0

    @lru_cache(maxsize=64)  # noqa: B019 - few and small; a crowd is refused as cheaply as can be
    def answer(self) -> bytes:
        body = Refused(code=self.code, message=self.words).model_dump_json().encode()
        again = f"Retry-After: {self.seconds}\r\n" if self.seconds else ""
        head = (
            f"HTTP/1.1 {self.status} {REASONS[self.status]}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n{again}"
            "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
            "Connection: close\r\n\r\n"
        )
        return head.encode() + body


class Crowd:
    """Lines by address. An address without a name is a proxy's: only the sum counts."""

    def __init__(self, most: int, an_address: int) -> None:
        self.most = most
        self.an_address = an_address
        self.lines = 0
        self.at: Counter[str] = Counter()
        self.lingering = 0  # refused, and given a moment to read why
        self.turned_away: Counter[str] = Counter()  # by code, for the metrics

    def enter(self, address: str) -> TurnedAway | None:
        """Count one more, or say why not."""
        wrong = self.refusal(address)
        if wrong is not None:
            self.turned_away[wrong.code] += 1
            return wrong
        self.lines += 1
        if address:
            self.at[address] += 1
        return None

    def refusal(self, address: str) -> TurnedAway | None:
        if address and self.at.get(address, 0) >= self.an_address:
            words = f"{self.an_address} connections from one address are the most: close some"
            return TurnedAway(429, "address/crowded", words, COME_BACK)
        if self.lines >= self.most:
            words = "the house is full: try again in a moment"
            return TurnedAway(503, "server/full", words, COME_BACK)
        return None

    def leave(self, address: str) -> None:
        self.lines -= 1
        if address:
            self.at[address] -= 1
            if not self.at[address]:
                del self.at[address]


def crowd_of(settings: Settings) -> Crowd:
    return Crowd(settings.connections, settings.connections_an_address)
