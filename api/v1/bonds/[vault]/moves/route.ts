import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { BOND_PROBLEMS, moveKind, signedTransaction, vaultParameter } from "@/api/schemas/bond";
import { address } from "@/api/schemas/call";
import { lamports } from "@/api/schemas/skill";
import { problems } from "@/api/schemas/problem";
import { findBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { prepareBondMove } from "@/lib/audits/bond/moves/move-bond";
import { solanaConnection } from "@/lib/solana/current-connection";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 4 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/bonds/{vault}/moves",
  operationId: "prepareBondMove",
  tags: ["Audits"],
  summary: "The transaction that pays a deposit out, for two of its three parties to sign",
  description:
    "For the parties it was opened between, whoever the market names by now. A refund to the creator while no challenge of the version is open or upheld; a payment to the challenger after an upheld one. Nothing is stored and nothing moves before two have signed.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: vaultParameter,
    body: jsonRequest(
      z
        .object({
          kind: moveKind,
          signers: z
            .tuple([address, address])
            .describe("Two of the three; the first pays the network and owns the nonce."),
          nonce_opening: signedTransaction
            .optional()
            .describe("The `transaction` of `nonce_opening`, signed by the first of the two."),
        })
        .openapi("BondMoveRequest"),
    ),
  },
  responses: {
    200: jsonContent(
      z
        .object({
          destination: address,
          transaction: z
            .string()
            .nullable()
            .describe("Base64, unsigned. Null until the account of its durable nonce is on chain."),
          nonce_opening: z
            .object({ transaction: z.string().describe("Base64, unsigned."), rent_lamports: lamports })
            .nullable()
            .describe(
              "What opens that account, once for each vault: have the first of the two sign it, send the same request with it, and ask again until `transaction` is there.",
            ),
        })
        .openapi("BondMovePrepared"),
      "Sign the transaction and send it to /v1/bonds/{vault}/signatures. It stays valid, so the second signature may come days later.",
    ),
    ...problems(...BOND_PROBLEMS),
  },
});

export const prepareBondMoveOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.deposit, callerAddress(c));
  const around = { chain: solanaConnection(), terms: findBondTerms() };
  const { kind, signers, nonce_opening: signed } = c.req.valid("json");
  const request = { vaultAddress: c.req.valid("param").vault, kind, signers };
  const { destination, transaction, nonceOpening } = await prepareBondMove(
    { ...request, nonceOpening: signed === undefined ? undefined : Buffer.from(signed, "base64") },
    around,
  );
  return sendJson(c, {
    destination,
    transaction: transaction && Buffer.from(transaction).toString("base64"),
    nonce_opening: nonceOpening && {
      transaction: Buffer.from(nonceOpening.transaction).toString("base64"),
      rent_lamports: nonceOpening.rentLamports.toString(),
    },
  });
});
