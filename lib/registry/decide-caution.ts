import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/errors";
import { holdVersion } from "@/lib/registry/hold-version";
import { findPublisher } from "@/lib/registry/publishers-repository";
import { listQuarantinedVersions, type QuarantinedVersion } from "@/lib/registry/quarantine-repository";
import { releaseVersion } from "@/lib/registry/release-version";

export interface CautionDecision {
  actor: { accountId: string };
  versionId: string;
  decision: "approve" | "reject";
  /** Why, for the creator to read; required for a rejection. */
  reason?: string;
}

/**
 * An administrator ends the quarantine of a version: approving publishes it, rejecting ends it (USK v1.0, R-002-100).
 * Throws PERMISSION_DENIED, REQUEST_INVALID for a rejection without a reason, VERSION_NOT_AVAILABLE when the version
 * is not in quarantine (any more).
 */
export async function decideCaution(request: CautionDecision, clock: Clock = systemClock): Promise<void> {
  const { versionId, decision } = request;
  const actor = await assertAdministrator(request.actor.accountId);
  const reason = request.reason?.trim().slice(0, 500) ?? "";
  if (decision === "reject" && reason === "") {
    throw new DomainError("REQUEST_INVALID", "Say why the version is rejected: its creator reads it.");
  }
  const now = clock.now();
  const from = "caution";
  const decided = await inTransaction((tx) =>
    decision === "approve"
      ? releaseVersion(tx, versionId, { from, now, actor })
      : holdVersion(tx, versionId, { from, to: "rejected", reasons: [reason], now, actor }),
  );
  if (!decided) throw new DomainError("VERSION_NOT_AVAILABLE", "This version is not waiting for a decision.");
}

/** Versions in quarantine, longest waiting first; for administrators. Throws PERMISSION_DENIED. */
export async function listQuarantine(
  actor: { accountId: string },
  limit = 100,
): Promise<QuarantinedVersion[]> {
  await assertAdministrator(actor.accountId);
  return listQuarantinedVersions(database(), limit);
}

async function assertAdministrator(accountId: string): Promise<string> {
  const account = await findPublisher(database(), accountId);
  if (account?.role === "administrator") return account.id;
  throw new DomainError("PERMISSION_DENIED", "Only administrators decide about versions in quarantine.");
}
