// One table as this browser has it: what the server last said, the felt being played, our bets.
import { answered, get, inWords, newKey, Refusal, send } from "../wire/api";
import { Draft } from "./draft.svelte";
import { commitmentFor, entropyFor, firstSeen, mayShow, protest } from "../wire/entropy";
import { gameUnder } from "../wire/games";
import { self } from "../wire/session.svelte";
import { TableSocket, type Line } from "../wire/socket";
import { MAX_CHIP } from "../base/money";
import { sound } from "../base/sound.svelte";
import { still } from "../base/theme.svelte";
import { Stage } from "../felt/stage.svelte";
import { cardsIn } from "../felt/shown";
import { remember, remembered } from "./remembered";
import type { Bet, Chair, Done, Game, Hint, SocketMessage, Table, Wager, You } from "../wire/types";

const READING = 8_000;
const BEAT = 600; // a result is seen before it can be dealt away
const PURSE_AFTER = 250;
const FIRST_BET = 1_000; // who has never bet on a game is offered this much

type Mode = "watching" | "betting" | "late" | "waiting" | "acting" | "others" | "dealing" | "result";

export class TableState {
  table = $state.raw<Table | null>(null);
  you = $state.raw<You | null>(null);
  game = $state.raw<Game | null>(null);
  line = $state<Line>("loading");
  trouble = $state("");
  protest = $state(""); // what the house says of our part in the shuffle that is not so
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  acting = $state(false);
  cleared = $state(0); // the number of the round whose cards were collected here
  skew = 0; // server clock minus ours, ms
  chosen = $state<Record<string, string>>({}); // pay tables picked on this page, by wager
  fresh = $state(false); // a result that has only just been shown
  readonly stage = new Stage(() => this.rested());
  readonly draft = new Draft(
    () => this.table!,
    () => this.game!,
    (body) => this.carry("bets", body),
  );
  meters = $state.raw<Record<string, number>>({}); // what is on each, by wager, as far as is shown
  private readonly socket: TableSocket;
  private metersTold: Record<string, number> | null = null; // what they will show at rest
  private owed: number | null = null; // what the purse will show once the felt is at rest
  private told = 0; // the number of the round whose result has been shown
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private giving = new Set<string>();
  private promised = new Set<number>(); // shoes we sent our hash for, and have not got up since

  constructor(readonly id: string) {
    this.socket = new TableSocket(
      id,
      (message) => void this.heard(message),
      (line) => this.hear(line),
      () => self.begin(),
    );
  }

  close(): void {
    this.socket.close();
    this.stage.drop();
    clearTimeout(this.quiet);
    if (this.owed !== null) self.purse(this.owed);
  }

  private hear(line: Line): void {
    if (line === "live" && this.line === "lost") this.trouble = "";
    this.line = line;
  }

  /** What went wrong, for as long as it takes to read. */
  complain(words: string): void {
    clearTimeout(this.quiet);
    this.trouble = words;
    this.quiet = setTimeout(() => (this.trouble = ""), READING);
  }

  /** Every event has been shown: now the sum, a beat later the purse, and then the next deal. */
  private rested(): void {
    const round = this.table?.round;
    if (round?.done && round.number !== this.told) {
      this.told = round.number;
      this.fresh = true;
      setTimeout(() => (this.fresh = false), BEAT);
    }
    setTimeout(() => this.payOut(), still() ? 0 : PURSE_AFTER);
    this.showMeters();
  }

  /** A meter tells what a round came to: not before its cards do. */
  private showMeters(): void {
    if (this.metersTold === null || this.stage.busy) return;
    this.meters = this.metersTold;
    this.metersTold = null;
  }

  private payOut(): void {
    if (this.owed === null || this.stage.busy) return;
    self.purse(this.owed);
    this.owed = null;
    if ((self.info?.purse ?? 0) < Math.max(self.info?.broke ?? 0, this.leastHand)) void self.refresh().catch(() => null);
  }

  chair(seat: number): Chair | undefined {
    return this.table?.chairs.find((chair) => chair.seat === seat);
  }

  wager(id: string): Wager | undefined {
    return this.game?.wagers.find((wager) => wager.id === id);
  }

  /** The seats that are taken and bet on as one with this; none where nobody can sit. */
  party(seat: number): number[] {
    return this.table?.parties.find((party) => party.includes(seat)) ?? [];
  }

  get mine(): number[] {
    return this.you?.seats ?? [];
  }

  get mode(): Mode {
    const { table, stage } = this;
    if (!table) return "watching";
    if (stage.busy) return "dealing";
    if (table.phase === "playing") return this.playing();
    if (this.mine.length === 0) return "watching";
    if (this.ready) return "waiting";
    const finished = table.round?.done && table.round.number !== this.cleared;
    const dealtIn = table.round?.seats.some((seat) => this.mine.includes(seat.seat));
    return finished && dealtIn && !this.betting ? "result" : "betting";
  }

