// Which games have been introduced on this device: a tour is offered once.
const KEY = "holecard.toured";

function games(): string[] {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
}

/** Whether a tour of this game is still to be offered; it is not a second time. */
export function offersTour(game: string): boolean {
  const known = games();
  if (known.includes(game)) return false;
  localStorage.setItem(KEY, [...known, game].join(" "));
  return true;
}
