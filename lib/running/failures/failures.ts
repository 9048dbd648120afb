import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DAY_MS, HOUR_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { enqueue } from "@/lib/platform/jobs/queue";
import {
  countPaidFailures,
  findNotified,
  lockNotified,
  selectFailures,
  setNotified,
} from "@/lib/running/failures/repository";
import { errorOutputOf, withoutInput } from "@/lib/running/runs/error-output";

/** Days that are looked back. */
export const FAILURE_DAYS = 14;
const MOST_SKILLS = 20;

/** The last failed call of a skill, for its owner. */
export interface FailureView {
  runId: string;
  slug: string;
  version: string;
  paid: boolean;
  failure: string | null;
  /** Without what its caller put in. */
  errorOutput: string | null;
  finishedAt: string;
  /** Failed calls of the skill in these days, and how many of them were paid for. */
  count: number;
  paidCount: number;
}

/** The last failure of each skill that an account publishes of the last days that was the skill's own, the newest first. One query. */
export async function listFailures(accountId: string): Promise<FailureView[]> {
  const since = new Date(systemClock.now().getTime() - FAILURE_DAYS * DAY_MS);
  const rows = await selectFailures(database(), { accountId, since, limit: MOST_SKILLS });
  return rows.map(
    ({ runId, slug, version, paid, failure, input, finishedAt, ofSkill, paidOfSkill, ...end }) => {
      const written = errorOutputOf(end);
      return {
        runId,
        slug,
        version,
        paid,
        failure: failure === null ? null : withoutInput(failure, input),
        errorOutput: written === null ? null : withoutInput(written, input),
        finishedAt: finishedAt.toISOString(),
        count: ofSkill,
        paidCount: paidOfSkill,
      };
    },
  );
}

/** When an owner is told of a failure: at once, and an hour after they were told last. Pure. */
export function noticeTime(notifiedAt: Date | null, now: Date): Date {
  const earliest = (notifiedAt?.getTime() ?? 0) + HOUR_MS;
  return new Date(Math.max(earliest, now.getTime()));
}

/**
 * Has the owner of a skill told that a paid call of it failed, in the transaction in which it ends: the first one at
 * once, those of the hour after it together, however many there are.
 */
export async function queueFailureNotice(db: Database, versionId: string, now: Date): Promise<void> {
  const found = await findNotified(db, versionId);
  if (!found) return;
  const { skillId, notifiedAt } = found;
  const runAt = noticeTime(notifiedAt, now);
  await enqueue(db, {
    kind: "notify_of_failures",
    payload: { skillId },
    dedupeKey: `notify_of_failures ${skillId}`,
    runAt,
  });
}

/** Tells the owner of a skill how many paid calls of it have failed since they were told last; nothing where none has. */
export async function notifyOfFailures(skillId: string, clock: Clock = systemClock): Promise<void> {
  const now = clock.now();
  await inTransaction(async (tx) => {
    const found = await lockNotified(tx, skillId);
    if (!found || noticeTime(found.notifiedAt, now) > now) return;
    const since = found.notifiedAt ?? new Date(now.getTime() - DAY_MS);
    const { count, failure } = await countPaidFailures(tx, skillId, since);
    if (count === 0) return;
    await setNotified(tx, skillId, now);
    const name = `${found.slug} (${count})`;
    await mailNews(
      tx,
      { kind: "calls-failed", name, reason: failure, path: "/dashboard#failures" },
      { of: { skillId }, now },
    );
  });
}
