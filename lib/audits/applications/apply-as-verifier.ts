import { assertKeyStatement, type SignedKeyStatement } from "@/lib/audits/applications/key-statement";
import { MAX_NAME_CHARACTERS } from "@/lib/audits/verifiers/enrol-verifier";
import {
  findVerifierOfAccount,
  findWalletOwner,
  findLatestApplication,
  insertApplication,
} from "@/lib/audits/verifiers/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { readText } from "@/lib/kernel/read-reason";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";

const MAX_ABOUT_CHARACTERS = 2_000;

/**
 * Asks to be enrolled with the wallet the account has signed in with. The wallet's signature over a text of its own
 * binds the key to the person. Throws REQUEST_INVALID without a wallet, name or words about oneself, for a verifier,
 * and while an application waits; what `assertKeyStatement` throws.
 */
export async function applyAsVerifier(
  actor: Actor,
  given: { displayName: string; about: string; key: SignedKeyStatement; secret: string },
  clock: Clock = systemClock,
): Promise<{ applicationId: string }> {
  const displayName = readText(given.displayName, { name: "name", maxCharacters: MAX_NAME_CHARACTERS });
  const about = readText(given.about, { name: "about", maxCharacters: MAX_ABOUT_CHARACTERS });
  const { accountId, address } = actor;
  if (address === null || (await findWalletOwner(database(), address)) !== accountId)
    throw invalid("Sign in with the wallet you want to sign audits with.");
  if (await findVerifierOfAccount(database(), accountId)) throw invalid("You are enrolled already.");
  assertKeyStatement(given.key, { accountId, address, secret: given.secret }, clock);
  const applicationId = newId("vap", clock.now().getTime());
  try {
    const createdAt = clock.now();
    await insertApplication(database(), {
      id: applicationId,
      accountId,
      address,
      displayName,
      about,
      keyStatement: given.key.text,
      keySignature: given.key.signature,
      createdAt,
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid("Your application is waiting for an administrator already.");
  }
  return { applicationId };
}

/** How the account's newest application stands; null when it never applied. */
export async function findOwnApplication(accountId: string): Promise<"open" | "granted" | "refused" | null> {
  const row = await findLatestApplication(database(), accountId);
  return row && (row.state as "open" | "granted" | "refused");
}

const invalid = (message: string) => new DomainError("REQUEST_INVALID", message);
