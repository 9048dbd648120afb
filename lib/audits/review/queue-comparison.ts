import { findClaim } from "@/lib/audits/review/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { enqueue } from "@/lib/jobs/queue";
import { logger } from "@/lib/kernel/observability/logger";

type Pair = JobPayloads["compare_replays"];

/** Has the examples of a version run on it and on its base; two versions are compared once, however many ask for it. */
export async function queueComparison(pair: Pair, when: { runAt?: Date } = {}): Promise<void> {
  const dedupeKey = `compare:${pair.versionId}:${pair.baseId}`;
  await enqueue(database(), { kind: "compare_replays", payload: pair, dedupeKey, ...when });
}

/**
 * The same at `runAt`, if a verifier still waits for it: once nobody has the version reserved, the next one asks anew.
 */
export async function compareLater(pair: Pair, runAt: Date, clock: Clock = systemClock): Promise<void> {
  const { versionId, baseId } = pair;
  if (await findClaim(database(), versionId, clock.now())) return queueComparison(pair, { runAt });
  logger.info({ versionId, baseId }, "examples were not compared: no sandbox, and nobody waits for it");
}
