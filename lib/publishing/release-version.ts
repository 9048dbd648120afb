import type { Database } from "@/lib/db/client";
import { enqueue } from "@/lib/platform/jobs/queue";
import { recordEvent } from "@/lib/log/events/events";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { findVersion, notifyOfSameContent } from "@/lib/registry/versions/find-version";
import { findSignedProvenance } from "@/lib/publishing/trusted/get-provenance";
import { sha256Digest } from "@/lib/kernel/digest";
import { setVettingStatus } from "@/lib/publishing/versions-repository";
import { matchWanted } from "@/lib/search/wanted/match-wanted";

/**
 * Publishes an approved version: it becomes visible, the skill is listed as its highest version has it, queries that
 * found nothing before are matched, whoever published the same content before is told, and its conversions and the
 * replay of its examples are queued. Runs in the caller's transaction; false (and nothing done) when the version is not in the state `from` (any more).
 */
export async function releaseVersion(
  db: Database,
  versionId: string,
  { from, now, actor }: { from: "pending" | "caution" | "rejected"; now: Date; actor?: string },
): Promise<boolean> {
  if (!(await setVettingStatus(db, versionId, { from, to: "approved", publishedAt: now }))) return false;
  const version = await findVersion(db, versionId);
  if (!version) return false;
  const listed = await refreshListing(db, version.skillId, now);
  if (listed) await matchWanted(db, { ...listed, versionId }, now);
  const data = {
    slug: version.manifest.slug,
    version: version.version,
    packageDigest: version.packageDigest,
    change: version.versionChange,
    ...(await originOf(db, versionId)),
  };
  await recordEvent(db, { kind: "version:published", versionId, data }, now, actor);
  await notifyOfSameContent(db, { versionId, skillId: version.skillId, slug: data.slug }, now);
  // Also what converts for no platform has a plugin.
  await enqueue(db, {
    kind: "convert_version",
    payload: { versionId },
    dedupeKey: `convert:${versionId}`,
    runAt: now,
  });
  if (version.examplesTotal > 0) {
    await enqueue(db, {
      kind: "replay_examples",
      payload: { versionId },
      dedupeKey: `replay:${versionId}`,
      runAt: now,
    });
  }
  return true;
}

/** What the log says of where a version came from; nothing where no CI sent it. */
async function originOf(db: Database, versionId: string): Promise<{ from?: string; provenance?: string }> {
  const found = await findSignedProvenance(db, versionId);
  if (found === null) return {};
  const { said, envelope } = found;
  return {
    from: `${said.repositoryUrl}@${said.commit}`,
    provenance: sha256Digest(Buffer.from(envelope.payload, "base64")),
  };
}

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
