import { assertMayAudit } from "@/lib/audits/verifiers";
import { CHECKLIST, isTickedByHand, type ChecklistItem } from "@/lib/audits/review/checklist";
import { seenKey, seenMark } from "@/lib/audits/review/covered-files";
import { findCover, findDuty } from "@/lib/audits/audit-duty";
import {
  deleteReservation,
  listComparisons,
  setMarks,
  takeReservation,
  listReservationsOfAccount,
  findReservation,
  listDecisions,
  listFindings,
  setDecision,
} from "@/lib/audits/review/review-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findVersionJobs, type JobProgress, enqueue } from "@/lib/platform/jobs/queue";
import type { JobPayloads } from "@/lib/platform/jobs/kinds";
import { logger } from "@/lib/kernel/observability/logger";
import {
  FINDING_DECISIONS,
  findingKey,
  findingsDocument,
  MAX_DECISION_REASON_CHARACTERS,
  withDecisions,
} from "@/lib/audits/review/reviewed-findings";
import { readText } from "@/lib/kernel/read-reason";

const RESERVATION_MS = 2 * 60 * 60_000;

interface ReviewOf {
  accountId: string;
  versionId: string;
}

/**
 * Reserves a version for two hours, so that two verifiers do not read the same one unknowingly; asking again extends
 * it. Throws REVIEW_RESERVED while another verifier has it, and what `assertMayAudit` throws.
 */
export async function reserveReview(
  { accountId, versionId }: ReviewOf,
  clock: Clock = systemClock,
): Promise<{ until: Date }> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  const now = clock.now();
  const until = new Date(now.getTime() + RESERVATION_MS);
  const taken = await takeReservation(database(), {
    versionId,
    verifierId: verifier.id,
    now,
    expiresAt: until,
  });
  if (!taken) throw new DomainError("REVIEW_RESERVED", "Another verifier has reserved this version.");
  await compareIfNew(versionId, now);
  return { until };
}

/** Examples are run on both versions for whoever now reads this one; once for each pair. */
async function compareIfNew(versionId: string, now: Date): Promise<void> {
  const baseId = (await findDuty(database(), versionId, now)).base?.versionId;
  if (baseId === undefined || (await listComparisons(database(), versionId, baseId)).length > 0) return;
  await queueComparison({ versionId, baseId });
}

/** Gives a reservation back; without one nothing changes. */
export async function releaseReview({ accountId, versionId }: ReviewOf): Promise<void> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  await deleteReservation(database(), { versionId, verifierId: verifier.id });
}

/**
 * Ticks or unticks an item of the checklist by hand. Throws REQUEST_INVALID for an item there is not, and for one that
 * only the machine ticks.
 */
export async function markItem({
  accountId,
  versionId,
  item,
  marked,
}: ReviewOf & { item: string; marked: boolean }): Promise<void> {
  if (!CHECKLIST.includes(item as ChecklistItem))
    throw new DomainError("REQUEST_INVALID", `The checklist has no item "${item}".`);
  if (item === "files_read")
    throw new DomainError("REQUEST_INVALID", "Mark each file as seen; this item follows from that.");
  if (!isTickedByHand(item))
    throw new DomainError(
      "REQUEST_INVALID",
      "This item is checked automatically; it cannot be ticked by hand.",
    );
  const { verifier } = await assertMayAudit(accountId, versionId);
  const mark = { versionId, verifierId: verifier.id, items: [item], markedAt: systemClock.now() };
  await setMarks(database(), mark, marked);
}

/**
 * Marks files as seen, or takes that back, by the keys that the review gives them. Throws REQUEST_INVALID for a key of
 * no file that a seal would cover now, and for none at all.
 */
export async function markFiles({
  accountId,
  versionId,
  keys,
  seen,
}: ReviewOf & { keys: readonly string[]; seen: boolean }): Promise<void> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  const now = systemClock.now();
  const { covered } = await findCover(database(), versionId, now);
  const known = new Set(covered.map(seenKey));
  if (keys.length === 0 || !keys.every((key) => known.has(key)))
    throw new DomainError("REQUEST_INVALID", "A seal of this version would cover no such file.");
  const items = [...new Set(keys)].map(seenMark);
  await setMarks(database(), { versionId, verifierId: verifier.id, items, markedAt: now }, seen);
}

/** A version that a verifier has reserved. */
export interface ReservedReview {
  versionId: string;
  slug: string;
  version: string;
  until: Date;
  /** How far the run of its examples on both versions is; null when it is over, or was never asked for. */
  comparing: JobProgress | null;
}

/** What an account has reserved to review and not given back, the one that ends first at the head. */
export async function listReservedReviews(accountId: string): Promise<ReservedReview[]> {
  const claims = await listReservationsOfAccount(database(), accountId, systemClock.now());
  const progress = await findVersionJobs(claims.map(({ versionId }) => versionId));
  return claims.map((claim) => ({ ...claim, comparing: progress("compare_replays", claim.versionId) }));
}

type Pair = JobPayloads["compare_replays"];

/** Has the examples of a version run on it and on its base; two versions are compared once, however many ask for it. */
async function queueComparison(pair: Pair, when: { runAt?: Date } = {}): Promise<void> {
  const dedupeKey = `compare:${pair.versionId}:${pair.baseId}`;
  await enqueue(database(), { kind: "compare_replays", payload: pair, dedupeKey, ...when });
}

/**
 * The same at `runAt`, if a verifier still waits for it: once nobody has the version reserved, the next one asks anew.
 */
export async function compareLater(pair: Pair, runAt: Date): Promise<void> {
  const { versionId, baseId } = pair;
  if (await findReservation(database(), versionId, systemClock.now()))
    return queueComparison(pair, { runAt });
  logger.info({ versionId, baseId }, "examples were not compared: no sandbox, and nobody waits for it");
}

interface Decided {
  accountId: string;
  versionId: string;
  findingKey: string;
  /** accepted, change, or open to take the decision back. */
  decision: string;
  reason: string;
}

/**
 * Keeps what the verifier says to one finding of the latest vetting: accepted as it is, or to be changed, each with a
 * reason. It becomes part of the audit they sign. Throws REQUEST_INVALID for a finding there is not or without a
 * reason, and what `assertMayAudit` throws.
 */
export async function decideFinding({
  accountId,
  versionId,
  findingKey: key,
  decision: given,
  reason: text,
}: Decided): Promise<void> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  const findings = await listFindings(database(), versionId);
  if (!findings.some((finding) => findingKey(finding) === key))
    throw new DomainError("REQUEST_INVALID", "Vetting reported no such finding.");
  const place = { versionId, verifierId: verifier.id, findingKey: key };
  if (given === "open") return setDecision(database(), place, null);
  const decision = FINDING_DECISIONS.find((each) => each === given);
  if (!decision) throw new DomainError("REQUEST_INVALID", "Accept a finding or ask for a change.");
  const reason = readText(text, { name: "reason", maxCharacters: MAX_DECISION_REASON_CHARACTERS });
  await setDecision(database(), place, { decision, reason, decidedAt: systemClock.now() });
}

/** The findings of a version as this verifier has decided them, canonical JSON for the audit. */
export async function readFindingsDocument(
  versionId: string,
  { verifierId, vettingReport }: { verifierId: string; vettingReport: string | null },
): Promise<string> {
  const [findings, decisions] = await Promise.all([
    listFindings(database(), versionId),
    listDecisions(database(), versionId, verifierId),
  ]);
  return findingsDocument(withDecisions(findings, decisions), vettingReport);
}
