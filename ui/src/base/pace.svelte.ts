// How fast the dealer deals on this device: a beat is multiplied by it, and nothing waits at 0.
const KEY = "holecard.pace";
export const PACES: Record<string, number> = { slow: 1.8, usual: 1, fast: 0.5, instant: 0 };

class Pace {
  chosen = $state(localStorage.getItem(KEY) ?? "usual");

  get beat(): number {
    return PACES[this.chosen] ?? 1;
  }

  choose(name: string): void {
    this.chosen = name;
    localStorage.setItem(KEY, name);
  }
}

export const pace = new Pace();