  private playing(): Mode {
    if (this.mine.length === 0) return "watching";
    const late = this.table?.round?.late;
    if (late) return late.waits.includes(this.you?.player ?? "") ? "late" : "others";
    return this.mine.includes(this.table?.round?.asked_seat ?? 0) ? "acting" : "others";
  }

  /** Something of ours lies on a spot for the coming round. */
  get betting(): boolean {
    return this.mine.some((seat) => this.draft.at(seat).some((bet) => !bet.riding));
  }

  /** What we put down now that the dealer's card is up, not sent yet. */
  lateBets = $state<Record<number, Bet[]>>({});

  lateAt(seat: number): Bet[] {
    return this.mode === "late" ? (this.lateBets[seat] ?? []) : [];
  }

  get lateSum(): number {
    return this.mine.flatMap((seat) => this.lateAt(seat)).reduce((sum, bet) => sum + bet.stake, 0);
  }

  /** All of it at once, or that nothing is bet. */
  async sendLate(): Promise<void> {
    const seats = this.mine.map((seat) => ({ seat, bets: this.lateAt(seat).map(({ wager, stake, paytable }) => ({ wager, stake, paytable })) }));
    if (await this.command("late", { round: this.table?.round?.number ?? 0, seats: seats.filter((one) => one.bets.length) })) this.lateBets = {};
  }

  private putLate(seat: number, wager: Wager, stake: number): void {
    const others = this.lateAt(seat).filter((bet) => bet.wager !== wager.id);
    const bet = { wager: wager.id, stake, paytable: this.payTable(seat, wager.id), riding: false, late: true };
    this.lateBets = { ...this.lateBets, [seat]: stake ? [...others, bet] : others };
  }

  get ready(): boolean {
    return this.mine.length > 0 && this.mine.every((seat) => this.chair(seat)?.confirmed);
  }

  /** Whether the felt shows the round, or the spots for the next one. */
  get showsRound(): boolean {
    const { shown } = this.stage;
    if (!shown || !this.table?.round) return false;
    if (this.stage.busy || this.table.phase === "playing") return true;
    return shown.number !== this.cleared && !this.betting;
  }

  /** The pay table a spot shows and pays by: that of the bet on it, else the one a bet would have. */
  payTable(seat: number, wager: string): string {
    const shown = this.showsRound ? this.stage.shown?.seats.find((one) => one.seat === seat) : undefined;
    const bet = (shown ? shown.bets : this.draft.at(seat)).find((one) => one.wager === wager);
    const last = this.chair(seat)?.last_bets.find((one) => one.wager === wager);
    return bet ? bet.paytable || this.posted(wager) : (this.chosen[wager] ?? (last?.paytable || this.posted(wager)));
  }

  private posted(wager: string): string {
    return this.table?.paytables[wager] ?? "";
  }

  /** Another pay table: bets that lie on its spots follow, and the next ones have it. */
  choosePay(wager: string, name: string): void {
    this.chosen = { ...this.chosen, [wager]: name };
    if (this.mode === "result") this.collect();
    if (this.mode === "betting") for (const seat of this.mine) this.draft.payBy(seat, wager, name);
  }

  /** Cards in the shoe, counted down as they are shown. */
  get cardsLeft(): number {
    if (!this.table) return 0;
    const { shoe, round, phase } = this.table;
    const drawn = cardsIn(round?.events ?? []);
    const shown = this.stage.shown ? cardsIn(this.stage.shown.events) : drawn;
    const before = phase === "playing" ? shoe.dealt : shoe.dealt - drawn;
    // A shoe that took the old one's place has none of the round's cards.
    return before < 0 ? shoe.cards - shoe.dealt : shoe.cards - before - shown;
  }

  /** It is asked whether second cards are swapped: both hands are looked at. */
  get swaps(): boolean {
    return this.mode === "acting" && (this.table?.round?.legal.includes("switch") ?? false);
  }

  /** A card of ours that busts a hand lies there to be burned. */
  get burns(): boolean {
    return this.mode === "acting" && this.table?.round?.default === "burn";
  }

