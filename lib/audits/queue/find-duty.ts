import { auditDuty, lastSealedBefore, stepFrom, type AuditDuty } from "@/lib/audits/queue/audit-duty";
import { listDutyRows, type DutyRow } from "@/lib/audits/queue/queue-repository";
import { listSealedVersions, type SealedVersion } from "@/lib/audits/seals/seals-repository";
import type { Database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import type { Bump, Difference } from "@/lib/registry/differences/difference";
import { compareVersions } from "@/lib/registry/differences/compare-versions";
import { requiredBump, type Promises } from "@/lib/registry/differences/list-differences";
import { findPromises } from "@/lib/registry/versions/find-promises";

/** Which audit a version needs, and the sealed version that it is read against; null where every file is read anew. */
export interface AskedAudit {
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
    compareVersions({ before: await findPromises(db, base.versionId), after: promises }),
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
  return compareVersions({ before, after });
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
