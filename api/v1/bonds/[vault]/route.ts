import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { bondSchema, toBondJson, vaultParameter } from "@/api/schemas/bond";
import { problems } from "@/api/schemas/problem";
import { getBond } from "@/lib/audits/bond/get-bond";

const route = createRoute({
  method: "get",
  path: "/v1/bonds/{vault}",
  operationId: "getBond",
  tags: ["Audits"],
  summary: "How a deposit stands, and who has signed what about it",
  description:
    "Held in a 2-of-3 on-chain vault: any two of creator, arbiter, council can move it. Nothing moves by itself.",
  request: { params: vaultParameter },
  responses: {
    200: jsonContent(z.object({ bond: bondSchema }), "As it was last seen."),
    ...problems("REQUEST_INVALID", "NOT_FOUND"),
  },
});

export const getBondOperation = defineOperation(route, async (c) =>
  sendJson(c, { bond: toBondJson(await getBond(c.req.valid("param").vault)) }),
);
