// The catalogue and its house edges, each asked for once.
import { get, Refusal } from "./api";
import type { Game, GameEdges, SmallFelts } from "./types";

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let answer = asked.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path);
    answer.catch(() => asked.delete(path));
    asked.set(path, answer);
  }
  return answer;
}

export function allGames(): Promise<Game[]> {
  return once<Game[]>("/api/games");
}

/** Of each game a hand and a figure, for the lobby. */
export function allFelts(): Promise<SmallFelts> {
  return once<SmallFelts>("/api/felts");
}

export function gameUnder(id: string, rulesLine: string): Promise<Game> {
  return once<Game>(`/api/games/${id}?rules=${encodeURIComponent(rulesLine)}`);
}

// A first answer takes the solver seconds, and a browser opens six connections: one edge is asked
// for at a time, so that a click never waits behind them.
const waiting: (() => Promise<unknown>)[] = [];
let working = false;

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) await next().catch(() => null);
  working = false;
}

const edges = new Map<string, Promise<GameEdges>>();
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/** Whether the same question may be answered another time: not if the server has said no. */
function later(wrong: unknown): boolean {
  if (!(wrong instanceof Refusal)) return true;
  return wrong.status === 0 || wrong.status === 429 || wrong.status >= 500 || wrong.code === "lab/too_long";
}

/** House edges of a game under a rules line; `urgent` goes before what the lobby asked for. A server
 *  that is busy, or a line that breaks while it solves, is asked again until it has answered. */
export function edgesUnder(id: string, rulesLine: string, urgent = false): Promise<GameEdges> {
  const path = `/api/games/${id}/edges?rules=${encodeURIComponent(rulesLine)}`;
  const known = edges.get(path);
  if (known && !urgent) return known;
  const answer = new Promise<GameEdges>((resolve, reject) => {
    let pause = FIRST_PAUSE;
    const ask = (): Promise<unknown> => once<GameEdges>(path).then(resolve, again);
    const again = (wrong: unknown): void => {
      if (!later(wrong)) reject(wrong);
      else setTimeout(queue, pause);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    };
    const queue = (): void => {
      if (urgent) waiting.unshift(ask);
      else waiting.push(ask);
      void work();
    };
    queue();
  });
  edges.set(path, answer);
  answer.catch(() => edges.delete(path));
  return answer;
}
