import type { Unit } from "./unit";

/** Words without which code reaches nothing that a rule is about. */
const TELLS =
  /https?:|\b(?:import|require|system|p?open|exec\w*|eval|spawn\w*|subprocess|child_process|curl|wget|urlopen|fetch|socket|environ|base64|atob|bash|powershell|rm)\b|\.ssh/gi;
const REACH = 1_000;

/** The lines of a unit that tell the most of what it does, at most so many characters of them, as a unit of its own. */
export function tellingPart(unit: Unit, most: number): Unit {
  const starts: { at: number; from: number }[] = [];
  let text = "";
  let end = 0;
  for (const { index } of unit.text.matchAll(TELLS)) {
    if (index < end) continue;
    const before = unit.text.slice(Math.max(end, index - REACH), index);
    const from = index - before.length + before.lastIndexOf("\n") + 1;
    const line = unit.text.slice(from, index + REACH).split("\n", 1)[0] ?? "";
    if (text.length + line.length >= most) break;
    starts.push({ at: text.length, from });
    text += `${line.trim()}\n`;
    end = from + line.length;
  }
  const lineAt = (offset: number) => unit.lineAt(starts.findLast(({ at }) => at <= offset)?.from ?? 0);
  return { ...unit, text, lineAt };
}
