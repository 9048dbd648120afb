import { randomBytes } from "node:crypto";
import { findAccountOfFeed, findFeed, setFeed } from "@/lib/catalogue/following/repository";
import { database } from "@/lib/db/client";
import { isSameSecret } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { keyedHash } from "@/lib/platform/config/server-key";

const BYTES = 16;
const KEY = /^([\w-]{22})([\w-]{22})$/;

/**
 * The key in the address of an account's feed; null while it has none. It is made of what the row holds and the server's
 * key: who reads the database cannot read the feed.
 */
export async function findFeedKey(accountId: string): Promise<string | null> {
  const stored = await findFeed(database(), accountId);
  return stored === null ? null : stored + proofOf(stored);
}

/** Gives the feed of an account an address, or another one; the one before shows nothing any more. */
export async function makeFeed(accountId: string): Promise<void> {
  await setFeed(database(), accountId, randomBytes(BYTES).toString("base64url"));
}

/** Ends the feed of an account: its address shows nothing any more. */
export async function endFeed(accountId: string): Promise<void> {
  await setFeed(database(), accountId, null);
}

/** Whose feed a key is. Throws NOT_FOUND for one that was ended or never made. */
export async function getAccountOfFeed(key: string): Promise<string> {
  const [, stored = "", proof = ""] = KEY.exec(key) ?? [];
  const accountId =
    stored !== "" && isSameSecret(proof, proofOf(stored))
      ? await findAccountOfFeed(database(), stored)
      : null;
  if (accountId !== null) return accountId;
  throw new DomainError(
    "NOT_FOUND",
    "There is no such feed, or its address was ended. The page /dashboard/following shows the present one.",
  );
}

const proofOf = (stored: string) =>
  keyedHash("feeds of what is followed", stored).subarray(0, BYTES).toString("base64url");
