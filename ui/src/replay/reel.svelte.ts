// A finished round played again from its trace: an event at a time, forwards, backwards, or by
// itself at a chosen speed.
import { BEFORE_MONEY, beatOf, movesMoney } from "../felt/beats";
import { apply, freshRound, snap, type ShownRound } from "../felt/shown";
import { still } from "../base/theme.svelte";
import type { Event, Round } from "../wire/types";

/** A replay is read as well as watched: it rests longer on an event than a live table does. */
const READING = 3.2;

export class Reel {
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  shown = $state<ShownRound>()!;
  readonly events: Event[];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `views` are the round as it was seen at each decision, the last one when it was over. */
  constructor(private readonly views: Round[]) {
    this.events = views.at(-1)?.events ?? [];
    this.shown = freshRound(views[0]!);
  }

  get last(): number {
    return this.events.length;
  }

  get ended(): boolean {
    return this.at >= this.last;
  }

  /** The event the felt rests on; none before the first card. */
  get event(): Event | undefined {
    return this.events[this.at - 1];
  }

  /** Where someone had to decide, as numbers of events. */
  get decisions(): number[] {
    return this.views.slice(0, -1).map((view) => view.events.length);
  }

  goTo(to: number): void {
    const wanted = Math.max(0, Math.min(this.last, Math.trunc(to) || 0));
    // The trace only runs forwards: to go back is to deal again, up to there.
    if (wanted < this.at) {
      this.shown = freshRound(this.views[0]!);
      this.at = 0;
    }
    while (this.at < wanted) this.forward();
  }

  private forward(): void {
    apply(this.shown, this.events[this.at]!);
    this.at += 1;
    const seen = this.views.find((view) => view.events.length === this.at);
    if (seen) snap(this.shown, seen);
  }

  play(): void {
    if (this.ended) this.goTo(0);
    if (still()) {
      this.goTo(this.last);
      return;
    }
    this.playing = true;
    this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** One event on or back, by hand. */
  step(by: number): void {
    this.pause();
    this.goTo(this.at + by);
  }

  private tick(): void {
    const now = this.event;
    const money = movesMoney(this.events[this.at]) && !movesMoney(now);
    const rest = now ? beatOf(now) * READING + (money ? BEFORE_MONEY : 0) : BEFORE_MONEY;
    this.timer = setTimeout(() => {
      this.forward();
      if (this.ended) this.playing = false;
      else this.tick();
    }, rest / this.speed);
  }
}
