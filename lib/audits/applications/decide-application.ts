import {
  findApplication,
  listOpenApplications,
  setApplicationDecided,
  type ApplicationRow,
} from "@/lib/audits/applications/repository";
import { enrolVerifier } from "@/lib/audits/enrol-verifier";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/set-role";

const MOST = 100;

/** Enrols an applicant, or refuses. Throws PERMISSION_DENIED, or REQUEST_INVALID for an application that is not open. */
export async function decideApplication(
  actor: Actor,
  { applicationId, granted }: { applicationId: string; granted: boolean },
  clock: Clock = systemClock,
): Promise<void> {
  assertAdministrator(actor);
  const application = await findApplication(database(), applicationId);
  if (application?.state !== "open")
    throw new DomainError("REQUEST_INVALID", "There is no open application with this id.");
  if (granted) await enrolVerifier(actor, application, clock);
  const state = granted ? "granted" : "refused";
  await setApplicationDecided(database(), applicationId, { state, decidedAt: clock.now() });
}

/** Applications that wait, longest first. Throws PERMISSION_DENIED. */
export async function listApplications(actor: Actor): Promise<ApplicationRow[]> {
  assertAdministrator(actor);
  return listOpenApplications(database(), MOST);
}