  /** What "same again" puts down: as the felt shows it. */
  get lastBets(): Record<number, Bet[]> {
    const asShown = (bet: Bet): Bet => ({ ...bet, paytable: this.mode === "result" ? bet.paytable : (this.chosen[bet.wager] ?? bet.paytable) });
    const seats = this.mine.flatMap((seat) => {
      const bets = this.chair(seat)?.last_bets ?? [];
      const riding = (this.chair(seat)?.bets ?? []).filter((bet) => bet.riding).map((bet) => bet.wager);
      const again = bets.filter((bet) => !riding.includes(bet.wager)).map(asShown);
      return again.length ? [[seat, again] as const] : [];
    });
    return seats.length || !this.mine[0] ? Object.fromEntries(seats) : this.fromBefore(this.mine[0]);
  }

  /** Nothing was bet at this table yet: what is offered comes from before, and is dealt at once. */
  get firstBets(): boolean {
    return this.mine.length > 0 && this.mine.every((seat) => (this.chair(seat)?.last_bets ?? []).length === 0);
  }

  /** What we last bet on this game, where it may lie here; or a first bet on its first main wager. */
  private fromBefore(seat: number): Record<number, Bet[]> {
    if ((this.chair(seat)?.bets ?? []).length > 0 || !this.table) return {};
    const known = remembered(this.table.game).filter((bet) => this.wager(bet.wager));
    const offered = known.length ? known : this.firstBet();
    const bets = offered.map((bet) => ({ ...bet, paytable: this.chosen[bet.wager] ?? this.posted(bet.wager) }));
    return bets.length ? Object.fromEntries(this.party(seat).map((one) => [one, bets])) : {};
  }

  private firstBet(): Bet[] {
    const main = this.game?.wagers.find((wager) => wager.kind === "main");
    const { least, most } = (main && this.table?.stakes[main.id]) ?? { least: 1, most: 0 };
    const stake = Math.max(least, Math.min(most, FIRST_BET));
    const fits = least <= most && stake * this.hands <= (self.info?.purse ?? 0);
    return main && fits ? [{ wager: main.id, stake, paytable: "", riding: false, late: false }] : [];
  }

  /** How many hands a player of ours has, before any is split. */
  private get hands(): number {
    return Math.max(1, this.party(this.mine[0] ?? 0).length);
  }

  collect(): void {
    this.cleared = this.table?.round?.number ?? 0;
    this.fresh = false;
  }

  private async heard(message: SocketMessage): Promise<void> {
    if (message.type === "you") {
      this.you = message.you;
      this.owed = message.you.purse;
      this.payOut();
      if (this.mine.length === 0) this.promised.clear();
      void this.give();
    } else if (message.type === "table") await this.seen(message.table, message.now);
    else if (message.type === "meters") {
      this.metersTold = message.meters;
      this.showMeters();
    } else if (message.type === "refused") this.complain(message.message);
  }

  private async seen(table: Table, now: number): Promise<void> {
    const first = this.table === null;
    // A round that was over before we came is no news.
    if (first && table.round?.done) this.told = table.round.number;
    if (this.table && table.version < this.table.version) return;
    this.skew = now - Date.now();
    if (this.table && table.next_round !== this.table.next_round) this.draft.forget();
    if (!table.round?.late) this.lateBets = {};
    if (this.hint && (table.round?.step !== this.hint.step || table.round.number !== this.hint.round)) this.hint = null;
    firstSeen(table.id, table.shoe.number, table.shoe.commitment);
    firstSeen(table.id, table.next_shoe.number, table.next_shoe.commitment);
    this.game ??= await gameUnder(table.game, table.rules_line);
    this.table = table;
    for (const shoe of [table.shoe, table.next_shoe]) {
      this.protest ||= protest(table.id, this.you?.player ?? "", shoe, this.promised.has(shoe.number));
    }
    void this.give();
    this.stage.sync(table.round, first);
  }

  /** Our part of the shuffle, whenever the server asks for it. */
  private async give(): Promise<void> {
    const { needs_commitment: hashes, needs_entropy: bytes } = this.you ?? { needs_commitment: [], needs_entropy: [] };
    for (const shoe of hashes) {
      if (await this.give1(shoe, "commitment", { shoe, commitment: commitmentFor(this.id, shoe) })) this.promised.add(shoe);
    }
    for (const shoe of bytes) {
      const shown = [this.table?.shoe, this.table?.next_shoe].find((one) => one?.number === shoe);
      if (!shown || !mayShow(this.id, this.you?.player ?? "", shown)) continue;
      await this.give1(shoe, "entropy", { shoe, entropy: entropyFor(this.id, shoe) });
    }
  }

  private async give1(shoe: number, what: string, body: object): Promise<boolean> {
    const key = `${shoe} ${what}`;
    if (this.giving.has(key)) return false;
    this.giving.add(key);
    try {
      await this.carry("entropy", body);
      return true;
    } catch {
      this.giving.delete(key);
      return false;
    }
  }

