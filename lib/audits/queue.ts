import { type AuditDuty, findDuties } from "@/lib/audits/audit-duty";
import {
  listUnsealedVersions,
  findAskable,
  setAuditAsked,
  type AskableRow,
  type QueueEntry,
} from "@/lib/audits/queue-repository";
import { verifierRequired } from "@/lib/audits/verifiers";
import { findVerifierOfAccount } from "@/lib/audits/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import { noSuchVersion } from "@/lib/registry/versions/find-version";
import { DomainError, skillQuarantined } from "@/lib/kernel/errors";

export interface Queue {
  rows: QueueRow[];
  /** More wait behind these. */
  more: boolean;
}

type Shown = Omit<
  QueueEntry,
  "bondLamports" | "publishedAt" | "auditAskedAt" | "claimedBy" | "claimedByName" | "claimedUntil"
>;

/** A version that waits, moments and amounts as text. */
export interface QueueRow extends Shown {
  duty: AuditDuty;
  bondLamports: string | null;
  publishedAt: string;
  auditAskedAt: string | null;
  /** Who has reserved it, until when; null when nobody has. */
  claim: { mine: boolean; verifierName: string; until: string } | null;
}

/**
 * What waits for an audit, as far as a filter asks for it: those that were asked for, the longest asked first; then the
 * others, longest waiting first.
 * Throws VERIFIER_REQUIRED.
 */
export async function listQueue(
  accountId: string,
  { page = 1, limit = 100, filter = {} }: { page?: number; limit?: number; filter?: CaseFilter } = {},
): Promise<Queue> {
  const verifier = await findVerifierOfAccount(database(), accountId);
  if (!verifier) throw verifierRequired();
  const now = systemClock.now();
  const found = await listUnsealedVersions(database(), {
    accountId,
    now,
    limit: limit + 1,
    skip: (page - 1) * limit,
    filter,
  });
  const shown = found.slice(0, limit);
  const duties = await findDuties(
    database(),
    shown.map(({ versionId }) => versionId),
    now,
  );
  const rows = shown.map(({ claimedBy, claimedByName, claimedUntil, ...row }) => ({
    ...row,
    duty: duties.get(row.versionId)?.duty ?? "full",
    bondLamports: row.bondLamports?.toString() ?? null,
    publishedAt: row.publishedAt.toISOString(),
    auditAskedAt: row.auditAskedAt?.toISOString() ?? null,
    claim: claimedUntil && {
      mine: claimedBy === verifier.id,
      verifierName: claimedByName ?? "",
      until: claimedUntil.toISOString(),
    },
  }));
  return { rows, more: found.length > limit };
}

export interface AuditWish {
  accountId: string;
  versionId: string;
}

/**
 * The owner of a skill, or somebody who maintains it, asks for an audit of its listed version: it goes to the head of
 * the verifiers' queue, behind those who asked earlier, until a verifier signs a verdict. Asking again changes nothing;
 * the answer is the time of the first request. Throws VERSION_NOT_FOUND, PERMISSION_DENIED for anybody else,
 * SKILL_QUARANTINED, VERSION_NOT_AVAILABLE for a version that was yanked, and AUDIT_NOT_ALLOWED for one that is Audited
 * or not listed any more.
 */
export async function askForAudit(
  { accountId, versionId }: AuditWish,
  clock: Clock = systemClock,
): Promise<{ version: string; askedAt: string }> {
  const now = clock.now();
  const found = await findAskable(database(), versionId, now);
  if (!found?.published) throw noSuchVersion();
  if (found.ownerId !== accountId && !found.maintainers.includes(accountId))
    throw new DomainError(
      "PERMISSION_DENIED",
      "Only the owner or a maintainer of a skill can request an audit of it.",
    );
  assertAskable(found);
  const askedAt = await setAuditAsked(database(), versionId, now);
  return { version: found.version, askedAt: askedAt.toISOString() };
}

function assertAskable({
  slug,
  version,
  quarantineReason,
  yanked,
  listedVersion,
  auditState,
}: AskableRow): void {
  if (quarantineReason !== null) throw skillQuarantined(slug, quarantineReason);
  if (yanked)
    throw new DomainError("VERSION_NOT_AVAILABLE", `Version ${version} was withdrawn: nobody audits it.`);
  if (listedVersion !== version) {
    const instead = listedVersion === null ? "" : `: ask for ${listedVersion}`;
    throw new DomainError("AUDIT_NOT_ALLOWED", `Version ${version} is not the listed one${instead}.`);
  }
  if (auditState === "Audited")
    throw new DomainError("AUDIT_NOT_ALLOWED", `Version ${version} is already Audited.`);
}
