import {
  findApplication,
  listOpenApplications,
  setApplicationDecided,
  type ApplicationRow,
} from "@/lib/audits/applications/repository";
import { enrolVerifier } from "@/lib/audits/enrol-verifier";
import { systemClock, type Clock } from "@/lib/clock";
import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/set-role";

const MOST = 100;

/**
 * Enrols an applicant, or refuses; what one administrator decided no other decides again. Throws PERMISSION_DENIED, or REQUEST_INVALID for an
 * application that is not open (any more), or whose wallet went to another account.
 */
export async function decideApplication(
  actor: Actor,
  { applicationId, granted }: { applicationId: string; granted: boolean },
  clock: Clock = systemClock,
): Promise<void> {
  assertAdministrator(actor);
  const application = await findApplication(database(), applicationId);
  if (application?.state !== "open") throw notOpen();
  const close = async (db: Database) => {
    const state = granted ? "granted" : "refused";
    if (!(await setApplicationDecided(db, applicationId, { state, decidedAt: clock.now() }))) throw notOpen();
  };
  await (granted ? enrolVerifier(actor, application, clock, close) : close(database()));
}

const notOpen = () => new DomainError("REQUEST_INVALID", "There is no open application with this id.");

/** Applications that wait, longest first. Throws PERMISSION_DENIED. */
export async function listApplications(actor: Actor): Promise<ApplicationRow[]> {
  assertAdministrator(actor);
  return listOpenApplications(database(), MOST);
}
