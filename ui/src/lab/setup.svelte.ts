// A set-up of the lab: what the address names, read by the server, and the figures under it.
import { get, inWords } from "../wire/api";
import type { LabEntry, LabOdds, LabSetup, LabWager } from "../wire/types";
import { plain } from "../wire/words";
import { type Pays, readOdds, reprice } from "./pricing";

/** The parts of an address that make a set-up; the rest belongs to the tabs. */
export const PARTS = ["rules", "wager", "table", "play", "beside", "pay"];

function setupQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([key]) => PARTS.includes(key)));
}

export class LabSetUp {
  setup = $state.raw<LabSetup | null>(null);
  /** Pays changed by hand, by `wager.table`. */
  edits = $state.raw<Record<string, Pays>>({});
  odds = $state.raw<Record<string, LabWager[]>>({});
  waiting = $state.raw<string[]>([]);
  /** The wagers no decision touches. */
  free = $state.raw<string[]>([]);
  refused = $state.raw<Record<string, string>>({});
  /** Figures of an earlier rule set, until the new ones are here. */
  stale = $state(false);
  trouble = $state("");
  private turn = 0;
  private priced = "";

  constructor(readonly game: string) {}

  get wager(): string {
    return this.setup?.wager ?? "";
  }
  get table(): string {
    return this.setup?.table ?? "";
  }
  get play(): string {
    return this.setup?.play || "main";
  }
  /** The payment made in every round, empty for none. */
  get beside(): string {
    return this.setup?.beside ?? "";
  }
  get entry(): LabEntry | undefined {
    return this.setup?.entries.find((one) => one.id === this.wager);
  }
  get changed(): Pays {
    return this.edits[`${this.wager}.${this.table}`] ?? {};
  }
  /** The plays the chosen wager is priced under; empty where none matters. */
  get plays(): string[] {
    return [...new Set((this.odds[this.wager] ?? []).map((one) => one.play))].filter(Boolean);
  }
  /** The figures of the chosen wager under its table, one for each play and payment. */
  get ways(): LabWager[] {
    return (this.odds[this.wager] ?? []).filter((one) => this.table === "" || one.paytable === this.table);
  }
  get shown(): LabWager | null {
    return this.pricedAs(this.wager, this.table);
  }

  /** A wager as it stands: under its table, with the pays changed by hand. */
  pricedAs(id: string, table = this.tableOf(id)): LabWager | null {
    const all = this.odds[id] ?? [];
    const pays = this.edits[`${id}.${table}`] ?? {};
    const solved = Object.keys(pays).length ? all.find((one) => one.play === "wager" && one.edited === table && this.isMeant(one)) : undefined;
    const printed = all.filter((one) => table === "" || one.paytable === table);
    const found = solved ?? printed.find((one) => this.isMeant(one)) ?? printed.find((one) => one.play === "main");
    return found ? reprice(found, pays) : null;
  }
  /** For the play and the payment on the bench, or the same under all of them. */
  private isMeant(one: LabWager): boolean {
    return one.play === "" || (one.play === this.play && one.beside === this.beside);
  }
  /** The play and the payment as they are, where that wager has a figure under them. */
  wayFor(id: string): { play: string; beside: string } {
    const has = (this.odds[id] ?? []).some((one) => one.play !== "" && this.isMeant(one));
    return has ? { play: this.setup?.play ?? "", beside: this.beside } : { play: "", beside: "" };
  }
  /** What the wager on the bench pays now: its table, with what was changed by hand. */
  paysOf(under: LabWager): Pays {
    const table = this.setup?.game.wagers.find((one) => one.id === under.id)?.paytables.find((one) => one.name === this.table);
    const printed = Object.fromEntries((table?.pays ?? []).map((line) => [line.outcome, line.odds]));
    return { ...printed, ...this.changed };
  }
  tableOf(id: string): string {
    if (id === this.wager) return this.table;
    const tables = this.setup?.entries.find((one) => one.id === id)?.paytables ?? [];
    return tables.find((name) => this.edits[`${id}.${name}`]) ?? tables[0] ?? "";
  }
  /** What the list of wagers takes for granted where the one on the bench takes nothing. */
  get usual(): string {
    const first = (this.setup?.entries ?? []).map((one) => this.pricedAs(one.id)?.condition).find(Boolean);
    return first ?? "";
  }
  needsPlay(id: string): boolean {
    return this.waiting.includes(id);
  }

