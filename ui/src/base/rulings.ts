// The rulings in our own words: docs/rulings.md is the one text, read at build time.
import text from "../../../docs/rulings.md?raw";

interface Ruling {
  id: string;
  title: string;
  deal: string;
}

function clean(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replace(/\s+/g, " ")
    .trim();
}

function read(part: string): [string, Ruling] {
  const [head = "", ...lines] = part.split("\n");
  const [id = "", ...title] = head.split(" ");
  const body = lines.join("\n");
  const deal = /- We deal:([\s\S]*?)(?=\n- |\n```|\n#|$)/.exec(body)?.[1] ?? "";
  return [id, { id, title: clean(title.join(" ")), deal: clean(deal) }];
}

const RULINGS = new Map(text.split(/^### /m).slice(1).map(read));

export function rulingsOf(ids: string[]): Ruling[] {
  return ids.flatMap((id) => RULINGS.get(id) ?? []);
}
