import { z } from "@hono/zod-openapi";
import { address } from "@/api/schemas/call";
import { lookupText } from "@/api/schemas/parameters";
import { lamports } from "@/api/schemas/skill";
import { env } from "@/lib/platform/config/env";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { takeTestMoney, readBalance } from "@/lib/payments/wallets";
import { noun } from "@/api/frame/operation";

export const wallets = noun("Calling");

const MAX_ADDRESS_CHARACTERS = 44;

const walletSchema = z.object({ address: z.string(), balance_lamports: lamports }).openapi("Wallet");

wallets
  .get("/v1/wallets/{address}", {
    id: "getWallet",
    summary: "What a wallet holds on the market's chain",
    description:
      "Asked of the chain now, for payers without a node of their own. An address that nobody has paid to holds 0.",
    limit: REQUEST_LIMITS.wallet,
    params: z.object({ address: lookupText(MAX_ADDRESS_CHARACTERS).min(1).describe("Base58 of 32 bytes.") }),
    answers: { 200: [walletSchema, "The confirmed balance."] },
    problems: ["LEDGER_UNAVAILABLE"],
  })
  .handle(async ({ params }) => {
    const { address } = params;
    return { address, balanceLamports: await readBalance(address) };
  });

const takenSchema = z
  .object({
    status: z.literal("success"),
    address,
    lamports: lamports.describe("What the address was given."),
    signature: z.string().describe("Of the transfer on the local ledger."),
  })
  .openapi("TestMoney");

wallets
  .post("/v1/faucet", {
    id: "takeTestMoney",
    summary: "Test money for a wallet, on a local ledger",
    description:
      "Only where GET /v1/agent/info says `settlement.local_ledger`. It is worth nothing anywhere else. The ledger gives an address so much an hour.",
    limit: REQUEST_LIMITS.faucet,
    json: z.object({ address }).openapi("TestMoneyRequest"),
    maxBytes: 1024,
    answers: { 201: [takenSchema, "Sent; it is there within a second or two."] },
    problems: ["FAUCET_NOT_AVAILABLE", "FAUCET_LIMIT_EXCEEDED", "LEDGER_UNAVAILABLE"],
  })
  .handle(async ({ json }) => {
    const { address } = json;
    const signature = await takeTestMoney(address);
    return { address, lamports: String(env().FAUCET_LAMPORTS), signature };
  });
