"""The bill of materials, CycloneDX 1.6: what is in a release, from the two locks. It is the same
bytes for the same locks: no time, and a serial number that follows from its contents."""

from __future__ import annotations

import hashlib
import json
import tomllib
import uuid
from typing import Any
from urllib.parse import quote

from deploy.lock import LOCK, ROOT, Locked, read_lock

SBOM = ROOT / "deploy" / "holecard.cdx.json"
PAGES_LOCK = ROOT / "ui" / "package-lock.json"


def python_part(one: Locked) -> dict[str, Any]:
    name = f"pkg:pypi/{one.name}@{quote(one.version)}"
    more = {"properties": [{"name": "marker", "value": one.marker}]} if one.marker else {}
    return {
        "type": "library",
        "bom-ref": name,
        "name": one.name,
        "version": one.version,
        "purl": name,
        "hashes": [{"alg": "SHA-256", "content": value} for value in sorted(one.hashes)],
        **more,
    }


def page_parts() -> list[dict[str, Any]]:
    """What builds the pages; parts of some of them (Svelte's own) are in the pages."""
    packages = json.loads(PAGES_LOCK.read_text("utf-8"))["packages"]
    found = {}
    for path, said in packages.items():
        if not path:
            continue
        name = said.get("name") or path.rpartition("node_modules/")[2]
        group, _, bare = name.rpartition("/")
        purl = f"pkg:npm/{quote(name, safe='/')}@{said['version']}"
        found[purl] = {
            "type": "library",
            "bom-ref": purl,
            **({"group": group} if group else {}),
            "name": bare,
            "version": said["version"],
            "purl": purl,
            **licence(said),
            "properties": [{"name": "role", "value": "builds the pages"}],
        }
    return [found[purl] for purl in sorted(found)]


def licence(said: dict[str, Any]) -> dict[str, Any]:
    return {"licenses": [{"expression": said["license"]}]} if said.get("license") else {}


def materials() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    own = f"pkg:pypi/{project['name']}@{project['version']}"
    parts = [python_part(one) for one in read_lock(LOCK.read_text("utf-8"))] + page_parts()
    body = json.dumps(parts, sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=hashlib.sha256(body.encode()).digest()[:16])}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": project["name"],
                "version": project["version"],
                "purl": own,
                "licenses": [{"expression": project["license"]}],
            }
        },
        "components": parts,
    }


def main() -> None:
    SBOM.write_text(json.dumps(materials(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
