import { HIGH_WEAK, MEDIUM_STRONG, type Grade } from "../../grade";
import type { MarkdownUnit } from "../../reading/units";
import { isDiscussed } from "../../reading/warnings";
import { findOrders } from "../../vocabulary/instructions";
import { findObeyedFiles } from "../../vocabulary/obeyed-files";
import { findGathering } from "../../vocabulary/orders-to-gather";

export interface SplitOrder {
  readonly unit: MarkdownUnit;
  readonly start: number;
  readonly grade: Grade;
  readonly message: string;
  readonly evidence: string;
}

/** How much around the place that sends there, and of the file it sends to, is read as one text. */
const AROUND = 600;
const OF_FILE = 20_000;
const MAX_FILES = 20;

/** Orders of which SKILL.md gives one half, and a file that it tells to obey the other. */
export function findSplitOrders(units: readonly MarkdownUnit[]): SplitOrder[] {
  const documents = units.filter(({ isData }) => !isData);
  const skills = documents.filter(({ file }) => file.isSkillDocument);
  return skills.flatMap((skill) => {
    const { visible } = skill.parts;
    const seen = new Set<string>();
    return findObeyedFiles(visible).flatMap(({ name, start, end }) => {
      const base = name.slice(name.lastIndexOf("/") + 1);
      if (seen.has(base) || seen.size >= MAX_FILES) return [];
      seen.add(base);
      const target = documents.find(({ file }) => !file.isSkillDocument && isNamed(file.path, base));
      if (target === undefined) return [];
      const read = target.parts.visible.slice(0, OF_FILE);
      const parts = [visible.slice(Math.max(0, start - AROUND), end), read, visible.slice(end, end + AROUND)];
      return [findWhole(skill, start, parts), findGathered(skill, start, target)].filter(
        (each) => each !== null,
      );
    });
  });
}

const isNamed = (path: string, base: string) => path === base || path.endsWith(`/${base}`);

/** What only both texts together order. */
function findWhole(unit: MarkdownUnit, start: number, parts: readonly string[]): SplitOrder | null {
  const alone = new Set(parts.flatMap(findOrders).map(({ text }) => text));
  const whole = parts.join("\n");
  const order = findOrders(whole).find(
    ({ kind, text, start: at }) =>
      /^(?:exfiltration|payment|remote|override)$/.test(kind) && !alone.has(text) && !isDiscussed(whole, at),
  );
  if (order === undefined) return null;
  const message = "The document and a file that it tells to obey give one order together, against the user.";
  return { unit, start, grade: HIGH_WEAK, message, evidence: order.text };
}

function findGathered(unit: MarkdownUnit, start: number, target: MarkdownUnit): SplitOrder | null {
  const read = target.parts.visible.slice(0, OF_FILE);
  const at = findGathering(read);
  if (at === -1 || isDiscussed(target.text, at)) return null;
  const message = "The agent is told to obey a file that has it gather secrets and pass them on.";
  return { unit, start, grade: MEDIUM_STRONG, message, evidence: read.slice(at, at + 200) };
}
