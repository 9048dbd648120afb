"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { enrolVerifier } from "@/lib/audits/enrol-verifier";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { localizedPath } from "@/lib/i18n/paths";
import { decideCaution } from "@/lib/registry/decide-caution";

const MAX_TEXT = 200;

/** Enrols the wallet of the form as a verifier. */
export async function enrolAction(form: FormData): Promise<void> {
  await act(async (actor) => {
    await enrolVerifier(actor, { address: text(form, "address"), displayName: text(form, "name") });
  });
}

/** Publishes or rejects a held version. */
export async function decideAction(form: FormData): Promise<void> {
  await act((actor) =>
    decideCaution({
      actor,
      versionId: text(form, "version"),
      decision: form.get("decision") === "approve" ? "approve" : "reject",
      reason: text(form, "reason"),
    }),
  );
}

type SignedIn = NonNullable<Awaited<ReturnType<typeof currentActor>>>;

async function act(work: (actor: SignedIn) => Promise<void>): Promise<void> {
  const locale = await getLocale();
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/administration"));
  let problem = "";
  try {
    await work(actor);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    problem = `?problem=${encodeURIComponent(error.message)}`;
  }
  redirect(localizedPath(locale, `/administration${problem}`));
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim().slice(0, MAX_TEXT) : "";
}
