// The lobby by keyboard: Enter goes on, 1 to 6 sit down, arrows move among the games.
import { elsewhere, onButton } from "../base/keys";

const chairs = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>("article [data-game]")];

/** Games beside each other: as many as begin at the first one's height. */
function across(): number {
  const tops = chairs().map((chair) => chair.closest("article")!.offsetTop);
  return tops.filter((top) => top === tops[0]).length;
}

function move(key: string): boolean {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across(), ArrowUp: -across() }[key];
  if (by === undefined) return false;
  const list = chairs();
  const at = list.findIndex((chair) => chair.closest("article")!.contains(document.activeElement));
  // Nobody chose a game yet: up and down scroll the page, as ever.
  if (at < 0 && Math.abs(by) !== 1) return false;
  const to = list[at < 0 ? 0 : at + by];
  to?.focus();
  return to !== undefined;
}

export function onKey(event: KeyboardEvent): void {
  if (elsewhere(event) || event.repeat) return;
  const chair = chairs()[Number(event.key) - 1];
  if (chair) chair.click();
  else if (event.key === "Enter" && !onButton(event)) document.querySelector<HTMLElement>("main .button.primary:not(:disabled)")?.click();
  else if (!move(event.key)) return;
  event.preventDefault();
}
