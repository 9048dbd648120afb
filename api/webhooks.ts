import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import { idParameter } from "@/api/schemas/parameters";
import { moment, doneSchema } from "@/api/schemas/skill";
import {
  deleteOwnWebhook,
  findOwnWebhook,
  listOwnDeliveries,
  MAX_WEBHOOK_URL_CHARACTERS,
  redeliver,
  setOwnWebhook,
  testOwnWebhook,
} from "@/lib/catalogue/webhooks/own-webhook";
import { WEBHOOK_TYPES } from "@/lib/catalogue/webhooks/types";
import { DomainError } from "@/lib/kernel/errors";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const webhooks = noun("Account");

const webhook = {
  url: z.url(),
  types: z.array(z.enum(WEBHOOK_TYPES)),
  created_at: moment,
  failing_since: moment.nullable().describe("Null where the last try succeeded, or there was none."),
  disabled_at: moment.nullable().describe("Nothing is sent any more until it is set again."),
  disabled_why: z
    .enum(["failing", "gone"])
    .nullable()
    .describe("failing: every try failed for five days. gone: it answered 410."),
};

webhooks
  .get("/v1/account/webhook", {
    id: "getWebhook",
    summary: "Where your account is sent what happens to its skills",
    key: "needed",
    answers: { 200: [z.object(webhook).openapi("Webhook"), "The webhook; never its secret."] },
    problems: ["NOT_FOUND"],
  })
  .handle(async ({ actor }) => {
    const found = await findOwnWebhook({ actor });
    if (found) return found;
    throw new DomainError("NOT_FOUND", "This account has no webhook. PUT /v1/account/webhook sets one.");
  });

webhooks
  .put("/v1/account/webhook", {
    id: "setWebhook",
    summary: "Have messages sent to an address of yours when something happens to your skills",
    description:
      "Messages are those of Standard Webhooks: `type`, `timestamp` and `data`, signed in `webhook-signature`. One webhook for each account.",
    key: "needed",
    limit: REQUEST_LIMITS.webhooks,
    json: z
      .object({
        url: z.string().max(MAX_WEBHOOK_URL_CHARACTERS).describe("https, on a public address."),
        types: z.array(z.enum(WEBHOOK_TYPES)).min(1).optional().describe("Left out: all."),
        new_secret: z.boolean().optional().describe("Makes a new secret; the present one stops being used."),
      })
      .openapi("WebhookRequest"),
    maxBytes: 8 * 1024,
    answers: {
      200: [
        z
          .object({
            ...webhook,
            secret: z
              .string()
              .nullable()
              .describe("What messages are signed with (`whsec_…`). Told where it is new, and never again."),
          })
          .openapi("WebhookSet"),
        "Set; where sending had ended, it begins again.",
      ],
    },
  })
  .handle(async ({ json, actor }) => {
    const { url, types, new_secret: newSecret } = json;
    return setOwnWebhook({ actor, url, types, newSecret });
  });

webhooks
  .delete("/v1/account/webhook", {
    id: "deleteWebhook",
    summary: "End your webhook",
    description: "What waits is not sent, and its log is deleted.",
    key: "needed",
    answers: { 200: [doneSchema, "Ended."] },
    problems: ["NOT_FOUND"],
  })
  .handle(async ({ actor }) => {
    await deleteOwnWebhook({ actor });
    return {};
  });

webhooks
  .post("/v1/account/webhook/test", {
    id: "testWebhook",
    summary: "Have a message sent that says nothing",
    description: "Its type is `webhook.test`. It is sent within seconds; the log tells what came of it.",
    key: "needed",
    limit: REQUEST_LIMITS.webhooks,
    answers: { 202: [z.object({ delivery_id: z.string() }), "Queued."] },
    problems: ["NOT_FOUND", "DECISION_NOT_POSSIBLE"],
  })
  .handle(async ({ actor }) => ({ deliveryId: (await testOwnWebhook({ actor })).id }));

webhooks
  .get("/v1/account/webhook/deliveries", {
    id: "listWebhookDeliveries",
    summary: "What was sent to your webhook, newest first",
    description: "Of the last 30 days.",
    key: "needed",
    query: z.object({
      cursor: z.string().max(100).optional().describe("`next_cursor` of the page before."),
    }),
    answers: {
      200: [
        z
          .object({
            results: z.array(
              z
                .object({
                  id: z.string().describe("The `webhook-id` of each try."),
                  type: z.string(),
                  state: z.enum(["waiting", "delivered", "given-up"]),
                  occurred_at: moment,
                  attempts: z.int(),
                  tried_at: moment.nullable(),
                  next_at: moment.nullable().describe("When it is tried next."),
                  status: z.int().nullable().describe("Of the last answer; null where there was none."),
                  error: z.string().nullable(),
                })
                .openapi("WebhookDelivery"),
            ),
            next_cursor: z.string().nullable(),
          })
          .openapi("WebhookDeliveries"),
        "Messages, one page.",
      ],
    },
    problems: ["NOT_FOUND"],
  })
  .handle(async ({ query, actor }) => {
    const { deliveries: results, nextCursor } = await listOwnDeliveries({ actor, cursor: query.cursor });
    return { results, nextCursor };
  });

webhooks
  .post("/v1/account/webhook/deliveries/{id}/redeliver", {
    id: "redeliverWebhook",
    summary: "Send a message of the log once more",
    description: "Under the same `webhook-id`, tried again from the beginning.",
    key: "needed",
    limit: REQUEST_LIMITS.webhooks,
    params: z.object({ id: idParameter.describe("Of a message in the log.") }),
    answers: { 202: [doneSchema, "Queued."] },
    problems: ["NOT_FOUND", "DECISION_NOT_POSSIBLE"],
  })
  .handle(async ({ params, actor }) => {
    await redeliver({ actor, delivery: params.id });
    return {};
  });
