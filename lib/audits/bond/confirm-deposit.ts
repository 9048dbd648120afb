import { findBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { findAuditStateWithVaults, type VaultSeen } from "@/lib/audits/bond/kept-bonds-repository";
import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { solanaConnection } from "@/lib/solana/current-connection";

/** A deposit that was seen this recently is taken to be there still; moving one takes longer to become final. */
const SEEN_LATELY_MS = 15_000;

/**
 * Looks at the chain once more before a call is sold on the strength of a deposit, also where this market takes none
 * any more. Nothing is asked of versions that are not `Optimistic`. Throws AUDIT_STATE_CHANGED when the deposit is
 * gone: the buyer was told of one, so nobody pays before being told otherwise; asked again, the version is sold as what
 * it is. Throws LEDGER_UNAVAILABLE.
 */
export async function confirmDeposit(versionId: string): Promise<void> {
  const now = systemClock.now();
  const listed = await findAuditStateWithVaults(database(), versionId, now);
  if (listed?.state !== "Optimistic") return;
  // A clock that has gone ahead meanwhile says nothing of when it was seen.
  const isStale = ({ checkedAt }: VaultSeen) =>
    Math.abs(now.getTime() - checkedAt.getTime()) > SEEN_LATELY_MS;
  const stale = listed.vaults.filter(isStale);
  if (stale.length === 0) return;
  const around = { chain: solanaConnection(), terms: findBondTerms() };
  for (const { vaultAddress } of stale) await look({ versionId, vaultAddress }, around);
  const seen = await findAuditStateWithVaults(database(), versionId, now);
  if (seen?.state === "Optimistic") return;
  throw new DomainError(
    "AUDIT_STATE_CHANGED",
    `The deposit behind this version is no longer on chain: it is ${seen?.state ?? "not listed"} now. Nothing was charged.`,
    { details: { auditState: seen?.state ?? null } },
  );
}

async function look(...parameters: Parameters<typeof observeBond>): Promise<void> {
  try {
    await observeBond(...parameters);
  } catch (error) {
    if (!isDomainError(error, "VERSION_NOT_FOUND")) throw error; // withdrawn in between: it backs nothing any more
  }
}
