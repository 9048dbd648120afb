import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { listAttentionRows, type AttentionKind } from "@/lib/catalogue/dashboard/under-way-repository";

export interface Attention {
  kind: AttentionKind;
  slug: string;
  version: string | null;
  versionId: string | null;
  /** The first example concerned (from 1), or how many reviews. */
  number: number;
  /**
   * Since when; for a challenge, until when it is decided; for an offer or invitation, until when it can be accepted.
   */
  at: string;
}

/** Reviews written or changed within this time are news. */
const NEWS_MS = 7 * DAY_MS;
/** More than this nobody reads; the gravest come first. */
const MOST = 12;

/** What an account should look at now, the gravest first. */
export async function listAttention(accountId: string, clock: Clock = systemClock): Promise<Attention[]> {
  const now = clock.now();
  const reviewsSince = new Date(now.getTime() - NEWS_MS);
  const rows = await listAttentionRows(database(), { ownerId: accountId, now, reviewsSince, limit: MOST });
  return rows.map(({ kind, number, at, ...row }) => ({
    ...row,
    kind,
    number: kind === "failing" || kind === "drifted" ? (number ?? 0) + 1 : (number ?? 0),
    at: at.toISOString(),
  }));
}
