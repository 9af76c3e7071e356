// How the table is laid out on this screen; every style that depends on it asks the page's
// `data-layout`, so that no two of them draw the line elsewhere.
export type Layout = "phone" | "tablet" | "short" | "desk";

const NARROW = 600; // under it everything is one column, and may be scrolled
const WIDE = 1024; // from it on there is room for a panel beside the felt
const LOW = 600; // under it the actions stand beside the felt, not below,
const LOW_TABLET = 720; // where the bar takes two rows, and the dealer's voice a line

function layoutOf(width: number, height: number): Layout {
  if (width < NARROW) return "phone";
  if (height < (width < WIDE ? LOW_TABLET : LOW)) return "short";
  return width < WIDE ? "tablet" : "desk";
}

class Screen {
  layout = $state<Layout>("desk");

  constructor() {
    addEventListener("resize", () => this.measure());
    this.measure();
  }

  private measure(): void {
    this.layout = layoutOf(innerWidth, innerHeight);
    document.documentElement.dataset["layout"] = this.layout;
  }
}

export const screen = new Screen();
