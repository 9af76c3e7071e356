// A question to the lab whose answer is shown until a better one comes: a refusal is told, and what
// was there stays.
import { get, inWords } from "../wire/api";

export class Answers<T> {
  found = $state.raw<T | null>(null);
  busy = $state(false);
  wrong = $state("");
  private turn = 0;
  private asked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask, unless this was the last thing asked; `after` waits for the typing to end. */
  ask(path: string, after = 0): void {
    if (path === this.asked) return;
    this.asked = path;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.fetch(path), after);
  }
  again(): void {
    this.asked = "";
  }
  private async fetch(path: string): Promise<void> {
    const turn = (this.turn += 1);
    this.busy = true;
    try {
      const found = await get<T>(path);
      if (turn !== this.turn) return;
      this.found = found;
      this.wrong = "";
    } catch (refused) {
      if (turn === this.turn) this.wrong = inWords(refused);
    }
    if (turn === this.turn) this.busy = false;
  }
}

/** How wide a figure may be drawn, so that its letters stay readable. */
export function figureWidth(): string {
  return innerWidth > 760 ? "620" : "300";
}
