import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { address } from "@/api/schemas/call";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { env } from "@/lib/config/env";
import { takeTestMoney } from "@/lib/payments/take-test-money";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 1024;

const takenSchema = z
  .object({
    status: z.literal("success"),
    address,
    lamports: lamports.describe("What the address was given."),
    signature: z.string().describe("Of the transfer on the local ledger."),
  })
  .openapi("TestMoney");

const route = createRoute({
  method: "post",
  path: "/v1/faucet",
  operationId: "takeTestMoney",
  tags: ["Calling"],
  summary: "Test money for a wallet, on a local ledger",
  description:
    "Only where GET /v1/agent/info says `settlement.local_ledger`. It is worth nothing anywhere else. The ledger gives an address so much an hour.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    body: jsonRequest(z.object({ address }).openapi("TestMoneyRequest")),
  },
  responses: {
    201: jsonContent(takenSchema, "Sent; it is there within a second or two."),
    ...problems(
      "REQUEST_INVALID",
      "FAUCET_NOT_AVAILABLE",
      ...BODY_PROBLEMS,
      "FAUCET_LIMIT_EXCEEDED",
      "RATE_LIMITED",
      "LEDGER_UNAVAILABLE",
    ),
  },
});

export const takeTestMoneyOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.faucet, callerAddress(c));
  const wallet = c.req.valid("json").address;
  const signature = await takeTestMoney(wallet);
  const body: z.infer<typeof takenSchema> = {
    status: "success",
    address: wallet,
    lamports: String(env().FAUCET_LAMPORTS),
    signature,
  };
  return sendJson(c, body, 201);
});
