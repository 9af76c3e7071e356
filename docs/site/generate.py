"""Write the pages that are read from the software: `python -m docs.site.generate`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from docs.site.cli_page import cli_page
from docs.site.contents import DOCS
from docs.site.games_page import games_page
from docs.site.python_page import python_page
from docs.site.web_page import web_page
from holecard.report.reference import reference

PAGES: Mapping[str, Callable[[], str]] = {
    "games.md": games_page,
    "reference-cli.md": cli_page,
    "reference-python.md": python_page,
    "reference-web.md": web_page,
    "reference.md": reference,
}


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
