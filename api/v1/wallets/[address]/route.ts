import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { lookupText } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { readBalance } from "@/lib/payments/transactions/read-balance";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_ADDRESS_CHARACTERS = 44;

const walletSchema = z.object({ address: z.string(), balance_lamports: lamports }).openapi("Wallet");

const route = createRoute({
  method: "get",
  path: "/v1/wallets/{address}",
  operationId: "getWallet",
  tags: ["Calling"],
  summary: "What a wallet holds on the market's chain",
  description:
    "Asked of the chain now, for payers without a node of their own. An address that nobody has paid to holds 0.",
  request: {
    params: z.object({ address: lookupText(MAX_ADDRESS_CHARACTERS).min(1).describe("Base58 of 32 bytes.") }),
  },
  responses: {
    200: jsonContent(walletSchema, "The confirmed balance."),
    ...problems("REQUEST_INVALID", "RATE_LIMITED", "LEDGER_UNAVAILABLE"),
  },
});

export const getWalletOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.wallet, callerAddress(c));
  const { address } = c.req.valid("param");
  const balance = await readBalance(address);
  const body: z.infer<typeof walletSchema> = { address, balance_lamports: balance.toString() };
  return sendJson(c, body);
});
