"""P25: what is released is locked with hashes and listed; a wheel has its pages or is not made, is
the same bytes twice, and serves every page where there is no Node.

Seen to fail: with a requirement of pyproject.toml that the lock does not meet; with a line of the
lock without hashes; with a version changed in the lock alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy.lock import LOCK, extras, read_lock
from deploy.sbom import SBOM, materials
from holecard.server.base.settings import Settings, variable
from tests.house.tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
TEXT = LOCK.read_text("utf-8")
LOCKED = read_lock(TEXT)
ADDRESSES = ("/", "/table/aaaaaaaa", "/check/aaaaaaaa", "/lab", "/lab/burnout", "/strategy/classic")


def released() -> list[Requirement]:
    wanted = [*PROJECT["dependencies"], *(one for name in extras() for one in extra(name))]
    return [Requirement(one) for one in wanted]


def extra(name: str) -> list[str]:
    found: list[str] = PROJECT["optional-dependencies"][name]
    return found


def test_the_lock_meets_every_requirement() -> None:
    for wanted in released():
        found = [one for one in LOCKED if one.name == canonicalize_name(wanted.name)]
        assert found, f"{wanted} is not in the lock: python -m deploy.lock"
        for one in found:
            assert wanted.specifier.contains(one.version), f"{wanted}, but {one.version} is locked"


def test_every_line_of_the_lock_has_hashes_and_no_address() -> None:
    assert len(LOCKED) == len(re.findall(r"^[a-z0-9]", TEXT, re.MULTILINE)) > 40
    assert all(one.hashes for one in LOCKED)
    assert sum(len(one.hashes) for one in LOCKED) == TEXT.count("--hash=")
    assert not re.search(r"://|--index|--find-links| @ ", TEXT)


def test_the_lock_is_what_is_tested_here() -> None:
    """Not another year's: what this environment has is in the lock in at least the same line."""
    from importlib.metadata import version

    here = {wanted.name: version(wanted.name) for wanted in map(Requirement, extra("web"))}
    for name, found in here.items():
        locked = {one.version.split(".")[0] for one in LOCKED if one.name == name}
        assert found.split(".")[0] in locked, name


def test_the_bill_of_materials_follows_from_the_locks() -> None:
    bill = json.loads(SBOM.read_text("utf-8"))
    assert bill == materials(), "python -m deploy.sbom"
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    refs = [one["bom-ref"] for one in bill["components"]]
    assert len(refs) == len(set(refs))
    named = {(one["name"], one["version"]) for one in bill["components"]}
    assert {(one.name, one.version) for one in LOCKED} <= named
    assert any(ref.startswith("pkg:npm/svelte@") for ref in refs)
    assert bill["metadata"]["component"]["version"] == PROJECT["version"]


def test_examples_for_operators_name_real_settings() -> None:
    known = (ROOT / "src/holecard/server/base/settings.py").read_text("utf-8")
    known += " ".join(variable(one.name) for one in fields(Settings))
    proxy = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    service = (ROOT / "deploy" / "holecard.service").read_text("utf-8")
    named = set(re.findall(r"HOLECARD_[A-Z_]+", proxy + service))
    assert named and all(name in known for name in named)
    assert f"client_max_body_size {Settings().body_bytes // 1024}k;" in proxy
    assert "X-Forwarded-For $remote_addr;" in proxy  # never what the client sent
    assert proxy.count("{") == proxy.count("}")


