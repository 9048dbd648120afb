import type { Random } from "./random";

/** What means something to one of the readers, or has broken a reader somewhere. */
const TOKENS = [
  ..."---|...|: |- |? |#|\n|\t|\r\n|\r|&a |*a|<<: *a|!!str |!!binary |!!python/object:os.system |%YAML 1.1\n|[|]|{|}|,|'|\"".split(
    "|",
  ),
  ..."|,>,|-,>+,|2,```,~~~,## ,===,](,]: ,</,<!--,null,~,true,yes,0x1F,1e999,.inf,5_000,007,1.0,2026-02-30".split(
    ",",
  ),
  ...'@tool_handler("x")\n;async def f(args, context):\n;""";f"{;lambda ;工具：;强制工具调用规则;rules/x.md'.split(
    ";",
  ),
  ..."__proto__: x\n;constructor: x\n;toString: x\n;name: ;description: ;version: ;dialects: [exo, usk]\n".split(
    ";",
  ),
  "\\u0000",
  "\\ud800",
  "\u0000",
  "\ufeff",
  "\u2028",
  "\u202e",
  "\u200b",
  "\ud83e",
  "🧹",
  "技",
  "ｐ",
];

/** A text with one to six places changed, most of them line by line, as a SKILL.md is written. */
export function mutateText(text: string, random: Random, others: readonly string[]): string {
  let changed = text;
  for (let left = 1 + random.below(6); left > 0; left -= 1) changed = mutateOnce(changed, random, others);
  return changed.slice(0, 200_000);
}

function mutateOnce(text: string, random: Random, others: readonly string[]): string {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const line = lines[at] ?? "";
  const place = random.below(line.length + 1);
  switch (random.below(12)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, line);
      break;
    case 2:
      lines[at] = " ".repeat(random.below(6)) + line.trimStart();
      break;
    case 3:
      lines[at] = line.replace(/:.*$/, `: ${random.pick(TOKENS)}`);
      break;
    case 4:
    case 5:
      lines[at] = line.slice(0, place) + random.pick(TOKENS) + line.slice(place);
      break;
    case 6:
      lines.splice(at, random.below(4), ...pickLines(random.pick(others), random));
      break;
    case 7:
      lines[at] = random.pick(TOKENS).repeat(1 + random.below(random.oneIn(20) ? 5_000 : 20));
      break;
    case 8:
      lines.splice(at, 0, ...nest(random));
      break;
    case 9:
      return text.slice(0, random.below(text.length + 1));
    case 10:
      lines[at] =
        line.slice(0, place) +
        String.fromCharCode(random.below(0x10000)) +
        line.slice(place + random.below(3));
      break;
    default:
      lines.splice(at, 0, ...Array.from({ length: 1 + random.below(30) }, () => line));
  }
  return lines.join("\n");
}

function pickLines(text: string, random: Random): string[] {
  const lines = text.split("\n");
  const at = random.below(lines.length);
  return lines.slice(at, at + 1 + random.below(8));
}

/** Mappings or lists one inside another. */
function nest(random: Random): string[] {
  const depth = 1 + random.below(90);
  const piece = random.pick(["a:", "-", "? x", "- - a:"]);
  return Array.from({ length: depth }, (_, level) => " ".repeat(level) + piece);
}
