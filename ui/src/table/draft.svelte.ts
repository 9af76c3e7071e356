// Bets on their way to the server: what the player has put down, what the server has accepted, and
// why it refused the rest.
import { SvelteSet } from "svelte/reactivity";
import { inWords, Refusal } from "../wire/api";
import type { Bet, Game, Table, Wager } from "../wire/types";

interface Refused {
  seat: number;
  wager: string;
  message: string;
}
/** One thing done: what lay before at the seats it changed. */
interface Touch {
  seat: number;
  wager: string;
  before: Record<number, Bet[]>;
}

const WAIT = 120;
const TRIES = 10;

export class Draft {
  bets = $state<Record<number, Bet[]>>({});
  refused = $state<Refused | null>(null);
  sending = $state(false);
  private touches = $state.raw<Touch[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<boolean> = Promise.resolve(true);
  private dirty = new SvelteSet<number>();

  constructor(
    private readonly table: () => Table,
    private readonly game: () => Game,
    private readonly place: (body: object) => Promise<unknown>,
  ) {}

  /** What lies at a seat: ours if we are changing it, else what the server has. What a payment
   *  costs is for the server to say. */
  at(seat: number): Bet[] {
    const mine = this.bets[seat];
    const chair = this.table().chairs.find((one) => one.seat === seat);
    const there = chair?.bets ?? [];
    if (!mine) return there;
    const ours = mine.map((bet) => (this.isFee(bet) ? { ...bet, stake: chair?.fees[bet.wager] ?? 0 } : bet));
    return [...ours, ...there.filter((bet) => bet.riding)];
  }

  stake(seat: number, wager: string): number {
    return this.at(seat).find((bet) => bet.wager === wager)?.stake ?? 0;
  }

  get pending(): boolean {
    return this.dirty.size > 0;
  }

  /** The server holds everything that lies on our spots. */
  get held(): boolean {
    return this.dirty.size === 0 && !this.sending;
  }

  get canUndo(): boolean {
    return this.touches.length > 0;
  }

  /** So much more on a wager, at each of the seats alike. */
  add(seats: number[], wager: Wager, cents: number, paytable: string): void {
    const bets = seats.map((seat) => {
      const lies = this.own(seat).some((bet) => bet.wager === wager.id);
      const stake = wager.kind === "fee" ? 0 : this.stake(seat, wager.id) + cents;
      return wager.kind === "fee" && lies ? null : { wager: wager.id, stake, paytable, riding: false, late: false };
    });
    this.put(seats, wager, bets);
  }

  /** A bet that lies there is paid by another table from now on. */
  payBy(seat: number, wager: string, paytable: string): void {
    if (!this.own(seat).some((bet) => bet.wager === wager && bet.paytable !== paytable)) return;
    const changed = this.own(seat).map((bet) => (bet.wager === wager ? { ...bet, paytable } : bet));
    this.bets = { ...this.bets, [seat]: changed };
    this.later([seat], wager);
  }

  /** All bets of seats times `by` over `of`, in whole dollars and at least one; a bet of one size stays. */
  scale(seats: number[], by: number, of: number): void {
    const able = seats.filter((seat) => this.own(seat).length > 0);
    if (able.length === 0) return;
    const isOneSize = (bet: Bet): boolean => this.wager(bet.wager)?.least === this.wager(bet.wager)?.most;
    const scaled = (bet: Bet): number => (isOneSize(bet) ? bet.stake : Math.max(100, Math.floor((bet.stake * by) / of / 100) * 100));
    const wager = this.own(able[0]!)[0]!.wager;
    this.touch(able, wager);
    const changed = able.map((seat) => [seat, this.own(seat).map((bet) => ({ ...bet, stake: scaled(bet) }))] as const);
    this.bets = { ...this.bets, ...Object.fromEntries(changed) };
    this.later(able, wager);
  }

  clear(seats: number[], wager: Wager): void {
    this.put(seats, wager, seats.map(() => null));
  }

  private touch(seats: number[], wager: string): void {
    const before = Object.fromEntries(seats.map((seat) => [seat, this.own(seat)]));
    this.touches = [...this.touches, { seat: seats[0]!, wager, before }];
  }

  undo(): void {
    const last = this.touches.at(-1);
    if (!last) return;
    this.touches = this.touches.slice(0, -1);
    this.bets = { ...this.bets, ...last.before };
    this.refused = null;
    this.later(Object.keys(last.before).map(Number), last.wager);
  }

  /** All bets of the given seats at once: "same again". */
  replace(seats: Record<number, Bet[]>): Promise<boolean> {
    this.touches = [];
    const fresh = Object.entries(seats).map(([seat, bets]) => [seat, this.placeable(bets)] as const);
    this.bets = { ...this.bets, ...Object.fromEntries(fresh) };
    for (const [seat] of fresh) this.dirty.add(Number(seat));
    return this.flush();
  }

  forget(): void {
    clearTimeout(this.timer);
    this.bets = {};
    this.touches = [];
    this.dirty.clear();
    this.refused = null;
  }

  private own(seat: number): Bet[] {
    return this.at(seat).filter((bet) => !bet.riding);
  }

  private placeable(bets: Bet[]): Bet[] {
    return bets.filter((bet) => !bet.riding && this.wager(bet.wager)?.kind !== "offer");
  }

  private wager(id: string): Wager | undefined {
    return this.game().wagers.find((one) => one.id === id);
  }

  private isFee(bet: Bet): boolean {
    return this.wager(bet.wager)?.kind === "fee";
  }

  /** These bets on the wager's spots instead of what lies there; none clears one. */
  private put(seats: number[], wager: Wager, bets: (Bet | null)[]): void {
    const placed = seats.map((seat, n) => {
      const before = this.own(seat);
      const at = before.findIndex((one) => one.wager === wager.id);
      const bet = bets[n];
      return [seat, before.toSpliced(at < 0 ? before.length : at, 1, ...(bet ? [bet] : []))] as const;
    });
    this.touch(seats, wager.id);
    this.bets = { ...this.bets, ...Object.fromEntries(placed) };
    this.later(seats, wager.id);
  }

  private later(seats: number[], wager: string): void {
    for (const seat of seats) this.dirty.add(seat);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush({ seat: seats[0]!, wager }), WAIT);
  }

