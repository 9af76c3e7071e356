"""How a server is set up: the command line and HOLECARD_* variables, nothing else."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

from holecard.errors import Unreadable

STATIC = Path(__file__).parents[1] / "static"
SITE = Path(__file__).parents[1] / "site"
NUMBERS = {"int": int, "float": float}
# How often and how many: what a test or a bench that acts like a crowd lifts.
LIMITS = (
    "commands_a_second", "command_burst", "reads_a_second", "read_burst", "sessions_a_minute",
    "session_burst", "visits_a_second", "visit_burst", "openings_an_hour", "opening_burst",
    "connections", "connections_an_address", "sockets_a_player", "tables_a_player",
    "seats_a_player", "jobs_a_player", "jobs_an_address",
    "trainees_an_address",
)  # fmt: skip


def default_database() -> str:
    return str(user_data_path("holecard") / "tables.db")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`origins` are the addresses browsers may come from; the first makes links. Every number is
    also a variable, `HOLECARD_` and its name; docs/operate.md says why each is what it is."""

    database: str = field(default_factory=default_database)
    origins: tuple[str, ...] = ("http://127.0.0.1:8021", "http://localhost:8021")
    static: Path = STATIC
    site: Path = SITE  # the documentation, under /docs
    trusted_proxies: bool = False  # read X-Forwarded-For
    lab_ready: bool = True  # a worker for the lab's quick questions starts with the server
    house_profile: Path | None = None  # how this house deals, for its trainees
    heads_file: Path | None = None  # where each head of the house is written down, line by line
    metrics_from: tuple[str, ...] = ("127.0.0.0/8", "::1/128")

    # How often: by player, and by address
    commands_a_second: float = 20.0
    command_burst: float = 60.0
    reads_a_second: float = 50.0
    read_burst: float = 200.0
    openings_an_hour: float = 30.0
    opening_burst: float = 10.0
    sessions_a_minute: float = 10.0
    session_burst: float = 40.0
    visits_a_second: float = 100.0
    visit_burst: float = 1000.0

    # How many at once
    connections: int = 2_000
    connections_an_address: int = 200
    sockets_a_player: int = 8
    tables_a_player: int = 8
    seats_a_player: int = 14
    jobs_a_player: int = 4
    jobs_an_address: int = 12
    trainees_an_address: int = 36

    # How large
    url_bytes: int = 8 * 1024
    header_bytes: int = 16 * 1024
    body_bytes: int = 32 * 1024
    worker_megabytes: int = 700
    kept_megabytes: int = 64

    # How long
    request_seconds: float = 20.0
    idle_seconds: float = 75.0
    ping_seconds: float = 20.0
    slow_seconds: float = 20.0
    unused_hours: float = 1.0
    away_hours: float = 24.0

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
    own = f"[{host}]" if ":" in host else host.lower()
    names = dict.fromkeys((own, "127.0.0.1", "localhost", "[::1]"))
    shown = [name for name in names if name not in ("0.0.0.0", "[::]")]
    return tuple(f"http://{name}:{port}" for name in shown)


def variable(name: str) -> str:
    return f"HOLECARD_{name.upper()}"


def numbers_given() -> dict[str, object]:
    """Every number of `Settings` that the environment names."""
    found: dict[str, object] = {}
    for one in fields(Settings):
        text = os.environ.get(variable(one.name))
        if text and str(one.type) in NUMBERS:
            found[one.name] = read_number(variable(one.name), text, str(one.type))
    return found


def read_number(name: str, text: str, kind: str) -> float:
    try:
        number: float = NUMBERS[kind](text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        more = "a whole number" if kind == "int" else "a number"
        raise Unreadable(f"{name} is {text!r}: {more} above 0 is wanted")
    return number


def read_origin(text: str) -> str:
    """An address as browsers name it in a header: scheme, host and a port that is not the usual
    one, nothing else. Any other would be equal to none they send, and refuse everybody."""
    given = text.rstrip("/")
    try:
        parts = urlsplit(given)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        parts, host, port = urlsplit(""), "", None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    own = f"[{host}]" if ":" in host else host
    sent = f"{parts.scheme}://{own}{'' if port in (None, usual) else f':{port}'}"
    if usual is None or not host or not host.isascii() or given != sent:
        right = sent if usual and host.isascii() and host else "https://cards.example"
        raise Unreadable(f"{text!r} is no address as browsers send it: such as {right}")
    return given


def read_switch(name: str, default: bool) -> bool:
    text = os.environ.get(name, "")
    if text not in ("", "0", "1"):
        raise Unreadable(f"{name} is {text!r}: 1 or 0 is wanted")
    return default if not text else text == "1"


def check_heads_file(file: Path | None) -> None:
    """Said before the tables open, not by a line that is missing when somebody asks for it."""
    if file is None:
        return
    try:
        file.open("a", encoding="utf-8").close()
    except OSError as wrong:
        raise Unreadable(f"HOLECARD_HEADS_FILE: cannot write {file}: {wrong.strerror}") from wrong


def listed(name: str) -> tuple[str, ...]:
    """What a variable holds between commas."""
    return tuple(one.strip() for one in os.environ.get(name, "").split(",") if one.strip())


def from_environment(**given: object) -> Settings:
    """Settings from the HOLECARD_* variables, and what was given by hand."""
    found = numbers_given()
    if url := os.environ.get("HOLECARD_DATABASE_URL"):
        found["database"] = url
    if origins := listed("HOLECARD_ORIGINS"):
        found["origins"] = origins
    if allowed := listed("HOLECARD_METRICS_FROM"):
        found["metrics_from"] = allowed
    found["trusted_proxies"] = read_switch("HOLECARD_TRUSTED_PROXY", False)
    if heads := os.environ.get("HOLECARD_HEADS_FILE"):
        found["heads_file"] = Path(heads)
    if profile := os.environ.get("HOLECARD_HOUSE_PROFILE"):
        found["house_profile"] = Path(profile)
    found["lab_ready"] = read_switch("HOLECARD_LAB_READY", True)
    found |= {key: value for key, value in given.items() if value is not None}
    settings = Settings(**found)  # type: ignore[arg-type]
    return replace(settings, origins=tuple(map(read_origin, settings.origins)))
