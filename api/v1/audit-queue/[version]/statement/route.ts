import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { REVIEW_PROBLEMS, versionIdParameter } from "@/api/schemas/review-of-version";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { MAX_NOTE_CHARACTERS, VERDICTS } from "@/lib/audits/audit-statement";
import { prepareReviewedAudit } from "@/lib/audits/review/prepare-reviewed-audit";
import { reviewSecret } from "@/lib/audits/review/review-secret";
import { env } from "@/lib/config/env";
import { solanaConnection } from "@/lib/solana/current-connection";

const MAX_BODY_BYTES = 16 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/audit-queue/{version}/statement",
  operationId: "prepareAudit",
  tags: ["Audits"],
  summary: "The exact statement a verifier would sign",
  description:
    "Nothing is recorded. Read `payload`, sign the bytes of `message` with the wallet the verifier is enrolled with, and hand the signature in within 15 minutes, with payload and ticket as they are. A seal is prepared only when the checklist is done; asking for changes and challenging always.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: versionIdParameter,
    body: jsonRequest(
      z
        .object({
          verdict: z.enum(VERDICTS),
          note: lookupText(MAX_NOTE_CHARACTERS)
            .optional()
            .describe("Needed for a challenge: its first line is the claim, the whole of it the evidence."),
        })
        .openapi("AuditVerdict"),
    ),
  },
  responses: {
    200: jsonContent(
      z
        .object({
          payload: z.string().describe("The statement, canonical JSON."),
          ticket: z.string().describe("That this market prepared it."),
          message: z.string().describe("Base64 of the bytes to sign (DSSE)."),
        })
        .openapi("PreparedAudit"),
      "To be signed.",
    ),
    ...problems(
      ...REVIEW_PROBLEMS,
      "AUDIT_NOT_ALLOWED",
      "REVIEW_INCOMPLETE",
      "LEDGER_UNAVAILABLE",
      ...BODY_PROBLEMS,
    ),
  },
});

export const prepareAuditOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const { verdict, note = "" } = c.req.valid("json");
  const prepared = await prepareReviewedAudit({
    accountId,
    versionId: c.req.valid("param").version,
    verdict,
    note: note.trim() || null,
    validityDays: env().AUDIT_VALIDITY_DAYS,
    genesisHash: await solanaConnection().genesisHash(),
    secret: reviewSecret(),
  });
  return sendJson(c, prepared);
});
