// What the choices of a past round cost, asked for once, and one round after another: the solver
// has others to serve.
import { get } from "./api";
import type { RoundMistakes } from "./types";

const asked = new Map<string, Promise<RoundMistakes>>();
let last: Promise<unknown> = Promise.resolve();

export function mistakesOf(table: string, round: number): Promise<RoundMistakes> {
  const path = `/api/tables/${table}/rounds/${round}/mistakes`;
  const known = asked.get(path);
  if (known) return known;
  const answer = last.then(() => get<RoundMistakes>(path));
  answer.catch(() => asked.delete(path));
  last = answer.catch(() => null);
  asked.set(path, answer);
  return answer;
}
