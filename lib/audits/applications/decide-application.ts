import { enrolVerifier } from "@/lib/audits/verifiers/enrol-verifier";
import {
  listEnded,
  findApplication,
  listOpenApplications,
  setApplicationDecided,
  type ApplicationRow,
} from "@/lib/audits/verifiers/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { assertMayDecideWho, leavesOwnToOthers } from "@/lib/identity/decided-by";

const MOST = 100;

/**
 * Enrols an applicant, or refuses; what one administrator decided no other decides again. Throws PERMISSION_DENIED,
 * DECISION_NOT_ALLOWED for one's own (`assertMayDecideWho`), or REQUEST_INVALID for an application that is not open
 * (any more), or whose wallet went to another account.
 */
export async function decideApplication(
  actor: Actor,
  { applicationId, granted }: { applicationId: string; granted: boolean },
  clock: Clock = systemClock,
): Promise<void> {
  assertAdministrator(actor);
  const application = await findApplication(database(), applicationId);
  if (application?.state !== "open") throw notOpen();
  await assertMayDecideWho(database(), actor, application.accountId);
  const close = async (db: Database) => {
    const state = granted ? "granted" : "refused";
    if (!(await setApplicationDecided(db, applicationId, { state, decidedAt: clock.now() }))) throw notOpen();
  };
  await (granted ? enrolVerifier(actor, application, clock, close) : close(database()));
}

const notOpen = () => new DomainError("REQUEST_INVALID", "There is no open application with this id.");

export interface OpenApplication extends ApplicationRow {
  /** When the applicant's last enrolment was ended; null for who never was a verifier. */
  endedAt: string | null;
  /** It is the administrator's own, and there is another one to decide. */
  leftToOthers: boolean;
}

/**
 * Applications that wait, longest first, with what there is to know of who was a verifier before.
 * Throws PERMISSION_DENIED.
 */
export async function listApplications(actor: Actor): Promise<OpenApplication[]> {
  assertAdministrator(actor);
  const rows = await listOpenApplications(database(), MOST);
  const isOwn = ({ accountId }: ApplicationRow) => accountId === actor.accountId;
  const leaves = rows.some(isOwn) && (await leavesOwnToOthers(actor));
  const ended = await listEnded(
    database(),
    rows.map(({ accountId }) => accountId),
  );
  return rows.map((row) => ({
    ...row,
    endedAt: ended.find(({ accountId }) => accountId === row.accountId)?.endedAt.toISOString() ?? null,
    leftToOthers: leaves && isOwn(row),
  }));
}
