import { database } from "@/lib/db/client";
import { findFirstRun, type LastRun } from "@/lib/running/first-runs/repository";
import { waitsForFirstRun } from "@/lib/running/calls/load-runnable";

/** A version that waits for its first run, as its publisher sees it. */
export interface FirstRun {
  /** What it is to cost then. */
  declaredLamports: string;
  /** Input of its first example; null where it declares none. */
  input: unknown;
  /** What the account ran of it last, and it gave no valid answer; null where it ran nothing. */
  last: LastRun | null;
}

/** Null for a version whose calls are made, or are not made for another reason. */
export async function findWaitingFirstRun(versionId: string, accountId: string): Promise<FirstRun | null> {
  const found = await findFirstRun(database(), { versionId, accountId });
  if (found === null || !waitsForFirstRun(found)) return null;
  const { declaredLamports, input, last } = found;
  return { declaredLamports, input, last };
}
