import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent } from "@/api/json-body";
import { moveKind, vaultParameter } from "@/api/schemas/bond";
import { address } from "@/api/schemas/call";
import { problems } from "@/api/schemas/problem";
import { currentBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { prepareBondMove } from "@/lib/audits/bond/move-bond";
import { solanaConnection } from "@/lib/solana/current-connection";

const MAX_BODY_BYTES = 4 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/bonds/{vault}/moves",
  operationId: "prepareBondMove",
  tags: ["Audits"],
  summary: "The transaction that pays a deposit out, for two of its three parties to sign",
  description:
    "A refund to the creator while no challenge of the version is open or upheld; a payment to the challenger after an upheld one. Nothing is stored and nothing moves before two have signed.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: vaultParameter,
    body: {
      required: true,
      content: {
        "application/json": {
          schema: z
            .object({
              kind: moveKind,
              signers: z.tuple([address, address]).describe("Two of the three; the first pays the network."),
            })
            .openapi("BondMoveRequest"),
        },
      },
    },
  },
  responses: {
    200: jsonContent(
      z.object({ transaction: z.string().describe("Base64, unsigned."), destination: address }),
      "Sign it and send it to /v1/bonds/{vault}/signatures. Both signatures must come within about a minute.",
    ),
    ...problems(
      "REQUEST_INVALID",
      "CONTENT_TYPE_INVALID",
      "CONTENT_TOO_LARGE",
      "BOND_NOT_LOCKED",
      "BOND_MOVE_REFUSED",
      "LEDGER_UNAVAILABLE",
    ),
  },
});

export const prepareBondMoveOperation = defineOperation(route, async (c) => {
  const around = { chain: solanaConnection(), terms: currentBondTerms() };
  const request = { vaultAddress: c.req.valid("param").vault, ...c.req.valid("json") };
  const { transaction, destination } = await prepareBondMove(request, around);
  return sendJson(c, { transaction: Buffer.from(transaction).toString("base64"), destination });
});