  /** Send what has changed; true once the server holds it. */
  flush(touched?: { seat: number; wager: string }): Promise<boolean> {
    clearTimeout(this.timer);
    this.running = this.running.then(() => this.post(touched));
    return this.running;
  }

  /** A fresh shoe waits for this browser's share in the shuffle, which is on its way. */
  private async carry(body: object): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.place(body);
        return;
      } catch (wrong) {
        const soon = wrong instanceof Refusal && wrong.code === "fairness/entropy_needed";
        if (!soon || attempt === TRIES) throw wrong;
        await new Promise((resolve) => setTimeout(resolve, WAIT * attempt));
      }
    }
  }

  private async post(touched?: { seat: number; wager: string }): Promise<boolean> {
    if (this.dirty.size === 0) return this.refused === null;
    const table = this.table();
    const seats = [...this.dirty];
    const all = seats.map((seat) => ({
      seat,
      bets: (this.bets[seat] ?? []).map((bet) => ({ wager: bet.wager, paytable: bet.paytable, ...(this.isFee(bet) ? {} : { stake: bet.stake }) })),
    }));
    // What changes while this is on its way is sent after it.
    this.dirty.clear();
    this.sending = true;
    try {
      await this.carry({ round: table.next_round, seats: all });
      if (this.dirty.size === 0) this.refused = null;
      return true;
    } catch (wrong) {
      for (const seat of seats) this.dirty.add(seat);
      const last = this.touches.at(-1);
      const where = touched ?? last ?? { seat: seats[0] ?? 0, wager: "" };
      if (wrong instanceof Refusal && wrong.code === "table/stale") this.forget();
      else this.refused = { seat: where.seat, wager: where.wager, message: inWords(wrong) };
      return false;
    } finally {
      this.sending = false;
    }
  }
}
