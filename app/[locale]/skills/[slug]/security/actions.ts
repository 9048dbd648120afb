"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { problemQuery } from "@/app/[locale]/act-as";
import { openChallenge } from "@/lib/audits/challenges/open-challenge";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { localizedPath } from "@/lib/i18n/paths";

/** Challenges the version; `path` is the page it stands on, which shows the challenge or the problem. */
export async function challengeAction(versionId: string, path: string, form: FormData): Promise<void> {
  const locale = await getLocale();
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(path)}`));
  let problem = "";
  try {
    const [claim, evidence] = [text(form, "claim"), text(form, "evidence")];
    await openChallenge({ accountId: actor.accountId, versionId, claim, evidence });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    problem = `${path.includes("?") ? "&" : "?"}${problemQuery(error)}`;
  }
  redirect(localizedPath(locale, `${path}${problem}`));
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
