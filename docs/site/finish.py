"""What is done to the built pages: the server lets no script and no style stand in a page."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
THEME = "theme/holecard.js"  # before the page is drawn: it says whether light or dark
SCRIPTS = Path("assets", "inline")
# A bar in a table's code is escaped for the table; the generator leaves the stroke before it.
BAR = re.compile(r"(?<=<code>)[^<]*\\\|[^<]*(?=</code>)")
# Places are made for an address; the site has none of its own until somebody serves it.
CANONICAL = re.compile(r'\s*<link rel="canonical"[^>]*>')


def finish(site: Path) -> None:
    for page in sorted(site.rglob("*.html")):
        text = CANONICAL.sub("", page.read_text("utf-8"))
        text = BAR.sub(lambda code: code[0].replace(r"\|", "|"), text)
        depth = len(page.relative_to(site).parts) - 1
        up = "/docs/" if page.name == "404.html" else "../" * depth
        text = INLINE.sub(lambda found: set_apart(site, found[1], up), text)  # noqa: B023
        text = text.replace("</head>", f'<script src="{up}{THEME}"></script></head>', 1)
        page.write_text(text, "utf-8")
    (site / "sitemap.xml").unlink(missing_ok=True)


def set_apart(site: Path, script: str, up: str) -> str:
    """The script as a file, called at the same place: it runs just when it would have run."""
    name = SCRIPTS / f"{hashlib.sha256(script.encode()).hexdigest()[:16]}.js"
    (site / name).parent.mkdir(parents=True, exist_ok=True)
    (site / name).write_text(script, "utf-8")
    return f'<script src="{up}{name.as_posix()}"></script>'
