"""How the screens are laid out and coloured: Textual's style sheet."""

from __future__ import annotations

from holecard.terminal.colours import (
    BRASS,
    BRIGHT,
    CREAM,
    FAINT,
    FELT,
    FELT_DEEP,
    FELT_LIGHT,
    INK,
    MIST,
    PANEL,
    RIM,
)

CSS = f"""
Screen {{ background: {INK}; color: {CREAM}; }}
* {{
    scrollbar-size: 1 1;
    scrollbar-color: {FAINT};
    scrollbar-color-hover: {BRASS};
    scrollbar-color-active: {BRASS};
    scrollbar-background: {PANEL};
    scrollbar-background-hover: {PANEL};
    scrollbar-background-active: {PANEL};
}}
#head {{ height: auto; padding: 0 1; background: {PANEL}; }}
#bar {{ height: auto; padding: 0 1; background: {PANEL}; }}

#felt {{
    background: {FELT};
    border: outer {RIM};
    scrollbar-background: {FELT_DEEP};
    scrollbar-color: {FELT_LIGHT};
}}
#felt Static {{ background: {FELT}; }}
#dealer, #others, #title, #hands {{ height: auto; }}
#printed {{ height: 1fr; content-align: left middle; }}
#spots-place {{ height: auto; background: {FELT}; }}
#spots {{ layout: grid; height: auto; grid-size: 3; grid-rows: 3; }}
#spots.tall {{ grid-rows: 4; }}
SpotBox {{ height: 100%; background: {FELT}; }}

#side {{ width: 23; background: {PANEL}; padding: 0 1; }}
#side.wide {{ width: 38; }}
#log-scroll {{ height: 1fr; background: {PANEL}; }}
#log {{ height: auto; }}
.label {{ color: {MIST}; text-style: bold; height: 1; }}
#net {{ height: auto; padding: 1 0 0 0; }}

.page {{ padding: 1 2; background: {INK}; }}
.page Static {{ height: auto; }}
.foot {{ height: 1; padding: 0 1; background: {PANEL}; color: {MIST}; }}

#lobby-name {{ height: 1; padding: 0 2; background: {PANEL}; }}
#lobby-list {{
    width: 27; height: 1fr; background: {PANEL}; border: none; padding: 1 1;
    color: {CREAM};
}}
#lobby-list > .option-list--option-highlighted {{
    background: {FELT}; color: {BRIGHT}; text-style: bold;
}}
#lobby-felt {{ background: {FELT}; border: outer {RIM}; padding: 0 2; }}
#lobby-pitch {{ height: auto; background: {FELT}; }}

AmountScreen {{ align: center middle; background: {INK} 60%; }}
#amount-box {{
    width: 56; height: auto; padding: 1 2; background: {PANEL}; border: round {BRASS};
}}
#amount-box Static {{ height: auto; }}
#amount {{ background: {FELT_DEEP}; border: round {FELT_LIGHT}; color: {CREAM}; }}
#amount:focus {{ border: round {BRASS}; }}
#amount-refusal {{ color: {BRIGHT}; text-style: bold; }}
"""
