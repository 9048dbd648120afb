import { readYaml } from "../yaml/read-yaml";
import type { MapNode, YamlNode } from "../yaml/node";
import type { AddedMembers, PlannedEntry } from "./front-matter-plan";
import { isSameNode } from "./same-node";
import { endOf, type Piece, type SourceBlock, takeApart, type TakenApart } from "./source-block";
import { isUnsafe, writeEntry } from "./write-yaml";

const NOTHING: TakenApart = { pieces: new Map(), tail: [] };

export interface ComposeOptions {
  /** SKILL.md first, then the overlays in the order they are laid on. */
  sources: readonly SourceBlock[];
  lineEnd: string;
  /** The reader of the result knows no brackets, anchors or tags. */
  isStrict: boolean;
}

/**
 * The text of a front matter that says exactly what is planned. What a source file says already is taken over as it
 * is written, comments too; the rest is written as YAML literals. The result is read back and compared: where the
 * writing of a source does not survive the cutting, everything is written anew, and what cannot be written is null.
 */
export function composeFrontMatter(
  plan: readonly PlannedEntry[],
  { sources, lineEnd, isStrict }: ComposeOptions,
): string | null {
  if (plan.length === 0) return `{}${lineEnd}`;
  const taken = sources.map(takeApart);
  const base = taken[0] ?? NOTHING;
  const floating = floatingComments(base.pieces, plan);
  const asWritten = plan.flatMap((entry) => {
    const piece = taken.findLast(({ pieces }) => pieces.has(entry.key))?.pieces.get(entry.key);
    const ownLead = piece?.lead.length === 0 ? undefined : piece?.lead;
    const lead = ownLead ?? base.pieces.get(entry.key)?.lead ?? [];
    const own = piece === undefined ? undefined : takeOver(piece, entry, { lineEnd, isStrict });
    return [...(floating.get(entry.key) ?? []), ...lead, ...(own ?? write(entry, lineEnd))];
  });
  const withComments = [...asWritten, ...tailOf(base, plan)].filter(
    (line) => !isUnsafe(line) && !(isStrict && isFenceInComment(line)),
  );
  const candidates = [withComments, plan.flatMap((entry) => write(entry, lineEnd))];
  return candidates.map(toBlock).find((text) => says(text, plan)) ?? null;
}

function write({ key, node }: PlannedEntry, lineEnd: string): string[] {
  return writeEntry(key, node).map((line) => line + lineEnd);
}

/** The lines of a key as they are written; undefined when they cannot stand in this export. */
function takeOver(
  piece: Piece,
  { node, added }: PlannedEntry,
  { lineEnd, isStrict }: Pick<ComposeOptions, "lineEnd" | "isStrict">,
): readonly string[] | undefined {
  if (!isSelfContained(node, isStrict)) return undefined;
  if (piece.own.some((line) => isUnsafe(line) || (isStrict && /---|\t/.test(line)))) return undefined;
  const own = addMembers(piece, added ?? [], lineEnd);
  return own?.map((line) => (endOf(line) === "" ? line + lineEnd : line));
}

/** Today's reference implementation ends the front matter at any three hyphens, those of a comment too. */
function isFenceInComment(line: string): boolean {
  return line.startsWith("#") && line.includes("---");
}

/** An alias needs its anchor, which may stand at another key; a strict reader takes none of the three styles. */
function isSelfContained(node: YamlNode, isStrict: boolean): boolean {
  if (node.style === "anchor" || (isStrict && node.style !== undefined)) return false;
  if (node.kind === "scalar") return true;
  const children = node.kind === "list" ? node.items : [...node.entries.values()];
  return children.every((child) => isSelfContained(child, isStrict));
}

/** Writes members below the key of a mapping, indented like those it has; undefined where that cannot be done. */
function addMembers(piece: Piece, added: readonly AddedMembers[], lineEnd: string): string[] | undefined {
  const own = [...piece.own];
  for (const { into, members } of added) {
    const map = into.reduce<YamlNode | undefined>(
      (node, key) => (node?.kind === "map" ? node.entries.get(key) : undefined),
      piece.node,
    );
    const firstChild = map?.kind === "map" ? [...map.entries.values()][0] : undefined;
    if (map?.kind !== "map" || firstChild === undefined) return undefined;
    if (firstChild.line <= map.line || members.some(([key]) => map.entries.has(key))) return undefined;
    const indent = /^ */.exec(piece.own[firstChild.line - piece.line] ?? "")?.[0] ?? "";
    const lines = members.flatMap(([key, node]) => writeEntry(key, node, indent));
    own.splice(map.line - piece.line + 1, 0, ...lines.map((line) => line + lineEnd));
  }
  return own;
}

/**
 * Comments that stand apart from a key that goes, by the next key that stays. The comment right above a key goes with
 * it: above another one it would speak of the wrong thing.
 */
function floatingComments(
  pieces: ReadonlyMap<string, Piece>,
  plan: readonly PlannedEntry[],
): Map<string, string[]> {
  const kept = new Set(plan.map(({ key }) => key));
  const floating = new Map<string, string[]>();
  let waiting: string[] = [];
  for (const [key, { lead }] of pieces) {
    if (kept.has(key)) {
      floating.set(key, waiting);
      waiting = [];
    } else {
      const apart = lead.slice(0, lead.findLastIndex((line) => line.trim() === "") + 1);
      if (apart.some((line) => line.trim() !== "")) waiting.push(...apart);
    }
  }
  return floating;
}

/** What stands below the last key; blank lines alone go with it. */
function tailOf({ pieces, tail }: TakenApart, plan: readonly PlannedEntry[]): readonly string[] {
  const last = [...pieces.keys()].at(-1);
  const stays = tail.some((line) => line.trim() !== "") || plan.some(({ key }) => key === last);
  return stays ? tail : [];
}

function toBlock(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line.trim() !== "");
  return lines.slice(Math.max(start, 0)).join("");
}

function says(text: string, plan: readonly PlannedEntry[]): boolean {
  const { root, faults } = readYaml(text.replace(/\r\n?/g, "\n"));
  const planned: MapNode = {
    kind: "map",
    entries: new Map(plan.map(({ key, node }) => [key, node])),
    line: 0,
  };
  return faults.length === 0 && root !== undefined && isSameNode(root, planned);
}
