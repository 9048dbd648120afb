import { listReservedReviews, type ReservedReview } from "@/lib/audits/review/review";
import { listUnfinishedVersions } from "@/lib/catalogue/dashboard/under-way-repository";
import { database } from "@/lib/db/client";
import { findVersionJobs, type JobProgress } from "@/lib/jobs/find-version-jobs";
import { listUnfinishedPurchases, type UnfinishedPurchase } from "@/lib/payments/purchases";

export interface VersionUnderWay {
  versionId: string;
  slug: string;
  version: string;
  /** How far the replay of its examples is; null while it is still being vetted. */
  replaying: JobProgress | null;
  since: Date;
}

/** What takes longer than a page, and is not over: whoever left it finds it here. */
export interface Unfinished {
  versions: VersionUnderWay[];
  purchases: UnfinishedPurchase[];
  reviews: ReservedReview[];
}

/** More of a kind nobody looks through; each kind has a page of its own. */
const MOST = 10;

/** What the market is doing for an account, or waits for it to go on with. */
export async function listUnfinished(accountId: string): Promise<Unfinished> {
  const [versions, purchases, reviews] = await Promise.all([
    listVersionsUnderWay(accountId),
    listUnfinishedPurchases(accountId),
    listReservedReviews(accountId),
  ]);
  return { versions, purchases: purchases.slice(0, MOST), reviews: reviews.slice(0, MOST) };
}

/** Examples that nobody is going to replay, because every try failed, are not under way. */
async function listVersionsUnderWay(accountId: string): Promise<VersionUnderWay[]> {
  const rows = await listUnfinishedVersions(database(), { accountId, limit: MOST });
  const progress = await findVersionJobs(rows.filter(({ listed }) => listed).map(({ id }) => id));
  return rows
    .map(({ id, listed, ...row }) => ({
      ...row,
      versionId: id,
      listed,
      replaying: progress("replay_examples", id),
    }))
    .filter(({ listed, replaying }) => !listed || replaying !== null)
    .map(({ listed: _listed, ...row }) => row);
}
