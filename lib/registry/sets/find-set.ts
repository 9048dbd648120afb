import type { Database } from "@/lib/db/client";
import { satisfiesRange } from "@/lib/registry/sets/set-range";
import {
  findSetRow,
  findSetVersion,
  listPartVersions,
  listSetVersions,
  type PartVersionRow,
  type SetRow,
  type SetVersionRow,
} from "@/lib/registry/sets/sets-repository";
import { compareVersions, isKebabCase, isPrerelease } from "@/lib/skill-format";
import type { SkillAccess } from "@/lib/registry/views";

interface FoundSet {
  set: SetRow;
  /** The version asked for, or the last. */
  held: SetVersionRow;
  versions: { version: string; createdAt: Date }[];
}

/** A set with one of its versions; null where there is none. */
export async function findSet(db: Database, name: string, version?: string): Promise<FoundSet | null> {
  // What is no name names nothing, and the database takes no NUL.
  if (!isKebabCase(name)) return null;
  const set = await findSetRow(db, name);
  const held = set && (await findSetVersion(db, set.id, version));
  return set && held && { set, held, versions: await listSetVersions(db, set.id) };
}

/**
 * What a part of a set is now: given; called here and not installed, where its files are not given; quarantined with its skill; withdrawn, where every version in its range was; not
 * published, where nothing of the skill is yet, or its draft has expired; or without a version in its range.
 */
export type PartState = "given" | "call_only" | "quarantined" | "withdrawn" | "not_published" | "no_version";

interface ResolvedPart {
  skill: string;
  range: string;
  state: PartState;
  reason: string | null;
  /** There while it is given. */
  chosen: PartVersionRow | null;
}

/** The version that each part gives: the highest published one in its range that was not withdrawn. One query. */
export async function resolveParts(db: Database, parts: SetVersionRow["parts"]): Promise<ResolvedPart[]> {
  const versions = await listPartVersions(
    db,
    parts.map(({ skillId }) => skillId),
  );
  return parts.map(({ skillId, range, skill: { slug: skill } }) => ({
    skill,
    range,
    ...decidePart(
      versions.filter((version) => version.skillId === skillId),
      range,
    ),
  }));
}

type Version = PartVersionRow & { quarantineReason: string | null; access: SkillAccess; isExpired: boolean };

/** Pure; `versions` are those of one skill, the last first. */
export function decidePart(
  versions: readonly Version[],
  range: string,
): Pick<ResolvedPart, "state" | "reason" | "chosen"> {
  const none = (state: PartState, reason: string | null = null) => ({ state, reason, chosen: null });
  const [any] = versions;
  if (any && any.quarantineReason !== null) return none("quarantined", any.quarantineReason);
  const published = versions.filter(({ isPublished, isYanked }) => isPublished || isYanked);
  if (published.length === 0 || any?.isExpired === true || any?.access === "private")
    return none("not_published");
  if (any?.access === "call_only") return none("call_only");
  const inRange = published.filter(
    ({ version }) => satisfiesRange(version, range) && (version === range || !isPrerelease(version)),
  );
  if (inRange.length === 0) return none("no_version");
  const standing = inRange.filter(({ isYanked }) => !isYanked);
  if (standing.length === 0) return none("withdrawn", inRange[0]?.yankReason ?? null);
  const chosen = standing.reduce((best, next) =>
    (compareVersions(next.version, best.version) ?? 0) > 0 ? next : best,
  );
  return { state: "given", reason: null, chosen };
}
