import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import {
  checkpoint,
  hashes,
  logEntrySchema,
  sequence,
  toHashesJson,
  toLogEntryJson,
} from "@/api/schemas/log";
import { problems } from "@/api/schemas/problem";
import { currentLog } from "@/lib/transparency/current-log";
import { proveEntry } from "@/lib/transparency/read-log";

const proofSchema = z
  .object({ entry: logEntrySchema, size: z.int(), hashes, checkpoint })
  .openapi("InclusionProof");

const route = createRoute({
  method: "get",
  path: "/v1/log/proof/inclusion",
  operationId: "proveLogEntry",
  tags: ["Transparency"],
  summary: "Proof that an entry is in the log",
  request: {
    query: z.object({
      seq: sequence,
      size: sequence.optional().describe("Left out: the whole log."),
    }),
  },
  responses: {
    200: jsonContent(proofSchema, "The proof, against the checkpoint that comes with it."),
    ...problems("REQUEST_INVALID", "LOG_ENTRY_NOT_FOUND"),
  },
});

export const proveLogEntryOperation = defineOperation(route, async (c) => {
  const { entry, hashes: proof, ...rest } = await proveEntry(c.req.valid("query"), await currentLog());
  return sendJson(c, { ...rest, entry: toLogEntryJson(entry), hashes: toHashesJson(proof) });
});
