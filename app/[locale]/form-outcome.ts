import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { showWritten } from "@/components/forms/written-in";
import type { Actor } from "@/lib/identity/actor";
import { isDomainError, wrongMember, wrongReason, type DomainError } from "@/lib/kernel/errors";
import { isLocale, localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";
import { currentActor } from "@/lib/web/auth/current-actor";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import {
  toRefusedForm,
  takeRefusedForm,
  refusedFormCookieName,
  storeForPage,
} from "@/lib/web/http/refused-forms";
import { readAs, readerOf } from "@/lib/registry/access/reader";

/**
 * Which form was sent, what it held, and the names of the fields that may be shown again: never one with a password.
 */
export interface SentForm {
  /** As the component calls it (`writtenIn`). */
  name: string;
  form: FormData;
  fields: readonly string[];
  /** What it is about: a page with many such forms says so, once it is done. */
  about?: string;
  /** What was decided, where the page says so once it is done. */
  decided?: string | undefined;
  /** What the page offers once it is done, where it can be taken back. */
  did?: string | undefined;
}

/** Where a form leads whose work is refused. */
export interface FormPlace {
  /** The page of the form, without its language. */
  page: string;
  /** Id of the part of the page that says what came of it, where that is not its beginning. */
  part?: string | undefined;
  /** What is shown again. */
  sent?: SentForm | undefined;
  /** The page that says why, with its query; the page of the form with the code and the wrong field unless given. */
  refused?: (error: DomainError) => string;
  /** What the address says when its reader has just confirmed that it is them, and goes on there. */
  confirmed?: string;
}

/**
 * Does what a form asks for and hands back what came of it; a failure that people can be told about leads to the page
 * that says so, which shows once more what was written. Whoever has to confirm that it is them is led there first.
 */
export async function asAnybody<Done>(place: FormPlace, work: () => Promise<Done>): Promise<Done> {
  const { page, part, sent, confirmed = "confirmed=1" } = place;
  try {
    return await work();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const unconfirmed = error.code === "CONFIRMATION_REQUIRED";
    const path = unconfirmed ? page : (place.refused?.(error) ?? withQuery(page, problemQuery(error)));
    const locale = await getLocale();
    if (sent) await storeWritten(localizedPath(locale, path), sent);
    if (unconfirmed) return leadToConfirmation(withQuery(page, confirmed), part);
    return redirect(localizedPath(locale, path) + anchor(part));
  }
}

/** The same as whoever is signed in; who is not any more is led to where they sign in, and from there back. */
export async function asMember<Done>(place: FormPlace, work: (actor: Actor) => Promise<Done>): Promise<Done> {
  const actor = await currentActor();
  if (!actor) return leadToSignIn(place.page, place.sent);
  return asAnybody(place, () => readAs(readerOf(actor), () => work(actor)));
}

/** Does the work as whoever is signed in, and shows the page again with `?done=1` (and `about`, `did`) or the problem. */
export async function actAs(
  page: string,
  work: (actor: Actor) => Promise<unknown>,
  sent?: SentForm,
  part?: string,
): Promise<never> {
  await asMember({ page, sent, part }, work);
  const done = new URLSearchParams({ done: "1" });
  for (const name of ["about", "decided", "did"] as const) if (sent?.[name]) done.set(name, sent[name]);
  redirect(localizedPath(await getLocale(), withQuery(page, done.toString())) + anchor(part));
}

const anchor = (part: string | undefined) => (part === undefined ? "" : `#${part}`);
/** A path with one more thing in its query. */
export const withQuery = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** What the address of a form says of a refusal: its code, and the field that was wrong if it names one. */
export function problemQuery(error: DomainError): string {
  const field = wrongField(error);
  return `problem=${error.code}${field === null ? "" : `&field=${encodeURIComponent(field)}`}`;
}

/** The field that was wrong, with the reason where it has a name: `username:taken`; null where none is named. */
export function wrongField(error: DomainError): string | null {
  const [field, reason] = [wrongMember(error), wrongReason(error)];
  return field === null || reason === null ? field : `${field}:${reason}`;
}

/**
 * Leads whoever sent a form and is signed in no more to where they sign in, and from there back to `path`. The page
 * says that nothing was done, and whether what was written into `sent` waits at the form.
 */
export async function leadToSignIn(path: string, sent?: SentForm): Promise<never> {
  const locale = await getLocale();
  const page = localizedPath(locale, path);
  const why = sent !== undefined && (await storeWritten(page, sent)) ? "kept" : "ended";
  redirect(localizedPath(locale, `/sign-in?session=${why}&return=${encodeURIComponent(page)}`));
}

/**
 * Leads whoever is signed in to where they confirm that it is them, and from there to a part of `path`, where they
 * go on.
 */
export async function leadToConfirmation(path: string, part?: string): Promise<never> {
  const locale = await getLocale();
  redirect(localizedPath(locale, confirmationPath(localizedPath(locale, path) + anchor(part))));
}

/** The address of that page, without a language. */
export const confirmationPath = (returnTo: string) =>
  `/settings/confirm?return=${encodeURIComponent(returnTo)}`;

/** The language of the page, for mails and their links. */
export async function pageLocale(): Promise<Locale> {
  const locale = await getLocale();
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}

/**
 * Keeps what was written into a form that is refused, for the page of `path` (with its language) to show once more;
 * false where nothing was, or too much.
 */
export async function storeWritten(path: string, { name, form, fields }: SentForm): Promise<boolean> {
  if (fields.length === 0) return false;
  const refused = toRefusedForm(name, fields, (field) => form.get(field));
  const address = subscriberOfStamped((await headers()).get("x-forwarded-for"));
  const cookie = await storeForPage(refused, { path, address });
  if (cookie) (await cookies()).set(cookie.name, cookie.value, cookie.options);
  return cookie !== null;
}

/**
 * Has the forms of the page that is being made show what was written into the one that was refused; a page says so
 * once, before its forms. One with several like forms also says which field was `wrong`, as its address names it.
 */
export async function recallWritten(wrong?: string): Promise<void> {
  const key = (await cookies()).get(refusedFormCookieName())?.value;
  const refused = key === undefined ? null : await takeRefusedForm(key);
  if (refused) showWritten(refused, wrong);
}
