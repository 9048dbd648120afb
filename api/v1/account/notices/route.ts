import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { toNotice, noticeSchema } from "@/api/schemas/notice";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { env } from "@/lib/config/env";
import { listLostDomains } from "@/lib/identity/domains/list-domains";
import { listAttention } from "@/lib/catalogue/dashboard/list-attention";

const route = createRoute({
  method: "get",
  path: "/v1/account/notices",
  operationId: "listNotices",
  tags: ["Account"],
  summary: "What needs you now",
  description:
    "What others decided about your skills and what stopped working, the gravest first, as the dashboard says it; nothing when all is well. An entry goes when its cause does: poll this, a few times a day is enough.",
  security: API_KEY_SECURITY,
  responses: {
    200: jsonContent(
      z.object({
        results: z.array(noticeSchema),
        lost_domains: z
          .array(z.string())
          .describe("Domains you had proven, and whose record is gone: GET /v1/account/domains."),
      }),
      "At most twelve.",
    ),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const listNoticesOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const [attention, lost] = await Promise.all([listAttention(accountId), listLostDomains(accountId)]);
  return sendJson(c, {
    results: attention.map((each) => toNotice(each, env().APP_URL)),
    lost_domains: lost,
  });
});
