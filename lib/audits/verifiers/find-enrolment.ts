import type { Database } from "@/lib/db/client";
import {
  findVerifierOfAccount,
  findWalletOwner,
  listEnded,
} from "@/lib/audits/verifiers/verifiers-repository";

/** The account of a wallet, null when nobody has linked it, and whether it is or was a verifier. */
export interface Enrolment {
  accountId: string | null;
  state: "none" | "enrolled" | "ended";
}

/** How it stands with a wallet that may be a verifier's. */
export async function findEnrolment(db: Database, address: string): Promise<Enrolment> {
  const accountId = await findWalletOwner(db, address);
  if (accountId === null) return { accountId, state: "none" };
  if (await findVerifierOfAccount(db, accountId)) return { accountId, state: "enrolled" };
  return { accountId, state: (await listEnded(db, [accountId])).length > 0 ? "ended" : "none" };
}
