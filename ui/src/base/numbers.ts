// Figures as they are printed: the same digits in every row of a column.
export function pct(share: number, digits = 3): string {
  return `${minus(share * 100, digits)}%`;
}

/** A real minus, and no minus before nothing. */
export function minus(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function plus(value: number, digits: number): string {
  const text = minus(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Odds as the lab writes them, `9` or `3:2`, the way a pay table prints them. */
export function paysWords(pays: string): string {
  if (pays === "loses" || pays === "push") return pays;
  const [up, down = "1"] = pays.split(":");
  return `${up} to ${down}`;
}