  /** The set-up as a query: only what differs from the game as it is. */
  query(more: Partial<Record<"wager" | "table" | "play" | "beside", string>> = {}): URLSearchParams {
    const query = new URLSearchParams();
    const found = { wager: this.wager, table: this.table, play: this.setup?.play ?? "", beside: this.beside, ...more };
    if (this.setup?.rules) query.set("rules", this.setup.rules);
    for (const [key, value] of Object.entries(found)) if (value) query.set(key, value);
    for (const text of this.editTexts()) query.append("pay", text);
    return query;
  }
  editTexts(): string[] {
    const some = Object.entries(this.edits).filter(([, pays]) => Object.keys(pays).length);
    return some.map(([key, pays]) => `${key}.${Object.entries(pays).flat().join(".")}`);
  }
  /** Every option as it stands, as the server reads rules. */
  rulesText(): string {
    return (this.setup?.game.options ?? []).map((one) => `${one.key}=${plain(one.value)}`).join(" ");
  }

  /** Read an address; what is wrong with it is returned in words, and left out. */
  async read(query: URLSearchParams): Promise<string[]> {
    const turn = (this.turn += 1);
    const before = this.edits;
    try {
      const found = await get<LabSetup>(`/api/lab/${this.game}?${setupQuery(query)}`);
      if (turn !== this.turn) return [];
      this.setup = found;
      const edits: Record<string, Pays> = {};
      for (const one of found.edits) (edits[`${one.wager}.${one.table}`] ??= {})[one.outcome] = one.odds;
      if (this.edits === before) this.edits = edits; // a payout typed meanwhile stays
      this.trouble = "";
      void this.price(turn);
      return found.wrong;
    } catch (wrong) {
      this.trouble = inWords(wrong);
      return [];
    }
  }

  /** First what needs no play solved, then the rest; a newer set-up stops this one. */
  private async price(turn: number): Promise<void> {
    const line = this.setup!.rules;
    const rules = new URLSearchParams(line ? { rules: line } : {});
    try {
      if (this.priced !== `${line}!`) {
        this.stale = true;
        const free = await get<LabOdds>(`/api/lab/${this.game}/free?${rules}`);
        if (turn !== this.turn) return;
        this.take(free, true);
        this.free = [...new Set(free.wagers.map((one) => one.id))];
        this.stale = false;
        if (free.waiting.length) {
          for (const id of free.waiting) rules.append("wager", id);
          const solved = await get<LabOdds>(`/api/lab/${this.game}/solved?${rules}`);
          if (turn !== this.turn) return;
          this.take(solved, false);
        }
        this.waiting = [];
        this.priced = `${line}!`;
      }
      await this.reprice(turn);
    } catch (wrong) {
      if (turn === this.turn) this.trouble = inWords(wrong);
    }
  }
  private take(found: LabOdds, first: boolean): void {
    const odds: Record<string, LabWager[]> = first ? {} : { ...this.odds };
    // What still waits is shown as it was, dimmed.
    if (first) for (const id of found.waiting) if (this.odds[id]) odds[id] = this.odds[id];
    const fresh = new Set(found.wagers.map((one) => one.id));
    for (const id of fresh) odds[id] = found.wagers.filter((one) => one.id === id);
    this.odds = odds;
    this.refused = { ...(first ? {} : this.refused), ...Object.fromEntries(found.refused.map((one) => [one.id, one.says])) };
    this.waiting = found.waiting;
  }
  /** Where the seat plays for the wager itself, other pays make another play: the server solves. */
  async reprice(turn = this.turn): Promise<void> {
    if (this.play !== "wager" || !Object.keys(this.changed).length || !this.plays.includes("wager")) return;
    const query = this.query();
    query.set("wager", this.wager);
    this.waiting = [this.wager];
    try {
      const solved = await get<LabOdds>(`/api/lab/${this.game}/solved?${query}`);
      const kept = (this.odds[this.wager] ?? []).filter((one) => !one.edited);
      const mine = solved.wagers.filter((one) => one.edited);
      if (turn === this.turn) this.odds = { ...this.odds, [this.wager]: [...kept, ...mine] };
    } catch (wrong) {
      this.trouble = inWords(wrong);
    }
    this.waiting = [];
  }

  /** Pay an outcome otherwise. Nothing is asked of the server but where play depends on it. */
  pay(outcome: string, odds: string): void {
    const key = `${this.wager}.${this.table}`;
    const line = this.setup?.game.wagers.find((one) => one.id === this.wager);
    const base = line?.paytables.find((one) => one.name === this.table)?.pays.find((one) => one.outcome === outcome);
    const pays = { ...this.edits[key], [outcome]: odds };
    if (base && readOdds(base.odds) === readOdds(odds)) delete pays[outcome];
    this.edits = { ...this.edits, [key]: pays };
  }
  payAll(pays: Pays): void {
    for (const [outcome, odds] of Object.entries(pays)) this.pay(outcome, odds);
  }
  asPrinted(): void {
    const { [`${this.wager}.${this.table}`]: _, ...others } = this.edits;
    this.edits = others;
  }
}
