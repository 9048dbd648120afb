"use server";

import { decideApplication } from "@/lib/audits/applications/decide-application";
import { decideChallenge } from "@/lib/audits/challenges/decide-challenge";
import { endVerifier } from "@/lib/audits/verifiers/end-verifier";
import { actAs, textOf } from "@/app/[locale]/act-as";

const PATH = "/administration/audits";

/** Enrols or refuses an applicant. */
export async function decideApplicationAction(form: FormData): Promise<void> {
  const granted = form.get("decision") === "grant";
  const applicationId = text(form, "application");
  const did = granted ? "enrolled" : undefined;
  const sent = { name: `application ${applicationId}`, form, fields: [], did };
  await actAs(PATH, (actor) => decideApplication(actor, { applicationId, granted }), sent);
}

/** Upholds or rejects a challenge. */
export async function decideChallengeAction(form: FormData): Promise<void> {
  const decision = form.get("decision") === "uphold" ? "upheld" : "rejected";
  const [challengeId, outcome] = [text(form, "challenge"), text(form, "reason")];
  const sent = { name: `challenge ${challengeId}`, form, fields: ["reason"] };
  await actAs(PATH, (actor) => decideChallenge(actor, { challengeId, decision, outcome }), sent);
}

/** Ends a verifier's enrolment. */
export async function endVerifierAction(form: FormData): Promise<void> {
  await actAs(PATH, (actor) => endVerifier(actor, text(form, "address")));
}

const text = (form: FormData, name: string) => textOf(form, name).trim();
