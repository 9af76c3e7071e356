// A chip in the hand: from the tray to a circle, or from a circle to another, or off the felt.
import { CHIPS } from "../base/money";
import type { TableState } from "./state.svelte";

const FAR = 8; // pixels before a press is a drag

interface Held {
  cents: number;
  /** The circle it was taken from; none for the tray. */
  from: { seat: number; wager: string } | null;
  x: number;
  y: number;
}
interface Circle {
  seat: number;
  wager: string;
  open: boolean;
}

/** The circle of ours under a point. */
function circleAt(x: number, y: number): Circle | null {
  const spot = document.elementFromPoint(x, y)?.closest<HTMLElement>(".own .spot");
  const seat = spot?.closest<HTMLElement>("[data-at]")?.dataset["at"];
  const open = spot?.querySelector(".ring")?.getAttribute("aria-disabled") === "false";
  return spot && seat ? { seat: Number(seat), wager: spot.dataset["wager"] ?? "", open } : null;
}

export class Drag {
  held = $state.raw<Held | null>(null);
  /** A drag has just ended: the click that comes of it means nothing. */
  ended = false;

  constructor(private readonly table: TableState) {}

  /** A press that may become a drag. */
  begin(event: PointerEvent, cents: number, from: Held["from"] = null): void {
    if (event.button !== 0 || cents === 0) return;
    const [left, top] = [event.clientX, event.clientY];
    const press = new AbortController();
    const { signal } = press;
    this.ended = false;
    const move = ({ clientX: x, clientY: y }: PointerEvent): void => {
      if (this.held || Math.hypot(x - left, y - top) > FAR) this.held = { cents, from, x, y };
    };
    const stop = (drop: boolean): void => {
      press.abort();
      const { held } = this;
      this.held = null;
      this.ended = held !== null;
      if (held && drop) this.drop(held);
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", () => stop(true), { signal });
    addEventListener("pointercancel", () => stop(false), { signal });
  }

  private drop(held: Held): void {
    const to = circleAt(held.x, held.y);
    const { from } = held;
    if (from && to?.seat === from.seat && to.wager === from.wager) return;
    const there = to && this.table.wager(to.wager);
    if (to && (!to.open || !there || (from && there.kind === "fee"))) return;
    const here = from && this.table.wager(from.wager);
    if (from && here) this.table.clear(from.seat, here);
    if (to && there) this.table.lay(to.seat, there, held.cents);
  }

  get over(): Circle | null {
    return this.held && circleAt(this.held.x, this.held.y);
  }
}

/** What a chip in the hand looks like: the largest that is not more. */
export const faceOf = (cents: number): number => CHIPS.findLast((chip) => chip <= cents) ?? CHIPS[0]!;
