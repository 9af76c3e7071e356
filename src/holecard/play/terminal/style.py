"""How the screens are laid out and coloured: Textual's style sheet."""

from __future__ import annotations

from holecard.play.terminal.colours import (
    BRASS,
    BRIGHT,
    CREAM,
    FAINT,
    FELT,
    FELT_DEEP,
    FELT_LIGHT,
    FELT_MIST,
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
    link-style: none;
    link-background-hover: {FELT_LIGHT};
    link-color-hover: {CREAM};
    link-style-hover: bold;
}}
#head {{ height: auto; padding: 0 1; background: {PANEL}; }}
#bar {{ height: auto; padding: 0 1; background: {PANEL}; border-top: solid {RIM}; }}

#felt {{
    background: {FELT};
    border: outer {RIM};
    scrollbar-background: {FELT_DEEP};
    scrollbar-color: {FELT_LIGHT};
}}
#felt Static {{ background: {FELT}; }}
#dealer, #printed, #others, #title, #hands {{ height: auto; }}
#spots {{ layout: grid; height: auto; grid-size: 3; grid-rows: auto; grid-gutter: 0 1; }}
SpotBox {{
    height: 3;
    border: round {FELT_LIGHT};
    border-title-color: {CREAM};
    border-subtitle-color: {FELT_MIST};
    border-title-align: center;
    border-subtitle-align: center;
    content-align: center middle;
    text-align: center;
}}
SpotBox.tall {{ height: 4; }}
SpotBox.placed {{ border: round {BRASS}; }}
SpotBox.picked {{ border: double {BRIGHT}; border-title-color: {BRIGHT}; }}

#side {{ width: 25; background: {PANEL}; padding: 0 1; }}
#side.wide {{ width: 38; }}
#log-scroll {{ height: 1fr; background: {PANEL}; }}
#log {{ height: auto; }}
.label {{ color: {MIST}; text-style: bold; height: 1; }}
#pays-label {{ margin-top: 1; }}
#pays {{ height: auto; max-height: 12; }}
#net {{ height: auto; margin-top: 1; }}

.page {{ padding: 1 2; background: {INK}; }}
.page Static {{ height: auto; }}
.foot {{ height: 1; padding: 0 1; background: {PANEL}; color: {MIST}; }}

#lobby-name {{ height: auto; padding: 1 2; background: {PANEL}; }}
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
