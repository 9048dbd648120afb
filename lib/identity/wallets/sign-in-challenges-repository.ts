import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { SignInMessage } from "@/lib/identity/wallets/siws";

export interface StoredChallenge {
  message: SignInMessage;
  expiresAt: Date;
}

export async function insertChallenge(
  db: Database,
  challenge: StoredChallenge & { cookieHash: string },
): Promise<void> {
  const { message, cookieHash, expiresAt } = challenge;
  await db.signInChallenge.create({
    data: {
      nonce: message.nonce,
      address: message.address,
      message: { ...message } satisfies Prisma.InputJsonObject,
      cookieHash,
      expiresAt,
    },
  });
}

/**
 * Takes a challenge out, in one statement: of several answers at once, one gets it. Null for a nonce of
 * another browser.
 */
export async function takeChallenge(
  db: Database,
  nonce: string,
  cookieHash: string,
): Promise<StoredChallenge | null> {
  const rows = await db.$queryRaw<StoredChallenge[]>`
    DELETE FROM "SignInChallenges" WHERE "nonce" = ${nonce} AND "cookie_hash" = ${cookieHash}
    RETURNING "message", "expires_at" AS "expiresAt"`;
  return rows[0] ?? null;
}
