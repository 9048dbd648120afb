import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { checkpoint, hashes, sequence, toHashesJson } from "@/api/schemas/log";
import { problems } from "@/api/schemas/problem";
import { currentLog } from "@/lib/transparency/current-log";
import { proveGrowth } from "@/lib/transparency/read-log";

const proofSchema = z
  .object({ first: z.int(), second: z.int(), hashes, checkpoint })
  .openapi("ConsistencyProof");

const route = createRoute({
  method: "get",
  path: "/v1/log/proof/consistency",
  operationId: "proveLogConsistency",
  tags: ["Transparency"],
  summary: "Proof that the log has only grown between two sizes",
  request: {
    query: z.object({
      first: sequence,
      second: sequence.optional().describe("Left out: the whole log."),
    }),
  },
  responses: {
    200: jsonContent(proofSchema, "The proof, against the checkpoint that comes with it."),
    ...problems("REQUEST_INVALID", "LOG_ENTRY_NOT_FOUND"),
  },
});

export const proveLogConsistencyOperation = defineOperation(route, async (c) => {
  const { first, second } = c.req.valid("query");
  const proof = await proveGrowth({ first, second }, await currentLog());
  return sendJson(c, { ...proof, first, hashes: toHashesJson(proof.hashes) });
});