# The real thing, from a clean copy of the sources; needs an index to install from.


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with `build` and nothing else."""
    return fresh_python(tmp_path_factory.mktemp("tools"), "build")


def fresh_python(folder: Path, *words: str) -> Path:
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    if words:
        subprocess.run([python, "-m", "pip", "install", "-q", *words], check=True)
    return python


def clean_copy(folder: Path) -> Path:
    words = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(lambda one: (ROOT / one).is_file(), listed.splitlines()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def no_node(folder: Path) -> dict[str, str]:
    """An environment in which no node is found."""
    for name in ("git", "sh", "env"):
        (folder / name).symlink_to(str(shutil.which(name)))
    return {**os.environ, "PATH": str(folder)}


def build(
    tools: Path, source: Path, out: Path, environment: dict[str, str] | None = None
) -> tuple[int, str]:
    words = [str(tools), "-m", "build", "-o", str(out)]
    done = subprocess.run(words, cwd=source, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Path]]:
    """Two wheels, from the same sources at two places."""
    found: list[Path] = []
    sources = clean_copy(tmp_path_factory.mktemp("sources"))
    for name in ("one", "another"):
        folder = tmp_path_factory.mktemp(name)
        shutil.copytree(sources, folder / "source")
        code, said = build(tools, folder / "source", folder / "out")
        assert code == 0, said
        found += (folder / "out").glob("*.whl")
    yield found


@pytest.mark.nightly
def test_two_builds_are_the_same_bytes(built: list[Path]) -> None:
    one, another = ({path.name: digest(path) for path in wheel.parent.iterdir()} for wheel in built)
    assert one == another and len(one) == 2  # wheel and source distribution


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.nightly
def test_without_a_generator_nothing_is_packed_and_it_is_said(tools: Path, tmp_path: Path) -> None:
    """Straight to a wheel, with the pages there: only a source distribution brings Zensical."""
    source = clean_copy(tmp_path / "source")
    given = ROOT / "src" / "holecard" / "server" / "static"
    shutil.copytree(given, source / given.relative_to(ROOT))
    words = [str(tools), "-m", "build", "--wheel", "-o", str(tmp_path / "out")]
    done = subprocess.run(words, cwd=source, capture_output=True, text=True)
    assert done.returncode != 0 and "not packed without its site" in done.stdout + done.stderr
    assert "the site needs Zensical" in done.stdout + done.stderr


@pytest.mark.nightly
def test_without_node_nothing_is_packed_and_it_is_said(tools: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    source = clean_copy(tmp_path / "source")
    code, said = build(tools, source, tmp_path / "out", no_node(tmp_path / "bin"))
    assert code != 0 and "not packed without its pages" in said and "no node" in said
    assert not list((tmp_path / "out").glob("*"))


@pytest.mark.nightly
def test_the_wheel_serves_every_page_where_there_is_no_node(
    built: list[Path], tmp_path: Path
) -> None:
    python = fresh_python(tmp_path / "venv", "--require-hashes", "-r", str(LOCK))
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", built[0]], check=True)
    (tmp_path / "bin").mkdir()
    environment = no_node(tmp_path / "bin") | {"HOLECARD_LAB_READY": "0"}
    environment.pop("PYTHONPATH", None)
    words = [str(python.with_name("holecard")), "serve", "--quiet", "--port", "0"]
    with subprocess.Popen(
        [*words, "--database", str(tmp_path / "t.db")],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            url = re.findall(r"open at (\S+)", server.stdout.readline())[0]
            check_pages(url, built[0])
        finally:
            server.terminate()


def check_pages(url: str, wheel: Path) -> None:
    """Every file of the pages as it is in the wheel, and the page at each address it reads."""
    inside = "holecard/server/static/"
    with zipfile.ZipFile(wheel) as packed, httpx.Client(base_url=url) as web:
        pages = [name for name in packed.namelist() if name.startswith(inside)]
        assert len(pages) >= 4
        for name in pages:
            assert web.get(f"/{name.removeprefix(inside)}").content == packed.read(name), name
        index = packed.read(f"{inside}index.html")
        for address in ADDRESSES:
            assert web.get(address).content == index, address
        for asset in re.findall(r'(?:src|href)="(/[^"]+)"', index.decode()):
            assert f"{inside}{asset.lstrip('/')}" in pages
        assert web.get("/api/games").status_code == 200
        check_site(web, packed)


def check_site(web: httpx.Client, packed: zipfile.ZipFile) -> None:
    """Every file of the documentation as it is in the wheel."""
    inside = "holecard/server/site/"
    pages = [name.removeprefix(inside) for name in packed.namelist() if name.startswith(inside)]
    shown = [name for name in pages if not name.startswith(".")]
    assert {"index.html", "search.json", "tutorials/first-bet.html"} <= set(shown)
    for name in shown:
        assert web.get(f"/docs/{name}").content == packed.read(f"{inside}{name}"), name
