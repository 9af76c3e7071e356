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

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/** Whether the same question may be answered another time: not if the server has said no. */
function later(wrong: unknown): boolean {
  if (!(wrong instanceof Refusal)) return true;
  return wrong.status === 0 || wrong.status === 429 || wrong.status >= 500 || wrong.code === "lab/too_long";
}

const edges = new Map<string, Promise<GameEdges>>();

/** House edges of a game under a rules line, asked for once: also if the server has said no. */
export function edgesUnder(id: string, rulesLine: string): Promise<GameEdges> {
  const path = `/api/games/${id}/edges?rules=${encodeURIComponent(rulesLine)}`;
  const answer = edges.get(path) ?? patiently(path);
  edges.set(path, answer);
  return answer;
}

/** A server that is busy, or a line that breaks while it solves, is asked until it has answered. */
async function patiently(path: string): Promise<GameEdges> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    try {
      return await get<GameEdges>(path);
    } catch (wrong) {
      if (!later(wrong)) throw wrong;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
