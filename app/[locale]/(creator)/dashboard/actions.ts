"use server";

import { actAs, asMember } from "@/app/[locale]/form-outcome";
import { isTicked, textOf, FORM, serverAction, UNREAD } from "@/app/[locale]/server-action";
import { askForAudit } from "@/lib/audits/queue";
import type { Actor } from "@/lib/identity/actor";
import { acceptInvitation, endMaintainer, inviteMaintainer } from "@/lib/ownership/maintainers/maintainers";
import { acceptTransfer, endTransfer, offerTransfer } from "@/lib/ownership/transfers/transfers";
import { declineDraft } from "@/lib/publishing/drafts/own-drafts";
import { endTrust, trustPublisher } from "@/lib/publishing/trusted/trusted-publishers";
import { changeAccess } from "@/lib/publishing/access/change-access";
import { readUploadAccess } from "@/lib/publishing/access/upload-access";
import { endReadingRight, giveReadingRight, makeReadToken } from "@/lib/registry/access/reading-rights";
import { askForName } from "@/lib/registry/names/ask-for-name";
import { changePrice } from "@/lib/publishing/price/change-price";
import { readPrice } from "@/lib/publishing/price/read-price";
import { deprecateSkill, endDeprecation } from "@/lib/registry/deprecations/deprecate-skill";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Ends the draft of the form, if it waits for whoever sends it. */
export const declineDraftAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs("/dashboard/drafts", (actor) => declineDraft(actor, textOf(form, "skill", 64)));
});

/** Asks for an audit of the version of the form, as its owner. */
export const askForAuditAction = serverAction([FORM], async (form): Promise<void> => {
  const versionId = textOf(form, "version", 64);
  await actAs("/dashboard/skills", ({ accountId }) => askForAudit({ accountId, versionId }));
});

const NAMES = "/dashboard/names";

/** Keeps the name of the form for the skill of the form; its present name gives up what was asked for. */
export const askForNameAction = serverAction([FORM], async (form): Promise<void> => {
  const ask = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.names, actor.accountId);
    await askForName({ actor, skill: textOf(form, "skill", 100), name: textOf(form, "name", 100).trim() });
  };
  await actAs(NAMES, ask, { name: "skill-name", form, fields: ["skill", "name"] });
});

const DEPRECATIONS = "/dashboard/deprecations";

/** Says of the skill of the form that the one it names takes its place. */
export const deprecateAction = serverAction([FORM], async (form): Promise<void> => {
  const [skill, message, successor] = [
    textOf(form, "skill", 100),
    textOf(form, "message"),
    textOf(form, "successor", 100).trim(),
  ];
  await actAs(DEPRECATIONS, (actor) => deprecateSkill({ actor, skill, message, successor }), {
    name: "deprecation",
    form,
    fields: ["skill", "message", "successor"],
  });
});

/** Takes back what was said of the skill of the form. */
export const endDeprecationAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", 100);
  await actAs(DEPRECATIONS, (actor) => endDeprecation({ actor, skill }));
});

const PRICES = "/dashboard/prices";

/** Gives the skill of the form the price and the payee that it names. */
export const changePriceAction = serverAction([FORM], async (form): Promise<void> => {
  const [skill, payee] = [textOf(form, "skill", 100), textOf(form, "payee", 64)];
  const change = async (actor: Actor) => {
    const priceLamports = readPrice(textOf(form, "price_lamports", 64), "#/price_lamports") ?? 0n;
    await changePrice({ actor, skill, priceLamports, payeeAddress: payee === "" ? undefined : payee });
  };
  await actAs(PRICES, change, {
    name: "price",
    form,
    fields: ["skill", "price_lamports", "payee"],
    about: skill,
  });
});

/** What a form without fields of its own says once it is done. */
const answered = (form: FormData, about: string) => ({ name: "answer", form, fields: [], about });

const MAINTAINERS = "/dashboard/maintainers";

/** Invites the account that the form names to maintain its skill. */
export const inviteMaintainerAction = serverAction([FORM], async (form): Promise<void> => {
  const invite = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.maintainers, actor.accountId);
    const [skill, username] = [textOf(form, "skill", 100), textOf(form, "username", 64).trim()];
    await inviteMaintainer({ actor, skill, username });
  };
  await actAs(MAINTAINERS, invite, {
    name: "maintainer",
    form,
    fields: ["skill", "username"],
    about: "invited",
  });
});

