import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { BOND_PROBLEMS, signedTransaction } from "@/api/schemas/bond";
import { address } from "@/api/schemas/call";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { currentBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { prepareBondOpening, sendBondOpening } from "@/lib/audits/bond/openings/open-bond";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { solanaConnection } from "@/lib/solana/current-connection";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 8 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/bonds/opening",
  operationId: "openBond",
  tags: ["Audits"],
  summary: "Open the vault of a version with one signature of its creator",
  description:
    "Without `transaction` it answers the one to sign; with it, signed, sends it. Any two of creator, arbiter, council can move the deposit. It counts once it is final: POST /v1/skills/{id}/bonds.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(
      z
        .object({
          version: versionParameter,
          creator: address.describe("A wallet of the account that owns the skill."),
          transaction: signedTransaction.optional(),
        })
        .openapi("BondOpeningRequest"),
    ),
  },
  responses: {
    200: jsonContent(
      z
        .object({
          vault: address,
          transaction: z.string().nullable().describe("Base64, unsigned; null once it was sent."),
          deposit_lamports: lamports.nullable(),
          rent_lamports: lamports.nullable().describe("What the chain asks for the two accounts besides."),
        })
        .openapi("BondOpening"),
      "To be signed, or sent.",
    ),
    ...problems(...BOND_PROBLEMS, "SKILL_NOT_FOUND", "SKILL_QUARANTINED", "VERSION_NOT_FOUND"),
  },
});

export const openBondOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.deposit, callerAddress(c));
  const { version, creator, transaction: signed } = c.req.valid("json");
  const around = { chain: solanaConnection(), terms: currentBondTerms() };
  const { versionId } = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  const request = { versionId, creator };
  if (signed !== undefined) {
    const transaction = Buffer.from(signed, "base64");
    const { vault } = await sendBondOpening({ ...request, transaction }, around);
    return sendJson(c, { vault, transaction: null, deposit_lamports: null, rent_lamports: null });
  }
  const { vault, transaction, depositLamports, rentLamports } = await prepareBondOpening(request, around);
  return sendJson(c, {
    vault,
    transaction: Buffer.from(transaction).toString("base64"),
    deposit_lamports: depositLamports.toString(),
    rent_lamports: rentLamports.toString(),
  });
});
