import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { problems } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { getEarnings } from "@/lib/payments/earnings/get-earnings";

const sums = {
  calls: z.int(),
  creator_lamports: lamports.describe("What reached your wallets."),
  fee_lamports: lamports.describe("What the market took in the same transactions."),
};

const route = createRoute({
  method: "get",
  path: "/v1/account/earnings",
  operationId: "getEarnings",
  tags: ["Account"],
  summary: "What your wallets were paid, in all and by skill",
  description:
    "Payments that vanished from the chain do not count. The money is in the wallets: the market holds none. Each payment: GET /v1/account/payments.",
  security: API_KEY_SECURITY,
  responses: {
    200: jsonContent(
      z
        .object({ ...sums, skills: z.array(z.object({ skill: z.string(), payments: z.int(), ...sums })) })
        .openapi("Earnings"),
      "Of all time; the skill that brought most first.",
    ),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const getEarningsOperation = defineOperation(route, async (c) => {
  const earnings = await getEarnings((await getActor(c)).accountId);
  return sendJson(c, {
    ...toSums(earnings),
    skills: earnings.skills.map((of) => ({ skill: of.slug, payments: of.payments, ...toSums(of) })),
  });
});

const toSums = (of: { calls: number; creatorLamports: bigint; feeLamports: bigint }) => ({
  calls: of.calls,
  creator_lamports: String(of.creatorLamports),
  fee_lamports: String(of.feeLamports),
});
