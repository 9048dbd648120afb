"use server";

import { actAs, asMember } from "@/app/[locale]/form-outcome";
import { FORM, serverAction, textOf, UNREAD } from "@/app/[locale]/server-action";
import {
  deleteOwnWebhook,
  redeliver,
  setOwnWebhook,
  testOwnWebhook,
} from "@/lib/catalogue/webhooks/own-webhook";
import { WEBHOOK_TYPES } from "@/lib/catalogue/webhooks/types";
import { webhookPage } from "@/components/dashboard/organisation-address";
import type { Actor } from "@/lib/identity/actor";
import { inNameOf, type InName } from "@/lib/identity/organisations/in-name-of";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** The organisation whose webhook it is; undefined for the reader's own. */
const organisationOf = (form: FormData) => textOf(form, "organisation", 64) || undefined;

const pageOf = (form: FormData) => webhookPage(organisationOf(form));

/** Has a webhook of the account of the form changed, by who may; each asks somebody else's server. */
async function inNameOfForm<Done>(
  form: FormData,
  actor: Actor,
  work: (account: InName) => Promise<Done>,
): Promise<Done> {
  await consumeRateLimit(REQUEST_LIMITS.webhooks, actor.accountId);
  return work(await inNameOf(actor, { organisation: organisationOf(form), act: "account" }));
}

/** Sets the webhook of the form, and hands out its secret where that is new; "" where it is not. */
export const setWebhookAction = serverAction([UNREAD, FORM], async (_previous, form): Promise<string> => {
  const sent = { name: "webhook", form, fields: ["url"] };
  const types = WEBHOOK_TYPES.filter((type) => form.has(type));
  const request = { url: textOf(form, "url"), types, newSecret: form.has("new-secret") };
  return asMember({ page: pageOf(form), sent }, (person) =>
    inNameOfForm(form, person, async (actor) => (await setOwnWebhook({ actor, ...request })).secret ?? ""),
  );
});

/** Has a message sent that says nothing. */
export const testWebhookAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs(pageOf(form), (person) => inNameOfForm(form, person, (actor) => testOwnWebhook({ actor })));
});

/** Sends the message of the form once more. */
export const redeliverAction = serverAction([FORM], async (form): Promise<void> => {
  const delivery = textOf(form, "delivery", 64);
  await actAs(pageOf(form), (person) =>
    inNameOfForm(form, person, (actor) => redeliver({ actor, delivery })),
  );
});

/** Ends the webhook. */
export const deleteWebhookAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs(pageOf(form), (person) => inNameOfForm(form, person, (actor) => deleteOwnWebhook({ actor })));
});
