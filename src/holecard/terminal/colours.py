"""The table's colours. None is ever the only sign of anything: shapes and words say it too."""

from __future__ import annotations

INK = "#0d1413"
PANEL = "#101a18"
RIM = "#3a2417"
FELT = "#12463f"
FELT_DEEP = "#0b302c"
FELT_LIGHT = "#2f7a6c"
CREAM = "#f3ead7"
MIST = "#8fa39c"
FAINT = "#66766f"
FELT_MIST = "#a3c4ba"  # secondary text on the felt
BRASS = "#d9b35b"
BRIGHT = "#f0cf7a"
REFUSED = "#f09a7a"

PAPER = "#fbf5e8"  # a card's face
EDGE = "#b5a98d"
BACK = "#6d2a33"

# Suits on a card's face, and as words on the dark panels: clubs, diamonds, hearts, spades.
ON_PAPER = {"♣": "#2f7d4f", "♦": "#2f6fb5", "♥": "#c23a34", "♠": "#1d2a2c"}
ON_INK = {"♣": "#6fc08e", "♦": "#7ab3ea", "♥": "#ec7a72", "♠": "#f3ead7"}
