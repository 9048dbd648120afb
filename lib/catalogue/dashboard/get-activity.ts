import { systemClock, type Clock } from "@/lib/kernel/clock";
import { dayWindow, daysOf, toDailySeries, type DailySeries, type Period } from "@/lib/kernel/day-window";
import { database } from "@/lib/db/client";
import {
  selectCallDays,
  selectDownloadDays,
  selectReleases,
  type Release,
} from "@/lib/catalogue/dashboard/own-skills-repository";

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
