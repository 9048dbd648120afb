import { comparePaths } from "@/lib/package";
import type { VettingContext } from "../rule";
import { findAddresses } from "../vocabulary/hosts";
import { readCodeDeeds } from "./code-deeds";
import { readCommandDeeds } from "./command-deeds";
import { Moments } from "./moments";
import type { Deed, Picture, Spot } from "./picture";
import { Purpose } from "./purpose";
import { readToldDeeds } from "./told-deeds";
import { readUses } from "./uses";

/** Of each list; a package with more has been told enough. */
const MAX_LISTED = 200;

/** The picture of what a package does. Pure; its time is bounded by what the reader of the package has let in. */
export function readPicture(context: Omit<VettingContext, "picture">): Picture {
  const purpose = readPurpose(context);
  const moments = new Moments(context.units);
  const told = context.units.markdown
    .filter(({ file, origin }) => file.isSkillDocument || origin === "skill" || origin === "script")
    .flatMap((unit) => readToldDeeds(unit, purpose, moments));
  const deeds = told.concat(
    readCommandDeeds(context, purpose, moments),
    readCodeDeeds(context, purpose, moments),
  );
  const uses = readUses(context, purpose);
  return {
    contacts: inOrder(uses.contacts),
    reads: inOrder(uses.reads),
    runs: inOrder(uses.runs),
    changes: inOrder(uses.changes),
    deeds: inOrder(withoutRepeats(deeds)),
  };
}

function readPurpose({ files, facts }: Omit<VettingContext, "picture">): Purpose {
  const mentions = new Map<string, number>();
  let frontmatter = "";
  for (const { isSkillDocument, text } of files) {
    if (!isSkillDocument || text === null) continue;
    frontmatter += /^---\r?\n[^]{0,20000}?\n---/.exec(text)?.[0].toLowerCase() ?? "";
    for (const { host } of findAddresses(text)) mentions.set(host, (mentions.get(host) ?? 0) + 1);
  }
  return new Purpose(facts, frontmatter, mentions);
}

function inOrder<Item extends Spot>(items: readonly Item[]): Item[] {
  return [...items]
    .sort((left, right) => comparePaths(left.file, right.file) || left.line - right.line)
    .slice(0, MAX_LISTED);
}

function withoutRepeats(deeds: readonly Deed[]): Deed[] {
  const seen = new Set<string>();
  // What one reading excuses another may not.
  const outsideFirst = [...deeds].sort((left, right) => Number(right.isOutside) - Number(left.isOutside));
  return outsideFirst.filter(({ kind, file, line, object }) => {
    const key = `${kind}\n${file}\n${line}\n${object}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
