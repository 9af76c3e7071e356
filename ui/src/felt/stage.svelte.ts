// Plays a round's new events on the felt, a beat each; Space skips, reduced motion does not wait.
import { BEFORE_MONEY, beatOf, movesMoney, noiseOf } from "./beats";
import { apply, freshRound, snap, type ShownRound } from "./shown";
import { pace } from "../base/pace.svelte";
import { sound } from "../base/sound.svelte";
import { still } from "../base/theme.svelte";
import type { Event, Round } from "../wire/types";

export class Stage {
  shown = $state<ShownRound | null>(null);
  busy = $state(false);
  private round: Round | null = null;
  private queue: Event[] = [];
  private hurry = false;
  private wake: (() => void) | null = null;

  constructor(private readonly rested: () => void = () => undefined) {}

  /** The table's round as it stands now; `first` when it is seen for the first time. */
  sync(round: Round | null, first: boolean): void {
    if (!round) {
      this.drop();
      return;
    }
    if (!this.shown || this.shown.number !== round.number) {
      this.queue = [];
      this.shown = freshRound(round);
    }
    const known = this.shown.events.length + this.queue.length;
    this.round = round;
    this.queue.push(...round.events.slice(known));
    if (first || still() || document.hidden) this.hurry = true;
    if (this.busy) {
      if (this.hurry) this.wake?.();
    } else void this.play();
  }

  skip(): void {
    this.hurry = true;
    this.wake?.();
  }

  drop(): void {
    this.queue = [];
    this.round = null;
    this.shown = null;
  }

  private async play(): Promise<void> {
    this.busy = true;
    let money = false;
    for (let event = this.queue.shift(); event; event = this.queue.shift()) {
      const pays = movesMoney(event);
      if (pays && !money) await this.beat(BEFORE_MONEY);
      money = pays;
      if (!this.shown) break;
      apply(this.shown, event);
      const noise = noiseOf(event);
      if (noise && !this.hurry) sound.play(noise);
      await this.beat(beatOf(event));
    }
    if (this.shown && this.round) snap(this.shown, this.round);
    this.hurry = false;
    this.busy = false;
    this.rested();
  }

  private beat(ms: number): Promise<void> | undefined {
    if (this.hurry || pace.beat === 0) return undefined;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, ms * pace.beat);
      this.wake = done;
    });
  }
}
