import { systemClock, type Clock, DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import {
  countOwned,
  listNewestOwnVersions,
  listWalletAddresses,
  type OwnedCounts,
  type OwnSkillRow,
  selectCallDays,
  selectDownloadDays,
  selectReleases,
  type Release,
  listAttentionRows,
  type AttentionKind,
  listUnfinishedVersions,
} from "@/lib/catalogue/dashboard/repository";
import { dayWindow, daysOf, toDailySeries, type DailySeries, type Period } from "@/lib/kernel/day-window";
import { listReservedReviews, type ReservedReview } from "@/lib/audits/review/review";
import { findVersionJobs, type JobProgress } from "@/lib/platform/jobs/queue";
import { listUnfinishedPurchases, type UnfinishedPurchase } from "@/lib/payments/purchases";

export interface OwnSkill extends Omit<OwnSkillRow, "uploadedAt" | "auditAskedAt"> {
  uploadedAt: string;
  auditAskedAt: string | null;
  /** Calls on the last seven of the days of `callsByDay`. */
  calls7d: number;
}

interface Dashboard {
  wallets: string[];
  skills: OwnSkill[];
}

const MAX_SKILLS = 200;
const WEEK = 7;

/** What a creator has: the wallets that are paid, and own skills with the state of their newest version. */
export async function getDashboard(accountId: string, clock: Clock = systemClock): Promise<Dashboard> {
  const [wallets, rows] = await Promise.all([
    listWalletAddresses(database(), accountId),
    listNewestOwnVersions(database(), { ownerId: accountId, now: clock.now(), limit: MAX_SKILLS }),
  ]);
  return {
    wallets,
    skills: rows.map((row) => ({
      ...row,
      uploadedAt: row.uploadedAt.toISOString(),
      auditAskedAt: row.auditAskedAt?.toISOString() ?? null,
      calls7d: row.callsByDay.slice(-WEEK).reduce((sum, calls) => sum + calls, 0),
    })),
  };
}

/** What stands beside the entries of the dashboard's navigation. */
export function getOwnedCounts(accountId: string): Promise<OwnedCounts> {
  return countOwned(database(), accountId);
}

/** As many flags as an axis can carry. */
const MOST_RELEASES = 12;

export interface Activity {
  /** UTC days as ISO dates, oldest first; the last one is today, which is not over. */
  days: string[];
  calls: DailySeries<number>;
  failed: DailySeries<number>;
  downloads: DailySeries<number>;
  /** The newest releases of the period, oldest first. */
  releases: Release[];
}

/** What happened with an account's skills on each day of a period and of the one before; one query for each series. */
export async function getActivity(
  accountId: string,
  period: Period,
  clock: Clock = systemClock,
): Promise<Activity> {
  const window = dayWindow(period, clock.now());
  const [calls, downloads, releases] = await Promise.all([
    selectCallDays(database(), accountId, window),
    selectDownloadDays(database(), accountId, window),
    selectReleases(database(), accountId, window, MOST_RELEASES),
  ]);
  const seriesOf = (amountOf: (row: (typeof calls)[number]) => number) =>
    toDailySeries(
      calls.map((row) => ({ day: row.day, amount: amountOf(row) })),
      window,
      0,
    );
  return {
    days: daysOf(window),
    calls: seriesOf((row) => row.calls),
    failed: seriesOf((row) => row.failed),
    downloads: toDailySeries(downloads, window, 0),
    releases: releases.reverse(),
  };
}

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
const MOST_SHOWN = 12;

/** What an account should look at now, the gravest first. */
export async function listAttention(accountId: string, clock: Clock = systemClock): Promise<Attention[]> {
  const now = clock.now();
  const reviewsSince = new Date(now.getTime() - NEWS_MS);
  const rows = await listAttentionRows(database(), {
    ownerId: accountId,
    now,
    reviewsSince,
    limit: MOST_SHOWN,
  });
  return rows.map(({ kind, number, at, ...row }) => ({
    ...row,
    kind,
    number: kind === "failing" || kind === "drifted" ? (number ?? 0) + 1 : (number ?? 0),
    at: at.toISOString(),
  }));
}

interface VersionUnderWay {
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
