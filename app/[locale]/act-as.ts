import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { leadToConfirmation } from "@/app/[locale]/lead-to-confirmation";
import { leadToSignIn } from "@/app/[locale]/lead-to-sign-in";
import { currentActor } from "@/lib/web/auth/current-actor";
import { wrongMember, isDomainError, type DomainError } from "@/lib/kernel/errors";
import { storeWritten, type SentForm } from "@/app/[locale]/refused-form";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { Actor } from "@/lib/identity/actor";

/**
 * Does what a form asks for as whoever is signed in, and leads back to `path`: with `?done=1` (and `about`, `did`), or with
 * `?problem=<code>` for a failure that people can be told about; what was written into `sent` is then shown again.
 * Somebody who is not signed in, or has to confirm that it is them, is led there first. `part` is the id of the part of
 * the page that says so, where that is not its beginning.
 */
export async function actAs(
  path: string,
  work: (actor: Actor) => Promise<unknown>,
  sent?: SentForm,
  part?: string,
): Promise<never> {
  const actor = await currentActor();
  if (!actor) return leadToSignIn(path, sent && sent.fields.length > 0 ? sent : undefined);
  return actOpenly(path, () => work(actor), sent, part);
}

/** What the address of a page says when its reader has just confirmed that it is them, and goes on there. */
export const CONFIRMED = "confirmed=1";

/** The same for what needs no account. */
async function actOpenly(
  path: string,
  work: () => Promise<unknown>,
  sent?: SentForm,
  part?: string,
): Promise<never> {
  const page = localizedPath(await getLocale(), path);
  let outcome = "done=1";
  for (const name of ["about", "did"] as const)
    if (sent?.[name]) outcome += `&${name}=${encodeURIComponent(sent[name])}`;
  try {
    await work();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (sent && sent.fields.length > 0) await storeWritten(page, sent);
    if (error.code === "CONFIRMATION_REQUIRED") await leadToConfirmation(`${path}?${CONFIRMED}`);
    outcome = problemQuery(error);
  }
  redirect(`${page}?${outcome}${part === undefined ? "" : `#${part}`}`);
}

/** What the address of a form says of a refusal: its code, and the field that was wrong if it names one. */
export function problemQuery(error: DomainError): string {
  const field = wrongMember(error);
  return `problem=${error.code}${field === null ? "" : `&field=${encodeURIComponent(field)}`}`;
}

/** A form in which nothing is written, and what the page says once it is done. */
export const pressed = (form: FormData, about: string): SentForm => ({
  name: "answer",
  form,
  fields: [],
  about,
});
