"""How a server is set up: the command line and HOLECARD_* variables, nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

LIMITS = (
    "commands_a_second", "command_burst", "reads_a_second", "read_burst", "sessions_a_minute",
    "session_burst",
)  # fmt: skip
STATIC = Path(__file__).parents[1] / "static"


def default_database() -> str:
    return str(user_data_path("holecard") / "tables.db")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`origins` are the addresses browsers may come from; the first makes links."""

    database: str = field(default_factory=default_database)
    origins: tuple[str, ...] = ("http://127.0.0.1:8021", "http://localhost:8021")
    static: Path = STATIC
    commands_a_second: float = 20.0
    command_burst: float = 60.0
    reads_a_second: float = 50.0
    read_burst: float = 200.0
    sessions_a_minute: float = 10.0
    session_burst: float = 20.0
    sockets_a_player: int = 8
    trusted_proxies: bool = False  # read X-Forwarded-For
    heads_file: Path | None = None  # where each head of the house is written down, line by line
    lab_ready: bool = True  # a worker for the lab's quick questions starts with the server

    @property
    def secure(self) -> bool:
        return all(origin.startswith("https://") for origin in self.origins)

    @property
    def hosts(self) -> frozenset[str]:
        return frozenset(urlsplit(origin).netloc for origin in self.origins)

    @property
    def cookie(self) -> str:
        return "__Host-holecard" if self.secure else "holecard"


def local_origins(host: str, port: int) -> tuple[str, ...]:
    names = dict.fromkeys((host, "127.0.0.1", "localhost", "[::1]"))
    shown = [name for name in names if name not in ("0.0.0.0", "::")]
    return tuple(f"http://{name}:{port}" for name in shown)


def from_environment(**given: object) -> Settings:
    """Settings from HOLECARD_DATABASE_URL and HOLECARD_ORIGINS, and what was given by hand."""
    found: dict[str, object] = {}
    if url := os.environ.get("HOLECARD_DATABASE_URL"):
        found["database"] = url
    if origins := os.environ.get("HOLECARD_ORIGINS"):
        found["origins"] = tuple(one.strip().rstrip("/") for one in origins.split(",") if one)
    for key in LIMITS:
        if text := os.environ.get(f"HOLECARD_{key.upper()}"):
            found[key] = float(text)
    if os.environ.get("HOLECARD_TRUSTED_PROXY") == "1":
        found["trusted_proxies"] = True
    if heads := os.environ.get("HOLECARD_HEADS_FILE"):
        found["heads_file"] = Path(heads)
    if os.environ.get("HOLECARD_LAB_READY") == "0":
        found["lab_ready"] = False
    found |= {key: value for key, value in given.items() if value is not None}
    return Settings(**found)  # type: ignore[arg-type]
