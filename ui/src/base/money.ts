// Money is integer cents everywhere; these are the only places it becomes text or is read.

/** `$1,245.00`, or `$5` with whole dollars when `short`. An expected result need not be whole cents. */
export function money(cents: number, short = false): string {
  const whole = cents % 100 === 0;
  const digits = short && whole ? 0 : 2;
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${cents < 0 ? "−" : ""}$${text}`;
}

/** `$1.316`: an expected result to a tenth of a cent, so that a difference is that of what is shown. */
export const tenth = (cents: number): number => Math.round(cents * 10) / 10;
export function fine(cents: number): string {
  const text = (Math.abs(tenth(cents)) / 100).toLocaleString("en-US", { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return `${tenth(cents) < 0 ? "−" : ""}$${text}`;
}

/** `+$125`, `−$5`, `$0`. */
export function signed(cents: number): string {
  return cents > 0 ? `+${money(cents, true)}` : money(cents, true);
}

/** What stands on a chip: `25`, `2.50`, `1.2k`. */
export function chipText(cents: number): string {
  if (cents >= 1_000_000) return `${+(cents / 100_000).toFixed(1)}k`;
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Dollars typed by a person, as cents; null if it is not an amount. */
export function readMoney(text: string): number | null {
  const clean = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(clean)) return null;
  return Math.round(Number(clean) * 100);
}

/** The chips in the tray, in cents. */
export const CHIPS = [100, 500, 2_500, 10_000, 50_000];

/** Stands for the most that may lie on a spot. */
export const MAX_CHIP = -1;
export const chipWords = (chip: number): string => (chip === MAX_CHIP ? "the most" : money(chip, true));
