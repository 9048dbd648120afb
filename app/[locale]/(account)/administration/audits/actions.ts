"use server";

import { decideApplication } from "@/lib/audits/applications";
import { decideChallenge } from "@/lib/audits/challenges";
import { endVerifier } from "@/lib/audits/verifiers";
import { actAs } from "@/app/[locale]/act-as";
import { choiceOf, textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";

const PATH = "/administration/audits";

/** Enrols or refuses an applicant. */
export const decideApplicationAction = serverAction([FORM], async (form): Promise<void> => {
  const granted = choiceOf(form, "decision", ["grant", "refuse"]) === "grant";
  const applicationId = text(form, "application");
  const did = granted ? "enrolled" : undefined;
  const sent = { name: `application ${applicationId}`, form, fields: [], did };
  await actAs(PATH, (actor) => decideApplication(actor, { applicationId, granted }), sent);
});

/** Upholds or rejects a challenge. */
export const decideChallengeAction = serverAction([FORM], async (form): Promise<void> => {
  const upheld = choiceOf(form, "decision", ["uphold", "reject"]) === "uphold";
  const decision = upheld ? "upheld" : "rejected";
  const [challengeId, outcome] = [text(form, "challenge"), text(form, "reason")];
  const sent = { name: `challenge ${challengeId}`, form, fields: ["reason"] };
  await actAs(PATH, (actor) => decideChallenge(actor, { challengeId, decision, outcome }), sent);
});

/** Ends a verifier's enrolment. */
export const endVerifierAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs(PATH, (actor) => endVerifier(actor, text(form, "address")));
});

const text = (form: FormData, name: string) => textOf(form, name).trim();
