"""Answers that do not change: made once, kept as bytes, and not sent to who has them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Hashable

from fastapi import Request, Response

JSON = "application/json"
MOST_BYTES = 16 * 2**20


class Kept:
    """The bytes of an answer, and a tag by which a browser knows them again."""

    def __init__(self, body: str | bytes, media_type: str = JSON) -> None:
        self.body = body.encode() if isinstance(body, str) else body
        self.media_type = media_type
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'

    def answer(self, request: Request, **more: str) -> Response:
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", **more}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(self.body, media_type=self.media_type, headers=headers)


class Shelf:
    """The answers asked for last, so many bytes of them."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.bytes = 0
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()

    def find(self, key: Hashable) -> Kept | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Hashable, kept: Kept) -> Kept:
        if key not in self._kept:
            self._kept[key] = kept
            self.bytes += len(kept.body)
        while self.bytes > self.most:
            _, old = self._kept.popitem(last=False)
            self.bytes -= len(old.body)
        return kept
