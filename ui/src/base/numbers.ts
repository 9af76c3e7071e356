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

/** Cents that need not be whole: an expected result. */
export function dollars(cents: number, digits = 2): string {
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${cents < 0 ? "−" : ""}$${text}`;
}

export function paysWords(pays: string): string {
  if (pays === "loses" || pays === "push") return pays;
  const [up, down = "1"] = pays.split(":");
  return `${up} to ${down}`;
}
