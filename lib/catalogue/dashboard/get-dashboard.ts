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
  listAftermaths,
  listAttentionRows,
  type AttentionKind,
  listUnfinishedVersions,
} from "@/lib/catalogue/dashboard/repository";
import { dayWindow, daysOf, toDailySeries, type DailySeries, type Period } from "@/lib/kernel/day-window";
import { decideLastReason, type LastReason } from "@/lib/catalogue/dashboard/last-reason";
import { listReservedReviews, type ReservedReview } from "@/lib/audits/review/review";
import { findVersionJobs, type JobProgress } from "@/lib/platform/jobs/queue";
import type { EarningBlocker } from "@/lib/running/earning/decide-blockers";
import { listBlockedSkills, type BlockedSkill } from "@/lib/running/earning/earning-blockers";
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

/**
 * What a creator has: the wallets that are paid, and own skills, with those of their organisations, with the state of
 * their newest version.
 */
export async function getDashboard(accountId: string, clock: Clock = systemClock): Promise<Dashboard> {
  const [wallets, rows] = await Promise.all([
    listWalletAddresses(database(), accountId),
    listNewestOwnVersions(database(), { accountId, now: clock.now(), limit: MAX_SKILLS }),
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
  /** Of the skill; for an invitation of an organisation (\`member\`) its user name. */
  slug: string;
  version: string | null;
  versionId: string | null;
  /** The first example concerned (from 1), or how many reviews. */
  number: number;
  /** What a payee's wallet lacks; null for all else. */
  missingLamports: string | null;
  /**
   * Since when; of what keeps a price from being paid, when it was looked at; for a challenge, until when it is decided; for an offer or invitation, until when it can be accepted.
   */
  at: string;
}

/** Reviews written or changed within this time are news. */
const NEWS_MS = 7 * DAY_MS;
/** More than this nobody reads; the gravest come first. */
const MOST_SHOWN = 12;

/** Told after what keeps a price from being paid. */
const LESS_GRAVE: ReadonlySet<AttentionKind> = new Set(["caution", "answered", "reviewed"]);

/** What an account should look at now, the gravest first: of each version the last reason. */
export async function listAttention(accountId: string, clock: Clock = systemClock): Promise<Attention[]> {
  const now = clock.now();
  const reviewsSince = new Date(now.getTime() - NEWS_MS);
  const [rows, blocked] = await Promise.all([
    listAttentionRows(database(), { accountId, now, reviewsSince, limit: MOST_SHOWN }),
    listBlockedSkills(accountId),
  ]);
  const lastReasonOf = await findLastReasons(accountId, rows);
  const others = rows.map(({ kind, number, at, ...row }): Attention => {
    const last = lastReasonOf({ kind, ...row });
    return {
      ...row,
      kind: last?.kind ?? kind,
      number: kind === "failing" || kind === "drifted" ? (number ?? 0) + 1 : (number ?? 0),
      missingLamports: null,
      at: (last?.at ?? at).toISOString(),
    };
  });
  const grave = others.filter(({ kind }) => !LESS_GRAVE.has(kind));
  const rest = others.filter(({ kind }) => LESS_GRAVE.has(kind));
  return [...grave, ...blocked.flatMap((skill) => toAttention(skill, now)), ...rest].slice(0, MOST_SHOWN);
}

/** That a price waits for its first run is told as `unrun`. */
function toAttention({ slug, version, versionId, blockers }: BlockedSkill, now: Date): Attention[] {
  return blockers.flatMap((blocker): Attention[] => {
    const kind = ATTENTION_OF[blocker.kind];
    if (kind === null) return [];
    const missingLamports = blocker.kind === "payee_too_low" ? blocker.missingLamports.toString() : null;
    return [{ kind, slug, version, versionId, number: 0, missingLamports, at: now.toISOString() }];
  });
}

const ATTENTION_OF: Readonly<Record<EarningBlocker["kind"], AttentionKind | null>> = {
  cannot_run: "cannot_run",
  no_wallet: "no_payee",
  wallet_not_proven: "no_payee",
  payee_too_low: "payee_too_low",
  not_run: null,
};

type Caused = Pick<Attention, "kind" | "slug" | "versionId">;

/** What was said last of versions that vetting did not pass, and of skills in quarantine. */
async function findLastReasons(
  accountId: string,
  rows: readonly Caused[],
): Promise<(row: Caused) => LastReason> {
  const keyOf = ({ kind, slug, versionId }: Caused) =>
    kind === "quarantined" ? slug : kind === "rejected" || kind === "caution" ? versionId : null;
  const versionIds = rows.filter(({ kind }) => kind !== "quarantined").map(keyOf);
  const slugs = rows.filter(({ kind }) => kind === "quarantined").map(({ slug }) => slug);
  const asked = versionIds.filter((id) => id !== null);
  if (asked.length + slugs.length === 0) return () => null;
  const aftermaths = await listAftermaths(database(), { accountId, versionIds: asked, slugs });
  return (row) => {
    const aftermath = aftermaths.get(keyOf(row) ?? "");
    return aftermath ? decideLastReason(aftermath) : null;
  };
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