/** Accepts the invitation that the form names. */
export const acceptInvitationAction = serverAction([FORM], async (form): Promise<void> => {
  const maintainerId = textOf(form, "maintainer", 64);
  await actAs(MAINTAINERS, (actor) => acceptInvitation({ actor, maintainerId }), answered(form, "accepted"));
});

/** Declines or withdraws the invitation that the form names, leaves the skill, or removes the maintainer. */
export const endMaintainerAction = serverAction([FORM], async (form): Promise<void> => {
  const maintainerId = textOf(form, "maintainer", 64);
  await actAs(MAINTAINERS, (actor) => endMaintainer({ actor, maintainerId }), answered(form, "ended"));
});

const TRANSFERS = "/dashboard/transfers";

/** Offers the skill of the form to the account it names. */
export const offerTransferAction = serverAction([FORM], async (form): Promise<void> => {
  const offer = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.transfers, actor.accountId);
    const [skill, to] = [textOf(form, "skill", 100), textOf(form, "to", 64).trim()];
    await offerTransfer({ actor, skill, to });
  };
  await actAs(TRANSFERS, offer, { name: "transfer", form, fields: ["skill", "to"], about: "offered" });
});

/** Takes over the skill of the offer that the form names. */
export const acceptTransferAction = serverAction([FORM], async (form): Promise<void> => {
  const transferId = textOf(form, "transfer", 64);
  await actAs(TRANSFERS, (actor) => acceptTransfer({ actor, transferId }), answered(form, "accepted"));
});

/** Cancels or declines the offer that the form names. */
export const endTransferAction = serverAction([FORM], async (form): Promise<void> => {
  const transferId = textOf(form, "transfer", 64);
  await actAs(TRANSFERS, (actor) => endTransfer({ actor, transferId }), answered(form, "ended"));
});

const TRUSTED = "/dashboard/trusted";
const JOB_FIELDS = ["skill", "issuer", "repository", "workflow", "environment"] as const;

/** Lets the job of the form publish its skill. */
export const trustPublisherAction = serverAction([FORM], async (form): Promise<void> => {
  const trust = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.trustedPublishers, actor.accountId);
    const [skill = "", issuer = "", repository = "", workflow = "", environment = ""] = JOB_FIELDS.map(
      (name) => textOf(form, name, 250).trim(),
    );
    const mayOnlyStage = isTicked(form, "stage");
    await trustPublisher({ actor, skill, issuer, repository, workflow, environment, mayOnlyStage });
  };
  await actAs(TRUSTED, trust, { name: "trusted", form, fields: [...JOB_FIELDS, "stage"] });
});

/** Ends what the job of the form may. */
export const endTrustAction = serverAction([FORM], async (form): Promise<void> => {
  const id = textOf(form, "trusted", 64);
  await actAs(TRUSTED, (actor) => endTrust({ actor, id }));
});

const ACCESS = "/dashboard/access";

/** Changes who sees the skill of the form. */
export const changeAccessAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", 100);
  const change = async (actor: Actor) => {
    const access = readUploadAccess(textOf(form, "access", 64)) ?? "public";
    await changeAccess({ actor, skill, access });
  };
  await actAs(ACCESS, change, { name: "access", form, fields: ["skill", "access"], about: skill });
});

/** Lets the account of the form read its skill. */
export const giveReadingRightAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", 100);
  const give = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.readers, actor.accountId);
    const username = textOf(form, "username", 64).trim();
    await giveReadingRight({ actor, skill, username, days: Number(textOf(form, "days", 8)) });
  };
  await actAs(ACCESS, give, {
    name: "reader",
    form,
    fields: ["skill", "username", "days"],
    about: skill,
  });
});

/** Makes a token that reads the skill of the form, and returns its text, which is never shown again. */
export const makeReadTokenAction = serverAction([UNREAD, FORM], async (_, form): Promise<string> => {
  const skill = textOf(form, "skill", 100);
  const sent = { name: "token", form, fields: ["skill", "name", "days"], about: skill };
  return asMember({ page: ACCESS, sent }, async (actor) => {
    await consumeRateLimit(REQUEST_LIMITS.readers, actor.accountId);
    const [name, days] = [textOf(form, "name", 250), Number(textOf(form, "days", 8))];
    return (await makeReadToken({ actor, skill, name, days })).token;
  });
});

/** Takes the right of the form, of a skill, back. */
export const endReadingRightAction = serverAction([FORM], async (form): Promise<void> => {
  const [skill = "", id = ""] = textOf(form, "right", 200).split("/");
  await actAs(ACCESS, (actor) => endReadingRight({ actor, skill, id }), answered(form, skill));
});
