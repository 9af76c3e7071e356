"""The documentation under /docs: what docs/site/build.py made, and a page for what is not there."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, RedirectResponse

from holecard.errors import HolecardError
from holecard.server.http.pages import inside

HOME, MISSING = "index.html", "404.html"
router = APIRouter(include_in_schema=False)


class NoSite(HolecardError):
    """No site was built here: a checkout without `make docs`."""

    code = "docs/unbuilt"


@router.get("/docs")
async def docs() -> Response:
    return RedirectResponse("/docs/")


@router.get("/docs/{path:path}")
async def page(path: str, request: Request) -> Response:
    site: Path = request.app.state.settings.site
    found = inside(site, path or HOME)
    if found is not None and not found.name.startswith("."):
        return FileResponse(found)
    missing = site / MISSING
    if not missing.is_file():
        raise NoSite("the documentation is not built here: `make docs` builds it")
    return FileResponse(missing, 404)
