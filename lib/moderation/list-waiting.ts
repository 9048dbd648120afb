import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { countWaitingRows, listWaitingRows } from "@/lib/moderation/repository";
import { listSetReports } from "@/lib/moderation/set-reports";
import type { Waiting } from "@/lib/moderation/waiting";
import { listApplications } from "@/lib/audits/applications";
import { listOpenChallenges } from "@/lib/audits/challenges";
import { listLeftToOthers, DECISION_DAYS } from "@/lib/identity/decided-by";
import { DAY_MS, systemClock } from "@/lib/kernel/clock";

/** How much waits for an administrator's decision, by the page it waits on. One query. Throws PERMISSION_DENIED. */
export async function countWaiting(actor: Actor): Promise<Waiting> {
  assertAdministrator(actor);
  return countWaitingRows(database());
}

const LISTED_OF_EACH = 100;

/** Since when a case waits, and by when the market says that it is decided, in ISO 8601. */
export interface CaseAge {
  since: string;
  due: string;
  /** That day has passed. */
  late: boolean;
}

/** One thing that an administrator has to decide about. */
export interface WaitingCase extends CaseAge {
  kind: "version" | "doubt" | "report" | "setReport" | "appeal" | "challenge" | "application";
  id: string;
  /** The skill or set it is about; of an application, the name the applicant gives themselves. */
  name: string;
}

/** The age of a case that has waited since then. */
export function ageOf(since: Date): CaseAge {
  const due = new Date(since.getTime() + DECISION_DAYS * DAY_MS);
  return { since: since.toISOString(), due: due.toISOString(), late: due <= systemClock.now() };
}

/**
 * All that this administrator may decide about, of every kind, longest waiting first; what they leave to others is left
 * out. Throws PERMISSION_DENIED.
 */
export async function listWaiting(actor: Actor): Promise<WaitingCase[]> {
  assertAdministrator(actor);
  const [rows, setReports, challenges, applications] = await Promise.all([
    listWaitingRows(database(), LISTED_OF_EACH),
    listSetReports(actor),
    listOpenChallenges(actor),
    listApplications(actor),
  ]);
  const left = await listLeftToOthers(
    actor,
    rows.map(({ skillId }) => skillId),
  );
  const cases: WaitingCase[] = [
    ...rows
      .filter(({ skillId }) => !left.has(skillId))
      .map(({ kind, id, slug: name, since }) => ({ kind, id, name, ...ageOf(since) })),
    ...setReports
      .filter(({ leftToOthers }) => !leftToOthers)
      .map(({ id, set: { name }, createdAt }) => {
        return { kind: "setReport" as const, id, name, ...ageOf(createdAt) };
      }),
    ...challenges
      .filter(({ leftToOthers }) => !leftToOthers)
      .map(({ id, slug: name, openedAt }) => {
        return { kind: "challenge" as const, id, name, ...ageOf(new Date(openedAt)) };
      }),
    ...applications
      .filter(({ leftToOthers }) => !leftToOthers)
      .map(({ id, displayName: name, createdAt }) => {
        return { kind: "application" as const, id, name, ...ageOf(createdAt) };
      }),
  ];
  return cases.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since));
}
