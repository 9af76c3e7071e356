// House edges that belong together. A seat is played one way, with its payment made or not: figures
// of two ways are never one player's. What each takes for granted is said in the server's words.
import type { Wager, WagerEdge } from "./types";

/** A wager that lies at a seat. */
interface Laid {
  wager: string;
  paytable: string;
}
export interface SeatEdges {
  figures: { wager: Wager; edge: WagerEdge }[];
  /** What all of them take for granted; empty for nothing. */
  condition: string;
}

/** The payment among what lies at a seat, as a figure names it; a figure is for one at most. */
export function paymentOf(wagers: Wager[], laid: { wager: string }[]): string {
  const fees = wagers.filter((one) => one.kind === "fee" && laid.some((bet) => bet.wager === one.id));
  return fees.map((one) => one.id).join(" ");
}

/** Every figure of a wager under a pay table, whatever it takes for granted. */
function figuresOf(edges: WagerEdge[], wager: Wager, paytable: string): WagerEdge[] {
  const name = paytable || wager.paytables[0]?.name;
  return edges.filter((edge) => edge.wager === wager.id && (name === undefined || edge.paytable === name));
}

/** A figure of the spot itself: even money goes with insurance, and has none. */
const ofSpot = (edge: WagerEdge, wager: Wager): boolean => edge.id === wager.id || edge.beside !== "";

/** The figure of a wager at a seat that has made this payment and is played for the main wager. */
export function edgeOf(edges: WagerEdge[], wager: Wager, paytable: string, payment: string): WagerEdge | undefined {
  const own = figuresOf(edges, wager, paytable).filter((edge) => ofSpot(edge, wager));
  return own.find((edge) => edge.play === "" || (edge.play === "main" && edge.beside === payment));
}

/** The same wager played or paid for otherwise. */
export function otherwise(edges: WagerEdge[], wager: Wager, paytable: string, shown: WagerEdge | undefined): WagerEdge[] {
  return figuresOf(edges, wager, paytable).filter((edge) => edge !== shown && ofSpot(edge, wager));
}

/** What is offered with a wager and has no spot. */
export function offeredWith(edges: WagerEdge[], wager: Wager): WagerEdge[] {
  return edges.filter((edge) => edge.wager === wager.id && !ofSpot(edge, wager));
}

/** The figures of a seat by what lies there: all of one play, all with its payment or all without. */
export function seatEdges(edges: WagerEdge[], wagers: Wager[], laid: Laid[]): SeatEdges {
  const payment = paymentOf(wagers, laid);
  const figures = wagers.flatMap((wager) => {
    const bet = laid.find((one) => one.wager === wager.id);
    const edge = bet && edgeOf(edges, wager, bet.paytable, payment);
    return edge ? [{ wager, edge }] : [];
  });
  const conditions = new Set(figures.map((one) => one.edge.condition).filter(Boolean));
  return { figures, condition: [...conditions].join("; ") };
}
