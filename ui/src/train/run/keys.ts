// Keys of a drill: whoever is open says which of its buttons a key presses.
export function typing(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null;
}

/** A focused button keeps its own Enter and Space. */
export function onButton(event: KeyboardEvent): boolean {
  return (event.key === "Enter" || event.key === " ") && (event.target as HTMLElement).closest("button, a, summary") !== null;
}

export type Moves = Record<string, (() => void) | undefined>;

/** Do what the key stands for, if anything. */
export function press(event: KeyboardEvent, moves: Moves): void {
  if (typing(event) || onButton(event)) return;
  const move = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!move) return;
  event.preventDefault();
  move();
}
