import { listSealRows } from "@/lib/audits/seals/seals-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SealView } from "@/lib/registry/views";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/**
 * Seals, newest first: all of the market but of skills in quarantine, or those of the given versions or of one
 * verifier. Those that no longer count (expired, revoked, verifier struck off, other bytes) are listed too and say so;
 * one query.
 */
export async function listSeals(
  {
    versionIds,
    signedBy,
    limit = DEFAULT_LIMIT,
    page = 1,
  }: { versionIds?: readonly string[]; signedBy?: string; limit?: number; page?: number } = {},
  clock: Clock = systemClock,
): Promise<SealView[]> {
  const now = clock.now();
  const take = Math.min(Math.max(limit, 1), MAX_LIMIT);
  const skip = (Math.max(page, 1) - 1) * take;
  const rows = await listSealRows(database(), {
    ...(versionIds ? { versionIds } : {}),
    ...(signedBy === undefined ? {} : { signedBy }),
    now,
    skip,
    take,
  });
  return rows.map(({ seal }) => seal);
}
