import { createHash } from "node:crypto";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import type { CallKey } from "@/lib/db/generated/client";

export type CallKeyRecord = CallKey;

/** What came of the request that used a key first. */
export type StoredAnswer = { quoteId: string } | { runId: string };

/** The stored form of a key: each account has its own keys, and callers without an account share one space. */
export function hashCallKey(key: string, accountId: string | undefined): string {
  return createHash("sha256")
    .update(`${accountId ?? ""}\0${key}`)
    .digest("hex");
}

export function findCallKey(db: Database, keyHash: string): Promise<CallKeyRecord | null> {
  return db.callKey.findUnique({ where: { keyHash } });
}

/** Ties a key to its answer; false when it was taken meanwhile. */
export async function insertCallKey(
  db: Database,
  key: { keyHash: string; requestDigest: string },
  answer: StoredAnswer,
): Promise<boolean> {
  try {
    await db.callKey.create({ data: { ...key, ...answer } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Moves a key from a quote that ended unpaid to a new one; false when somebody else has done so. */
export async function moveCallKey(
  db: Database,
  keyHash: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const where = { keyHash, quoteId: from };
  return (await db.callKey.updateMany({ where, data: { quoteId: to } })).count === 1;
}
