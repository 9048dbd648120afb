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
import { assertMayDecideWho, leavesOwnToOthers } from "@/lib/moderation/decided-by";

const MOST = 100;

/**
 * Enrols an applicant, or refuses. Throws PERMISSION_DENIED, REQUEST_INVALID for an application that is not open, and DECISION_NOT_ALLOWED for
 * one's own (`assertMayDecideWho`).
 */
export async function decideApplication(
  actor: Actor,
  { applicationId, granted }: { applicationId: string; granted: boolean },
  clock: Clock = systemClock,
): Promise<void> {
  assertAdministrator(actor);
  const application = await findApplication(database(), applicationId);
  if (application?.state !== "open")
    throw new DomainError("REQUEST_INVALID", "There is no open application with this id.");
  await assertMayDecideWho(database(), actor, application.accountId);
  if (granted) await enrolVerifier(actor, application, clock);
  const state = granted ? "granted" : "refused";
  await setApplicationDecided(database(), applicationId, { state, decidedAt: clock.now() });
}

export interface OpenApplication extends ApplicationRow {
  /** It is the administrator's own, and there is another one to decide. */
  leftToOthers: boolean;
}

/** Applications that wait, longest first. Throws PERMISSION_DENIED. */
export async function listApplications(actor: Actor): Promise<OpenApplication[]> {
  assertAdministrator(actor);
  const rows = await listOpenApplications(database(), MOST);
  const isOwn = ({ accountId }: ApplicationRow) => accountId === actor.accountId;
  const leaves = rows.some(isOwn) && (await leavesOwnToOthers(actor));
  return rows.map((row) => ({ ...row, leftToOthers: leaves && isOwn(row) }));
}
