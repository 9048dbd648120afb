"use server";

import { getLocale } from "next-intl/server";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { withToken } from "@/app/[locale]/drafts/link-params";
import {
  asMember,
  pageLocale,
  type SentForm,
  confirmationPath,
  wrongField,
} from "@/app/[locale]/form-outcome";
import { choiceOf, isTicked, textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { ADVISORY_NOTICES, FOLLOWING_NOTICES } from "@/lib/identity/accounts/advisory-notices";
import { setMailSettings } from "@/lib/identity/accounts/contact-email";
import type { Actor } from "@/lib/identity/actor";
import { confirmWithPassword } from "@/lib/identity/confirmation/confirmation";
import { addDomain, checkDomain, removeDomain } from "@/lib/identity/domains/own-domains";
import { requestEmailChange, changeEmail } from "@/lib/identity/email/email-change";
import { listLinkedIssuers, unlinkIssuer } from "@/lib/identity/issuers/issuer-identities";
import { changePassword } from "@/lib/identity/passwords/own-password";
import { requestPasswordReset } from "@/lib/identity/passwords/password-reset";
import { requestJoining } from "@/lib/identity/registration/joining";
import { setOwnPolicy } from "@/lib/identity/policies/account-policies";
import { readPolicyForm } from "@/lib/identity/policies/policy-form";
import { endSessions } from "@/lib/identity/sessions/end-sessions";
import { unlinkWallet } from "@/lib/identity/wallets/own-wallets";
import { wrongMember, type DomainError, isDomainError } from "@/lib/kernel/errors";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { POLICY_RULES } from "@/lib/vetting/policy/policy";
import { env } from "@/lib/platform/config/env";
import { isLocale, localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { ACCESS_KINDS } from "@/lib/vetting/access-kinds";
import { currentActor } from "@/lib/web/auth/current-actor";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { storeJoining } from "@/lib/web/auth/joining-cookie";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { storeConfirmation } from "@/lib/web/auth/confirm-signed-wallet";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { limitOwnMails, REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";

const MAX_PASSWORD = 512;
const MAX_DOMAIN = 512;
/** How the address of the page calls the field of the present password. */
const PRESENT_PASSWORD = "current";

/**
 * Does what one part of the page asks for, and leads on to `to` or back to that part with what came of it and what was
 * written into `sent`.
 */
async function settle(
  part: string,
  work: (actor: Actor) => Promise<void>,
  {
    to = `/settings?done=${part}#${part}`,
    limit = "guesses",
    sent,
  }: { to?: string; limit?: "guesses" | "mails" | "checks"; sent?: SentForm } = {},
): Promise<never> {
  const refused = (error: DomainError) => `/settings?${refusalOf(part, error, limit)}`;
  await asMember({ page: "/settings", part, sent, refused, confirmed: `confirmed=${part}` }, work);
  redirect(localizedPath(await getLocale(), to));
}

/** What the address of the page says of a refusal: the part, and what was too often, or the field if one was wrong. */
function refusalOf(part: string, error: DomainError, limit: string): string {
  if (error.code === "RATE_LIMITED") return `limited=${part}&of=${limit}`;
  const field =
    error.code === "AUTH_FAILED"
      ? PRESENT_PASSWORD
      : part === "name"
        ? wrongField(error)
        : wrongMember(error);
  return field === null ? `problem=${part}` : `problem=${part}&field=${encodeURIComponent(field)}`;
}

/** Work that sends a mail: counted before it is done. */
function mail(work: (actor: Actor) => Promise<void>): (actor: Actor) => Promise<void> {
  return async (actor) => {
    const { address } = await currentSubject();
    await limitOwnMails({ accountId: actor.accountId, address });
    await work(actor);
  };
}

/** Gives the account the user name of the form. */
export const renameAction = serverAction([FORM], async (form): Promise<void> => {
  await settle("name", (actor) => renameAccount(actor, textOf(form, "username", 64).trim()), {
    sent: { name: "name", form, fields: ["username"] },
  });
});

/** Has a link sent to the address of the form, which makes it the account's. */
export const changeEmailAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await pageLocale();
  const email = textOf(form, "email", 400);
  await settle(
    "email",
    mail((actor) => requestEmailChange(actor, { email, locale })),
    { to: "/settings?sent=email#email", limit: "mails", sent: { name: "email", form, fields: ["email"] } },
  );
});

/** Has a link to a new password sent to the address of the account. */
export const sendPasswordLinkAction = serverAction([], async (): Promise<void> => {
  const locale = await pageLocale();
  await settle(
    "password",
    mail(async (actor) => {
      const { email } = await getAccount(actor.accountId);
      await requestPasswordReset({ email, locale });
    }),
    { to: "/settings?sent=password#password", limit: "mails" },
  );
});

/** Changes the password and leads to where one signs in with the new one. */
export const changePasswordAction = serverAction([FORM], async (form): Promise<void> => {
  const current = textOf(form, PRESENT_PASSWORD, MAX_PASSWORD);
  const password = textOf(form, "next", MAX_PASSWORD);
  const endKeys = isTicked(form, "keys");
  await settle(
    "password",
    async (actor) => {
      await countGuess(actor);
      await changePassword(actor, { current, password, endKeys });
    },
    { to: "/login?ready=1" },
  );
});

/** Takes the wallet of the form off the account, with the keys made with it unless the form says that they stay. */
export const unlinkWalletAction = serverAction([FORM], async (form): Promise<void> => {
  const wallet = { address: textOf(form, "address", 64), keepKeys: isTicked(form, "keys", "keep") };
  await settle("wallets", (actor) => unlinkWallet(actor, wallet));
});

/** Takes the sign-in of the form off the account. */
export const unlinkIssuerAction = serverAction([FORM], async (form): Promise<void> => {
  const id = textOf(form, "identity", 64);
  await settle("issuers", async (actor) => {
    const linked = (await listLinkedIssuers(actor.accountId)).find((each) => each.id === id);
    const known = env().OIDC_ISSUERS.find(({ issuer }) => issuer === linked?.issuer);
    await unlinkIssuer(actor, { id, what: known?.id ?? linked?.issuer ?? "" });
  });
});

/** Adds the domain of the form to the account, to be proven. */
export const addDomainAction = serverAction([FORM], async (form): Promise<void> => {
  await settle("domains", (actor) => addDomain(actor, textOf(form, "domain", MAX_DOMAIN)), {
    sent: { name: "domain", form, fields: ["domain"] },
  });
});

/** Asks the DNS for the record of the domain of the form. */
export const checkDomainAction = serverAction([FORM], async (form): Promise<void> => {
  const check = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.domainChecks, actor.accountId);
    await checkDomain(actor, textOf(form, "domain", MAX_DOMAIN));
  };
  await settle("domains", check, { limit: "checks" });
});

