import type { AuditScope } from "@/lib/audits/audit-statement";
import { compareVersions, versionChange } from "@/lib/skill-format";
import { listDutyRows, type DutyRow } from "@/lib/audits/queue-repository";
import { listSealedVersions, type SealedVersion } from "@/lib/audits/audits-repository";
import type { Database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import type { Bump, Difference } from "@/lib/registry/differences/difference";
import { compareVersions as diffVersions } from "@/lib/registry/differences/compare-versions";
import { requiredBump, type Promises } from "@/lib/registry/differences/list-differences";
import { findPromises } from "@/lib/registry/versions/find-version";
import { coveredFiles, pairFiles, type FilePair } from "@/lib/audits/review/covered-files";
import { listPackageFiles } from "@/lib/audits/review/review-repository";

export type AuditDuty = "none" | "reduced" | "full";

/** What a version is against the last one before it whose own seal is in force. */
interface SinceSeal {
  /** The step that its number makes from that one; `other` says nothing, as a date does. */
  change: "patch" | "minor" | "major" | "other";
  /** The least step that the facts ask for, however many versions lie between. */
  requiredBump: string;
}

/**
 * The audit that a version needs (Exo SKILL.md v1.1, section 5). A patch that carries a seal in force is exempt. What is
 * a compatible step from a sealed version needs a reduced audit: the difference to that one is read. Everything else
 * needs a full one: a first release, a major one, one without semantic meaning (a date), one that asks more of its
 * callers than its number says, and whatever no sealed version stands before.
 */
export function auditDuty(sinceSeal: SinceSeal | null, carries: boolean): AuditDuty {
  if (sinceSeal === null || sinceSeal.requiredBump === "major") return "full";
  if (sinceSeal.change === "patch") return carries ? "none" : "reduced";
  return sinceSeal.change === "minor" ? "reduced" : "full";
}

/** What is read to fulfil the duty. An exempt version can be read, too: what it changed. */
export const scopeOf = (duty: AuditDuty): AuditScope => (duty === "none" ? "patch" : duty);

/** The step from a sealed version to a later one. */
export function stepFrom(sealed: string, version: string): SinceSeal["change"] {
  const step = versionChange(sealed, version, sealed);
  return step.refused || step.change === "unknown" ? "other" : step.change;
}

interface Numbered {
  version: string;
  createdAt: Date;
}

/**
 * Of sealed versions of a skill the one that a version is read against: the newest before it, with a lower number, so
 * that a pre-release of a later line is none. Numbers that cannot be compared (dates) decide nothing.
 */
export function lastSealedBefore<Sealed extends Numbered>(
  { version, createdAt }: Numbered,
  sealed: readonly Sealed[],
): Sealed | null {
  return sealed
    .filter((each) => each.createdAt < createdAt && (compareVersions(each.version, version) ?? -1) < 0)
    .reduce<Sealed | null>((last, each) => (last && last.createdAt >= each.createdAt ? last : each), null);
}

/** Which audit a version needs, and the sealed version that it is read against; null where every file is read anew. */
interface AskedAudit {
  duty: AuditDuty;
  base: SealedVersion | null;
}

/** The audits that versions need now, by their ids; those there are not are left out. */
export async function findDuties(
  db: Database,
  versionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, AskedAudit>> {
  const rows = await listDutyRows(db, versionIds, now);
  const sealed = await listSealedVersions(db, [...new Set(rows.map(({ skillId }) => skillId))], now);
  const found = rows.map(async (row): Promise<[string, AskedAudit]> => {
    const base = lastSealedBefore(
      row,
      sealed.filter(({ skillId }) => skillId === row.skillId),
    );
    return [row.versionId, await ask(db, row, base)];
  });
  return new Map(await Promise.all(found));
}

/** The audit that a version needs now. Throws when there is no such version. */
export async function findDuty(db: Database, versionId: string, now: Date): Promise<AskedAudit> {
  const asked = (await findDuties(db, [versionId], now)).get(versionId);
  if (!asked) throw new Error(`version ${versionId} is gone, and versions are never deleted`);
  return asked;
}

interface NextVersion {
  skillId: string;
  version: string;
  promises: Promises;
  /** It is a patch of a version whose audit can be carried. */
  carries: boolean;
}

/** The audit that a version would need if it was published now. */
export async function findNextDuty(
  db: Database,
  { skillId, version, promises, carries }: NextVersion,
  now: Date,
): Promise<AuditDuty> {
  const base = lastSealedBefore({ version, createdAt: now }, await listSealedVersions(db, [skillId], now));
  if (base === null) return auditDuty(null, carries);
  const bump = await bumpOf(async () =>
    diffVersions({ before: await findPromises(db, base.versionId), after: promises }),
  );
  return auditDuty({ change: stepFrom(base.version, version), requiredBump: bump }, carries);
}

async function ask(db: Database, row: DutyRow, base: SealedVersion | null): Promise<AskedAudit> {
  if (base === null) return { duty: auditDuty(null, row.carries), base };
  const change = stepFrom(base.version, row.version);
  const bump = await bumpSince(db, row, base);
  return { duty: auditDuty({ change, requiredBump: bump }, row.carries), base };
}

/** The least step from its base to a version: known of the release before, and else found by comparing the two. */
function bumpSince(db: Database, row: DutyRow, base: SealedVersion): Promise<string> {
  if (row.previousVersionId === base.versionId && row.requiredBump !== null)
    return Promise.resolve(row.requiredBump);
  return bumpOf(() => compareWithBase(db, row.versionId, base.versionId));
}

/** What differs between two stored versions. Throws CONTENT_TOO_LARGE for what takes too long to compare. */
export async function compareWithBase(
  db: Database,
  versionId: string,
  baseId: string,
): Promise<Difference[]> {
  const [before, after] = await Promise.all([findPromises(db, baseId), findPromises(db, versionId)]);
  return diffVersions({ before, after });
}

/** What cannot be compared may have changed anything. */
const bumpOf = async (compare: () => Promise<Difference[]>): Promise<Bump> => {
  const found = await compare().catch(unlessTooCostly);
  return found === null ? "major" : requiredBump(found);
};

/** To catch that two versions take too long to compare: null for that. */
export function unlessTooCostly(error: unknown): null {
  if (isDomainError(error, "CONTENT_TOO_LARGE")) return null;
  throw error;
}

/** What a seal of a version would say now: how much was read, against what, and which files that is. */
export interface Cover extends AskedAudit {
  scope: AuditScope;
  /** Files of both versions; of the one alone where it is read against none. */
  pairs: FilePair[];
  covered: FilePair[];
}

/** What a seal of the version would cover now. Throws when there is no such version. */
export async function findCover(db: Database, versionId: string, now: Date): Promise<Cover> {
  const asked = await findDuty(db, versionId, now);
  const scope = scopeOf(asked.duty);
  const pairs = await readPairs(db, versionId, asked.base?.versionId ?? null);
  return { ...asked, scope, pairs, covered: coveredFiles(pairs, scope) };
}

/** The files of a version, and of the one it is read against. */
export async function readPairs(db: Database, versionId: string, baseId: string | null): Promise<FilePair[]> {
  const [before, after] = await Promise.all([
    baseId === null ? [] : listPackageFiles(db, baseId),
    listPackageFiles(db, versionId),
  ]);
  return pairFiles(before, after);
}
