import type { Database } from "@/lib/db/client";
import { recordEvent } from "@/lib/events/events";
import { findVersion } from "@/lib/registry/versions/find-version";
import { setVettingStatus } from "@/lib/publishing/versions-repository";

const MAX_REASONS = 20;

/**
 * Keeps a version from the market: `caution` puts it into quarantine until an administrator decides, `rejected`
 * ends it. Runs in the caller's transaction; false (and nothing done) when the version is not in the state `from`
 * (any more).
 */
export async function holdVersion(
  db: Database,
  versionId: string,
  { from, to, reasons, now, actor }: Hold,
): Promise<boolean> {
  if (!(await setVettingStatus(db, versionId, { from, to }))) return false;
  const version = await findVersion(db, versionId);
  if (!version) return false;
  const data = {
    slug: version.skill.slug,
    version: version.version,
    packageDigest: version.packageDigest,
    reasons: reasons.slice(0, MAX_REASONS),
  };
  const kind = to === "caution" ? "version:quarantined" : "version:rejected";
  await recordEvent(db, { kind, versionId, data }, now, actor);
  return true;
}

interface Hold {
  from: "pending" | "caution";
  to: "caution" | "rejected";
  reasons: readonly string[];
  now: Date;
  actor?: string;
}
