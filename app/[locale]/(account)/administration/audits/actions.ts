"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { decideApplication } from "@/lib/audits/applications/decide-application";
import { decideChallenge } from "@/lib/audits/challenges/decide-challenge";
import { endVerifier } from "@/lib/audits/end-verifier";
import { textOf } from "@/app/[locale]/act-as";
import { leadToSignIn } from "@/app/[locale]/lead-to-sign-in";
import { keepWritten, type SentForm } from "@/app/[locale]/refused-form";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { localizedPath } from "@/lib/i18n/paths";

const PATH = "/administration/audits";

/** Enrols or refuses an applicant. */
export async function decideApplicationAction(form: FormData): Promise<void> {
  const granted = form.get("decision") === "grant";
  await act((actor) => decideApplication(actor, { applicationId: text(form, "application"), granted }));
}

/** Upholds or rejects a challenge. */
export async function decideChallengeAction(form: FormData): Promise<void> {
  const decision = form.get("decision") === "uphold" ? "upheld" : "rejected";
  const [challengeId, outcome] = [text(form, "challenge"), text(form, "outcome")];
  const sent = { name: `challenge ${challengeId}`, form, fields: ["outcome"] };
  await act((actor) => decideChallenge(actor, { challengeId, decision, outcome }), sent);
}

/** Ends a verifier's enrolment. */
export async function endVerifierAction(form: FormData): Promise<void> {
  await act((actor) => endVerifier(actor, text(form, "address")));
}

type SignedIn = NonNullable<Awaited<ReturnType<typeof currentActor>>>;

async function act(work: (actor: SignedIn) => Promise<void>, sent?: SentForm): Promise<void> {
  const locale = await getLocale();
  const actor = await currentActor();
  if (!actor) return leadToSignIn(PATH, sent);
  let outcome = "?done=1";
  try {
    await work(actor);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    outcome = `?problem=${error.code}`;
    if (sent) await keepWritten(localizedPath(locale, PATH), sent);
  }
  redirect(localizedPath(locale, `${PATH}${outcome}`));
}

const text = (form: FormData, name: string) => textOf(form, name).trim();