/** Takes the domain of the form off the account. */
export const removeDomainAction = serverAction([FORM], async (form): Promise<void> => {
  await settle("domains", (actor) => removeDomain(actor, textOf(form, "domain", MAX_DOMAIN)));
});

/** Sets which mails the account gets about its skills, and in which language. */
export const setMailsAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = textOf(form, "locale", 16);
  const settings = {
    notices: isTicked(form, "notices"),
    earning: isTicked(form, "earning"),
    advisories: choiceOf(form, "advisories", ADVISORY_NOTICES),
    following: choiceOf(form, "following", FOLLOWING_NOTICES),
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
  };
  await settle("mails", (actor) => setMailSettings(actor, settings));
});

/**
 * Sets what the account's keys may call, in place of the policy that the form was made for. Where another one is in force
 * by now the form shows that one: what was written here would undo it unread.
 */
export const setPolicyAction = serverAction([FORM], async (form): Promise<void> => {
  const part = "policy";
  const denied = ACCESS_KINDS.map((kind) => `deny-${kind}`);
  const texts = POLICY_RULES.filter((rule) => rule !== "deniedPermissions");
  const sent = { name: part, form, fields: [...texts, ...denied, "public"] };
  const refused = (error: DomainError) => `/settings?${refusalOf(part, error, "guesses")}`;
  const policy = await asMember({ page: "/settings", part, sent, refused }, async () =>
    readPolicyForm((rule) =>
      rule === "deniedPermissions"
        ? ACCESS_KINDS.filter((kind) => isTicked(form, `deny-${kind}`))
        : textOf(form, rule),
    ),
  );
  const [isPublic, expected] = [isTicked(form, "public"), Number(textOf(form, "number", 10)) || 0];
  await settle(part, async (actor) => {
    await setOwnPolicy(actor, { policy, isPublic, expected });
  });
});

/** Ends every session of the account and leads home. */
export const endSessionsAction = serverAction([], async (): Promise<void> => {
  await settle("sessions", endSessions, { to: "/" });
});

/** Closes the account, if its name was typed, and leads to where it says that it is closed. */
export const closeAccountAction = serverAction([FORM], async (form): Promise<void> => {
  const typed = {
    username: textOf(form, "username", 64).trim(),
    locale: await pageLocale(),
  };
  await settle("close", (actor) => closeAccount(actor, typed), {
    to: "/settings/closed",
    sent: { name: "close", form, fields: ["username"] },
  });
});

/**
 * Confirms by the password of the form who is signed in, and leads to where they go on; or back to the form, which says
 * why it did not.
 */
export const confirmAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await getLocale();
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(locale, "/settings"));
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(returnTo)}`));
  let path = returnTo;
  try {
    await countGuess(actor);
    await storeConfirmation(await confirmWithPassword(actor, textOf(form, "password", MAX_PASSWORD)));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const problem = error.code === "RATE_LIMITED" ? "limited" : "refused";
    path = localizedPath(locale, `${confirmationPath(returnTo)}&problem=${problem}`);
  }
  redirect(path);
});

/** Has a link sent to the account's own address; followed in this browser, it confirms and leads to where they go on. */
export const sendProofAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await pageLocale();
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(locale, "/settings"));
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(returnTo)}`));
  let outcome = "sent=1";
  try {
    const address = subscriberOfStamped((await headers()).get("x-forwarded-for"));
    await limitOwnMails({ accountId: actor.accountId, address });
    const { email } = await getAccount(actor.accountId);
    await storeJoining({ email: await requestJoining({ email, locale, returnTo }), returnTo });
  } catch (error) {
    if (!isDomainError(error, "RATE_LIMITED") && !isDomainError(error, "REQUEST_INVALID")) throw error;
    outcome = "problem=mails";
  }
  redirect(localizedPath(locale, `${confirmationPath(returnTo)}&${outcome}`));
});

/**
 * Gives the account of who is signed in the address of a mailed link, or leads back to the page, which says why it
 * did not.
 */
export const confirmEmailAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await pageLocale();
  const token = textOf(form, "token");
  const actor = await currentActor();
  const done = actor !== null && (await changeEmail(actor, { token, locale }));
  const path = done ? "/settings?done=email#email" : withToken("/settings/email", token);
  redirect(localizedPath(locale, path));
});

/** Counts a password before it is looked at. Throws RATE_LIMITED. */
async function countGuess({ accountId }: Actor): Promise<void> {
  await consumeRateLimit(REQUEST_LIMITS.ownPassword, accountId);
}
