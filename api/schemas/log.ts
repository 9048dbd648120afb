import { z } from "@hono/zod-openapi";
import { wholeNumber, wholeNumberOr } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import type { LogEntryRow } from "@/lib/transparency/read-log";

const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER;

export const sequence = wholeNumber({ min: 0, max: MAX_SEQUENCE });
export const sequenceOrFirst = wholeNumberOr(0, { min: 0, max: MAX_SEQUENCE });
export const checkpoint = z
  .string()
  .describe("Signed note (C2SP tlog-checkpoint): origin, size, root, signature of a key of GET /v1/keys.");
export const hashes = z.array(z.base64()).describe("Base64 of 32 bytes each, in the order of RFC 6962.");

export const logEntrySchema = z
  .object({
    seq: z.int(),
    kind: z.string(),
    subject_id: z.string(),
    body: z
      .string()
      .describe("The exact text of the leaf, canonical JSON: SHA-256(0x00 || body) is its hash."),
    leaf_hash: z.string().regex(/^[0-9a-f]{64}$/),
    logged_at: moment,
  })
  .openapi("LogEntry");

export const toLogEntryJson = (entry: LogEntryRow): z.infer<typeof logEntrySchema> => ({
  seq: entry.seq,
  kind: entry.kind,
  subject_id: entry.subjectId,
  body: entry.body,
  leaf_hash: entry.leafHash,
  logged_at: entry.loggedAt.toISOString(),
});

export const toHashesJson = (list: readonly Buffer[]): string[] =>
  list.map((hash) => hash.toString("base64"));
