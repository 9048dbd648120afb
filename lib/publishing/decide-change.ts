import type { Database } from "@/lib/db/client";
import { findPromises } from "@/lib/registry/versions/find-promises";
import { assertStep } from "@/lib/registry/differences/assert-step";
import { compareVersions } from "@/lib/registry/differences/compare-versions";
import type { Difference } from "@/lib/registry/differences/difference";
import type { Promises } from "@/lib/registry/differences/list-differences";
import { decideVersion, type VersionDecision } from "@/lib/registry/versions/decide-version";
import { listStoredVersions } from "@/lib/registry/versions/list-stored-versions";

export interface DecidedChange {
  decision: VersionDecision;
  /** What the version before promises; null for a first one. */
  before: Promises | null;
  differences: Difference[];
}

/** The number of an upload, and what differs from the version before. Throws for a step that is more than its number says. */
export async function decideChange(
  db: Database,
  skill: { id: string; owner: { username: string } | null } | null,
  { manifest, terms, files }: Pick<Promises, "manifest" | "terms" | "files">,
): Promise<DecidedChange> {
  const stored = skill ? await listStoredVersions(db, skill.id) : [];
  const decision = decideVersion(manifest.version, stored);
  const before = decision.before && (await findPromises(db, decision.before.id));
  const publisher = skill?.owner?.username ?? null;
  const after = { publisher, manifest, terms, files };
  const differences = before && decision.base ? await compareVersions({ before, after }) : [];
  assertStep(decision, differences);
  return { decision, before, differences };
}
