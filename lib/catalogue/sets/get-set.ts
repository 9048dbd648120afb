import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { mapSkillRows } from "@/lib/search/rows";
import { findSet, resolveParts, type PartState } from "@/lib/registry/sets/find-set";
import type { AccessView, AuditState, SkillRow } from "@/lib/registry/views";

export interface SetPartView {
  /** What the skill is called now. */
  skill: string;
  range: string;
  /** Why it is not given, or `given`. */
  state: PartState;
  /** What was said when it was withdrawn or held; null where nothing was. */
  reason: string | null;
  /** The version that the range gives now; null while it gives none. */
  given: { row: SkillRow; versionId: string; folder: string; packageDigest: string } | null;
}

export interface SetView {
  id: string;
  name: string;
  version: string;
  /** The last first. */
  versions: { version: string; createdAt: string }[];
  description: string;
  /** Null once the account is closed. */
  owner: string | null;
  createdAt: string;
  /** Why the set was withdrawn; null while it stands. */
  withdrawn: string | null;
  parts: SetPartView[];
  /** What the parts that are given may touch together. */
  access: SummedAccess;
  /** The first of the parts that are given with the lowest audit state; null where none is. */
  weakest: SkillRow | null;
}

export type AccessName = "network" | "filesystem" | "subprocess";

export interface SummedAccess extends Record<AccessName, boolean | null> {
  /** Those that any of them declares. */
  envVars: string[];
  /** Parts that do not say which variables they read. */
  envVarsUndeclared: number;
}

const WEAKEST_FIRST: readonly AuditState[] = ["Unverified", "Optimistic", "Audited"];

/**
 * A set in its last version, or the one asked for, with what each part is now: the highest release in its range. A part
 * that is withdrawn or held is there as such. Throws NOT_FOUND. Five queries, however many parts there are.
 */
export async function getSet(
  name: string,
  { version, clock = systemClock }: { version?: string | undefined; clock?: Clock } = {},
): Promise<SetView> {
  const found = await findSet(database(), name, version);
  if (!found) throw new DomainError("NOT_FOUND", "There is no such set, or no such version of it.");
  const { set, held, versions } = found;
  const resolved = await resolveParts(database(), held.parts);
  const ids = resolved.flatMap(({ chosen }) => (chosen ? [chosen.id] : []));
  const rows = await mapSkillRows(ids, clock.now());
  const parts = resolved.map(({ skill, range, state, reason, chosen }): SetPartView => {
    const row = chosen && rows.get(chosen.id);
    if (!chosen || !row)
      return { skill, range, state: state === "given" ? "not_published" : state, reason, given: null };
    const { id: versionId, slug: folder, packageDigest } = chosen;
    return { skill, range, state, reason, given: { row, versionId, folder, packageDigest } };
  });
  const given = parts.flatMap((part) => (part.given ? [part.given.row] : []));
  return {
    id: set.id,
    name: set.name,
    version: held.version,
    versions: versions.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() })),
    description: held.description,
    owner: set.owner?.username ?? null,
    createdAt: held.createdAt.toISOString(),
    withdrawn: set.withdrawReason,
    parts,
    access: sumAccess(given.map(({ access }) => access)),
    weakest: findWeakest(given),
  };
}

/** Throws VERSION_NOT_AVAILABLE for a set that was withdrawn, and for one of which no part is given. */
export function assertGiven({ name, withdrawn, parts }: SetView): void {
  const why =
    withdrawn === null
      ? parts.every(({ given }) => given === null) && "none of its skills is given at the moment"
      : `it was withdrawn: ${withdrawn}`;
  if (why !== false)
    throw new DomainError("VERSION_NOT_AVAILABLE", `The set "${name}" is not given: ${why}.`, {
      details: { reason: withdrawn === null ? "empty" : "yanked" },
    });
}

/** The sum is known to be nothing only where each of them says so. */
export function sumAccess(all: readonly AccessView[]): SummedAccess {
  const any = (name: AccessName) => {
    if (all.some((access) => access[name] === true)) return true;
    return all.some((access) => access[name] === null) ? null : false;
  };
  return {
    network: any("network"),
    filesystem: any("filesystem"),
    subprocess: any("subprocess"),
    envVars: [...new Set(all.flatMap(({ envVars }) => envVars ?? []))].sort(),
    envVarsUndeclared: all.filter(({ envVars }) => envVars === null).length,
  };
}

export function findWeakest<Row extends { auditState: AuditState }>(rows: readonly Row[]): Row | null {
  const lowest = WEAKEST_FIRST.find((state) => rows.some(({ auditState }) => auditState === state));
  return rows.find(({ auditState }) => auditState === lowest) ?? null;
}
