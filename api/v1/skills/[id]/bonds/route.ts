import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText, skillParameter, versionParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { findBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { observeBond } from "@/lib/audits/bond/observe-bond";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { solanaConnection } from "@/lib/solana/current-connection";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 4 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/bonds",
  operationId: "observeBond",
  tags: ["Audits"],
  summary: "Look at a deposit on chain",
  description:
    "Wrapped SOL in a token account of a 2-of-3 multisig of creator, arbiter and council makes a version Optimistic, as long as it lies there. Anybody may ask; asking again checks again.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(
      z.object({ version: versionParameter, vault: lookupText(44).min(32) }).openapi("BondObservation"),
    ),
  },
  responses: {
    200: jsonContent(
      z.object({ state: z.enum(["locked", "released", "slashed"]), lamports }).openapi("Bond"),
      "What was seen, at finalized commitment.",
    ),
    ...problems(
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_FOUND",
      "BOND_NOT_LOCKED",
      "REQUEST_INVALID",
      "RATE_LIMITED",
      "LEDGER_UNAVAILABLE",
      ...BODY_PROBLEMS,
    ),
  },
});

export const observeBondOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.deposit, callerAddress(c));
  const { version, vault } = c.req.valid("json");
  const terms = findBondTerms();
  const { versionId } = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  const seen = await observeBond({ versionId, vaultAddress: vault }, { chain: solanaConnection(), terms });
  return sendJson(c, { state: seen.state, lamports: seen.lamports.toString() });
});
