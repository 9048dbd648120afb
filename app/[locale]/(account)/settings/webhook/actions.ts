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
import type { Actor } from "@/lib/identity/actor";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const PAGE = "/settings/webhook";

const counted = async (actor: Actor, work: () => Promise<unknown>) => {
  await consumeRateLimit(REQUEST_LIMITS.webhooks, actor.accountId);
  await work();
};

/** Sets the webhook of the form, and hands out its secret where that is new; "" where it is not. */
export const setWebhookAction = serverAction([UNREAD, FORM], async (_previous, form): Promise<string> => {
  const sent = { name: "webhook", form, fields: ["url"] };
  return asMember({ page: PAGE, sent }, async (actor) => {
    await consumeRateLimit(REQUEST_LIMITS.webhooks, actor.accountId);
    const types = WEBHOOK_TYPES.filter((type) => form.has(type));
    const newSecret = form.has("new-secret");
    return (await setOwnWebhook({ actor, url: textOf(form, "url"), types, newSecret })).secret ?? "";
  });
});

/** Has a message sent that says nothing. */
export const testWebhookAction = serverAction([FORM], async (): Promise<void> => {
  await actAs(PAGE, (actor) => counted(actor, () => testOwnWebhook({ actor })));
});

/** Sends the message of the form once more. */
export const redeliverAction = serverAction([FORM], async (form): Promise<void> => {
  const delivery = textOf(form, "delivery", 64);
  await actAs(PAGE, (actor) => counted(actor, () => redeliver({ actor, delivery })));
});

/** Ends the webhook. */
export const deleteWebhookAction = serverAction([FORM], async (): Promise<void> => {
  await actAs(PAGE, (actor) => deleteOwnWebhook({ actor }));
});
