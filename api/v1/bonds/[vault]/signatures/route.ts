import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import {
  BOND_PROBLEMS,
  moveKind,
  moveSchema,
  signedTransaction,
  toMoveJson,
  vaultParameter,
} from "@/api/schemas/bond";
import { problems } from "@/api/schemas/problem";
import { findBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { toMoveView } from "@/lib/audits/bond/get-bond";
import { signBondMove } from "@/lib/audits/bond/moves/move-bond";
import { solanaConnection } from "@/lib/solana/current-connection";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 8 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/bonds/{vault}/signatures",
  operationId: "signBondMove",
  tags: ["Audits"],
  summary: "Hand in a signature of one of the parties of a deposit",
  description:
    "The first signature is kept with the transaction it is over; the second one completes it, and it is sent.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: vaultParameter,
    body: jsonRequest(z.object({ kind: moveKind, transaction: signedTransaction }).openapi("BondSignature")),
  },
  responses: {
    200: jsonContent(z.object({ move: moveSchema }), "`waiting` for the other party, or `sent`."),
    ...problems(...BOND_PROBLEMS),
  },
});

export const signBondMoveOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.deposit, callerAddress(c));
  const { kind, transaction } = c.req.valid("json");
  const around = { chain: solanaConnection(), terms: findBondTerms() };
  const vaultAddress = c.req.valid("param").vault;
  const request = { vaultAddress, kind, transaction: Buffer.from(transaction, "base64") };
  return sendJson(c, { move: toMoveJson(toMoveView(await signBondMove(request, around))) });
});
