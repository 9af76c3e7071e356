// Dark, light, or as the system says; and whether things may move.
const KEY = "holecard.theme";

class Theme {
  chosen = $state(localStorage.getItem(KEY) ?? "");

  apply(): void {
    if (this.chosen) document.documentElement.dataset["theme"] = this.chosen;
    else delete document.documentElement.dataset["theme"];
  }

  get dark(): boolean {
    return this.chosen ? this.chosen === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
  }

  swap(): void {
    this.chosen = this.dark ? "light" : "dark";
    localStorage.setItem(KEY, this.chosen);
    this.apply();
  }
}

export const theme = new Theme();

export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
