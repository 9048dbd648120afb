import { DIALECT_KEYS } from "../dialects/registry";
import type { CheckProfile } from "../profiles";
import { EMPTY_MAP, isMissing, type MapNode, type YamlNode } from "../yaml/node";
import { closeInputSchema } from "./close-input-schema";
import { type PlannedEntry, textNode, withMembers } from "./front-matter-plan";
import { toText } from "./json-text";

/** Where keys go that today's Agent Skills does not know: `metadata` holds them as texts under this prefix. */
const STORE_PREFIX = "store.";

export interface PlanOptions {
  /** `agent-skills-upstream` only: leave the keys of other formats out instead of keeping them under `metadata`. */
  dropOthers?: boolean;
  /** `exo` only, and only when the author agrees: close the input schema. */
  closeInput?: boolean;
}

export interface FrontMatterPlan {
  entries: PlannedEntry[];
  /** Keys kept as texts under `metadata`. */
  moved: string[];
  /** Keys that are not in the export. */
  dropped: string[];
}

/** What the front matter of an export says: the keys of the dialect, in the order of the file (section 5.3). */
export function planFrontMatter(
  frontMatter: MapNode,
  profile: CheckProfile,
  { dropOthers = false, closeInput = false }: PlanOptions,
): FrontMatterPlan {
  const isStrict = profile === "agent-skills-upstream";
  const keys = DIALECT_KEYS[profile === "agent-skills-upstream" ? "agent-skills" : profile];
  const present = [...frontMatter.entries].filter(([, node]) => !isMissing(node));
  const own = present
    .filter(([key, node]) => keys.includes(key) && !(isStrict && isEmpty(node)))
    .map(([key, node]): PlannedEntry => ({ key, node }));
  const others = present.filter(([key]) => !keys.includes(key));
  const names = others.map(([key]) => key);
  if (!isStrict || dropOthers || others.length === 0) {
    const entries = profile === "exo" && closeInput ? own.map(closeInputSchema) : own;
    return { entries, moved: [], dropped: names };
  }
  return { entries: moveIntoMetadata(own, others), moved: names, dropped: [] };
}

/** `[]` and `{}` say nothing, and the reference implementation reads no brackets. */
function isEmpty(node: YamlNode): boolean {
  return (
    (node.kind === "list" && node.items.length === 0) || (node.kind === "map" && node.entries.size === 0)
  );
}

/** A `metadata` that is no mapping has no room for members, so it is moved like any other key. */
function moveIntoMetadata(
  own: readonly PlannedEntry[],
  others: readonly (readonly [string, YamlNode])[],
): PlannedEntry[] {
  const at = own.findIndex(({ key }) => key === "metadata");
  const written = own[at]?.node ?? EMPTY_MAP;
  const moving = written.kind === "map" ? others : [...others, ["metadata", written] as const];
  const members = moving.map(([key, node]) => [`${STORE_PREFIX}${key}`, textNode(toText(node))] as const);
  const metadata = withMembers(written.kind === "map" ? written : EMPTY_MAP, members);
  const entry: PlannedEntry = { key: "metadata", node: metadata, added: [{ into: [], members }] };
  return at === -1 ? [...own, entry] : own.with(at, entry);
}