  /** Over the socket if it is up, else by POST, under one key: whatever happens it is done once. */
  private async carry(action: string, body: object): Promise<Done> {
    const key = newKey();
    const said = await this.socket.ask(action, key, body);
    if (said && said.status !== 503) return answered<Done>(said.status, said.body);
    return send<Done>(`/api/tables/${this.id}/${action}`, body, key);
  }

  private async command(action: string, body: object): Promise<boolean> {
    this.trouble = "";
    this.acting = true;
    try {
      await this.carry(action, body);
      return true;
    } catch (wrong) {
      if (!(wrong instanceof Refusal && wrong.code === "table/stale")) this.complain(inWords(wrong));
      return false;
    } finally {
      this.acting = false;
    }
  }

  /** A chip on a spot, or as much as it takes. */
  lay(seat: number, wager: Wager, chip: number): void {
    sound.play("chip");
    if (wager.late) {
      const lies = this.lateAt(seat).find((bet) => bet.wager === wager.id)?.stake ?? 0;
      const room = Math.min(this.table?.stakes[wager.id]?.most ?? wager.most, (self.info?.purse ?? 0) - this.lateSum + lies);
      this.putLate(seat, wager, Math.min(room, chip === MAX_CHIP ? room : lies + chip));
      return;
    }
    this.collect();
    const lies = this.draft.stake(seat, wager.id);
    const seats = this.together(seat, wager);
    const takes = this.table?.stakes[wager.id] ?? wager;
    const most = Math.min(takes.most, (self.info?.purse ?? 0) / seats.length + lies);
    const rest = takes.most - lies; // of a bet of one size: all of it or nothing
    const cents = takes.least === takes.most ? rest : chip === MAX_CHIP ? Math.max(0, Math.floor((most - lies) / 100) * 100) : chip;
    if (cents || wager.kind === "fee") this.draft.add(seats, wager, cents, this.payTable(seat, wager.id));
  }

  clear(seat: number, wager: Wager): void {
    if (wager.late) {
      this.putLate(seat, wager, 0);
      return;
    }
    this.draft.clear(this.together(seat, wager), wager);
  }

  /** A main wager lies alike on all hands of a player. */
  private together(seat: number, wager: Wager): number[] {
    return wager.kind === "main" ? this.party(seat) : [seat];
  }

  /** Every bet of ours by so much; what the table does not take is refused in words. */
  scale(by: number, of: number): void {
    const parties = (this.table?.parties ?? []).filter((party) => party.some((seat) => this.mine.includes(seat)));
    for (const party of parties) this.draft.scale(party, by, of);
  }

  private get leastHand(): number {
    const mains = (this.game?.wagers ?? []).filter((wager) => wager.kind === "main");
    const least = mains.length ? Math.min(...mains.map((wager) => this.table?.stakes[wager.id]?.least ?? wager.least)) : 0;
    return least * this.hands;
  }

  /** Nothing left that buys a hand here, and nothing on the felt. */
  get broke(): boolean {
    const least = this.leastHand;
    const between = this.mode === "betting" || this.mode === "result";
    return between && !this.fresh && !this.betting && (self.info?.purse ?? least) < least && (self.info?.may_refill ?? false);
  }

  async refill(): Promise<void> {
    try {
      await self.refill();
    } catch (wrong) {
      this.complain(inWords(wrong));
    }
  }

  sit(seat: number): Promise<boolean> {
    // Our part of the shuffle follows when the server names the shoes that want it.
    return this.command("seats", { seats: [seat], commitment: null });
  }

  leave(seats: number[]): Promise<boolean> {
    for (const seat of seats) delete this.draft.bets[seat];
    return this.command("leave", { seats });
  }

  async deal(): Promise<void> {
    if (this.acting || !(await this.draft.flush())) return;
    if (this.table && this.mine[0]) remember(this.table.game, this.draft.at(this.mine[0]));
    await this.command("deal", { round: this.table?.next_round ?? 0 });
  }

  async again(andDeal: boolean): Promise<void> {
    if (this.fresh && andDeal) return;
    const bets = this.lastBets;
    this.collect();
    const placed = await this.draft.replace(bets);
    if (placed && andDeal) await this.deal();
  }

  async choose(choice: string, amount: number | null = null): Promise<void> {
    const round = this.table?.round;
    if (!round || this.acting) return;
    const { number, step, asked_seat: seat } = round;
    await this.command("choose", { round: number, step, seat, choice, amount });
  }

  async askHint(): Promise<void> {
    if (this.hinting) return;
    this.hinting = true;
    this.trouble = "";
    try {
      this.hint = await get<Hint>(`/api/tables/${this.id}/hint`);
    } catch (wrong) {
      this.complain(inWords(wrong));
    } finally {
      this.hinting = false;
    }
  }
}
