"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { asMember, type SentForm } from "@/app/[locale]/form-outcome";
import { FORM, serverAction, textOf } from "@/app/[locale]/server-action";
import type { Actor } from "@/lib/identity/actor";
import { addDomain, checkDomain, removeDomain } from "@/lib/identity/domains/own-domains";
import { inNameOf, type InName } from "@/lib/identity/organisations/in-name-of";
import { organisationPage, ORGANISATIONS } from "@/components/dashboard/organisation-address";
import {
  acceptMembership,
  changeRoles,
  endMember,
  inviteMember,
} from "@/lib/ownership/organisations/members";
import { foundOrganisation, setOrganisationPayee } from "@/lib/ownership/organisations/organisations";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const MAX_NAME = 64;
const MAX_DOMAIN = 512;

interface Asked {
  /** The page of the form. */
  page: string;
  sent?: SentForm;
  work: (actor: Actor) => Promise<unknown>;
  /** What the page says once it is done. */
  did: string;
  /** Where that is said, where it is another page. */
  to?: string;
}

async function settle({ page, sent, work, did, to = page }: Asked): Promise<never> {
  await asMember({ page, sent }, work);
  redirect(localizedPath(await getLocale(), `${to}?done=1&about=${did}`));
}

const nameOf = (form: FormData) => textOf(form, "organisation", MAX_NAME);
const pageOf = (form: FormData) => organisationPage(nameOf(form));
const rolesOf = (form: FormData) => textOf(form, "roles", 64).split("-");

/** Founds an organisation of the name of the form. */
export const foundAction = serverAction([FORM], async (form): Promise<void> => {
  const sent = { name: "found", form, fields: ["username"] };
  const name = textOf(form, "username", MAX_NAME).trim().toLowerCase();
  const to = organisationPage(name);
  const work = (actor: Actor) => foundOrganisation({ actor, name });
  await settle({ page: ORGANISATIONS, sent, work, did: "founded", to });
});

/** Accepts the invitation of the form. */
export const acceptMembershipAction = serverAction([FORM], async (form): Promise<void> => {
  const memberId = textOf(form, "member", 64);
  const work = (actor: Actor) => acceptMembership({ actor, memberId });
  await settle({ page: ORGANISATIONS, work, did: "joined" });
});

/** Declines the invitation of the form. */
export const declineMembershipAction = serverAction([FORM], async (form): Promise<void> => {
  const memberId = textOf(form, "member", 64);
  const work = (actor: Actor) => endMember({ actor, memberId });
  await settle({ page: ORGANISATIONS, work, did: "declined" });
});

/** Invites whom the form names, with its role. */
export const inviteMemberAction = serverAction([FORM], async (form): Promise<void> => {
  const invite = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.maintainers, actor.accountId);
    const username = textOf(form, "username", MAX_NAME).trim();
    await inviteMember({ actor, organisation: nameOf(form), username, roles: rolesOf(form) });
  };
  const sent = { name: "member", form, fields: ["username", "roles"] };
  await settle({ page: pageOf(form), sent, work: invite, did: "invited" });
});

/** Gives the member of the form the role of the form. */
export const changeRolesAction = serverAction([FORM], async (form): Promise<void> => {
  const username = textOf(form, "username", MAX_NAME);
  const work = (actor: Actor) =>
    changeRoles({ actor, organisation: nameOf(form), username, roles: rolesOf(form) });
  await settle({ page: pageOf(form), work, did: "changed" });
});

/** Removes the member of the form, or withdraws the invitation. */
export const endMemberAction = serverAction([FORM], async (form): Promise<void> => {
  const memberId = textOf(form, "member", 64);
  const work = (actor: Actor) => endMember({ actor, memberId });
  await settle({ page: pageOf(form), work, did: "ended" });
});

/** Ends one's own part in the organisation of the form. */
export const leaveAction = serverAction([FORM], async (form): Promise<void> => {
  const memberId = textOf(form, "member", 64);
  const work = (actor: Actor) => endMember({ actor, memberId });
  await settle({ page: pageOf(form), work, did: "left", to: ORGANISATIONS });
});

/** Names the wallet of the form as that of the organisation. */
export const setPayeeAction = serverAction([FORM], async (form): Promise<void> => {
  const payeeAddress = textOf(form, "payee", 64).trim();
  const sent = { name: "payee", form, fields: ["payee"] };
  const work = (actor: Actor) => setOrganisationPayee({ actor, organisation: nameOf(form), payeeAddress });
  await settle({ page: pageOf(form), sent, work, did: "payee" });
});

/** Does something about the domain of the form in the name of the organisation of the form. */
async function onDomain(
  form: FormData,
  { work, sent }: { work: (account: InName, domain: string) => Promise<void>; sent?: SentForm },
): Promise<never> {
  const asked = { organisation: nameOf(form), act: "account" } as const;
  const act = async (actor: Actor) => {
    const account = await inNameOf(actor, asked);
    await work(account, textOf(form, "domain", MAX_DOMAIN));
  };
  return settle({ page: pageOf(form), work: act, did: "domain", ...(sent ? { sent } : {}) });
}

/** Adds the domain of the form to the organisation, to be proven. */
export const addDomainForAction = serverAction([FORM], async (form): Promise<void> => {
  await onDomain(form, { work: addDomain, sent: { name: "domain", form, fields: ["domain"] } });
});

/** Asks the DNS for the record of the domain of the form. */
export const checkDomainForAction = serverAction([FORM], async (form): Promise<void> => {
  const check = async (account: InName, domain: string) => {
    await consumeRateLimit(REQUEST_LIMITS.domainChecks, account.accountId);
    await checkDomain(account, domain);
  };
  await onDomain(form, { work: check });
});

/** Takes the domain of the form off the organisation. */
export const removeDomainForAction = serverAction([FORM], async (form): Promise<void> => {
  await onDomain(form, { work: removeDomain });
});
