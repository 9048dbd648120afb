"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { textOf } from "@/app/[locale]/act-as";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";
import { isLocale, localizedPath } from "@/lib/i18n/paths";
import type { Actor } from "@/lib/identity/actor";
import { changePassword } from "@/lib/identity/change-password";
import { closeAccount } from "@/lib/identity/closing/close-account";
import { endSessions } from "@/lib/identity/end-sessions";
import { renameAccount } from "@/lib/identity/rename-account";
import { setMailSettings } from "@/lib/identity/set-mail-settings";
import { unlinkWallet } from "@/lib/identity/unlink-wallet";

const MAX_PASSWORD = 512;
/** Guesses at the password of an account whose session somebody else may hold. */
const GUESSES = { name: "own-password", points: 10, durationSeconds: 15 * 60 };

/** Does what one part of the page asks for, and leads back to that part with what came of it. */
async function settle(part: string, work: (actor: Actor) => Promise<void>, then?: string): Promise<never> {
  const locale = await getLocale();
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/settings"));
  let outcome = "done";
  try {
    await work(actor);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    outcome = error.code === "RATE_LIMITED" ? "limited" : "problem";
  }
  const path = outcome === "done" && then ? then : `/settings?${outcome}=${part}#${part}`;
  redirect(localizedPath(locale, path));
}

/** Work that tells whether a password was right: counted before it is done. */
function guess(work: (actor: Actor) => Promise<void>): (actor: Actor) => Promise<void> {
  return async (actor) => {
    await consumeRateLimit(GUESSES, actor.accountId);
    await work(actor);
  };
}

/** Gives the account the user name of the form. */
export async function renameAction(form: FormData): Promise<void> {
  await settle("name", (actor) => renameAccount(actor, textOf(form, "username", 64).trim()));
}

/** Changes the password and leads to where one signs in with the new one. */
export async function changePasswordAction(form: FormData): Promise<void> {
  const current = textOf(form, "current", MAX_PASSWORD);
  const next = textOf(form, "next", MAX_PASSWORD);
  await settle(
    "password",
    guess((actor) => changePassword(actor, { current, next })),
    "/login?ready=1",
  );
}

/** Takes the wallet of the form off the account. */
export async function unlinkWalletAction(form: FormData): Promise<void> {
  await settle("wallets", (actor) => unlinkWallet(actor, textOf(form, "address", 64)));
}

/** Sets which mails the account gets about its skills, and in which language. */
export async function setMailsAction(form: FormData): Promise<void> {
  const locale = textOf(form, "locale", 16);
  const settings = {
    notices: form.get("notices") === "on",
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
  };
  await settle("mails", (actor) => setMailSettings(actor, settings));
}

/** Ends every session of the account and leads home. */
export async function endSessionsAction(): Promise<void> {
  await settle("sessions", endSessions, "/");
}

/** Closes the account, if its name and, where it has one, its password were typed, and leads to where it says that it is closed. */
export async function closeAccountAction(form: FormData): Promise<void> {
  const locale = await getLocale();
  const typed = {
    username: textOf(form, "username", 64).trim(),
    password: textOf(form, "password", MAX_PASSWORD),
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
  };
  await settle(
    "close",
    guess((actor) => closeAccount(actor, typed)),
    "/settings/closed",
  );
}
