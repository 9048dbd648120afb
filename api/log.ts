import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import { wholeNumber, wholeNumberOr } from "@/api/schemas/parameters";
import { lamports, moment } from "@/api/schemas/skill";
import { getHome } from "@/lib/catalogue/get-home";
import { DomainError } from "@/lib/kernel/errors";
import { currentLog } from "@/lib/log/transparency/current-log";
import {
  getCheckpoint,
  listLogEntries,
  MAX_ENTRIES_PER_PAGE,
  proveEntry,
  proveGrowth,
} from "@/lib/log/transparency/read-log";
import { parseTilePath, readTile } from "@/lib/log/transparency/tiles";

export const log = noun("Transparency");

const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER;

const sequence = wholeNumber({ min: 0, max: MAX_SEQUENCE });
const sequenceOrFirst = wholeNumberOr(0, { min: 0, max: MAX_SEQUENCE });
const checkpoint = z
  .string()
  .describe("Signed note (C2SP tlog-checkpoint): origin, size, root, signature of a key of GET /v1/keys.");
const hashes = z.array(z.base64()).describe("Base64 of 32 bytes each, in the order of RFC 6962.");

const logEntrySchema = z
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

log
  .get("/v1/log/checkpoint", {
    id: "getLogCheckpoint",
    summary: "The log's size and root now, signed",
    description:
      "A signed note as C2SP tlog-checkpoint describes it. Keep it: a later log must prove that it has only grown.",
    answers: {
      200: { description: "The checkpoint.", content: { "text/plain": { schema: { type: "string" } } } },
    },
  })
  .handle(async (_, c) =>
    c.body(await getCheckpoint(await currentLog()), 200, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
    }),
  );

const pageSchema = z
  .object({
    size: z.int().describe("Entries in the log."),
    entries: z.array(logEntrySchema),
    next: z.int().nullable().describe("`start` of the next page; null at the end."),
    checkpoint,
  })
  .openapi("LogPage");

log
  .get("/v1/log/entries", {
    id: "listLogEntries",
    summary: "Entries of the log, oldest first",
    description: "`emporion verify log` takes the answer as a file, or the address of the market.",
    query: z.object({
      start: sequenceOrFirst,
      limit: wholeNumberOr(MAX_ENTRIES_PER_PAGE, { min: 1, max: MAX_ENTRIES_PER_PAGE }),
    }),
    answers: { 200: [pageSchema, "One page."] },
  })
  .handle(async ({ query }) => listLogEntries(query, await currentLog()));

const inclusionSchema = z
  .object({ entry: logEntrySchema, size: z.int(), hashes, checkpoint })
  .openapi("InclusionProof");

log
  .get("/v1/log/proof/inclusion", {
    id: "proveLogEntry",
    summary: "Proof that an entry is in the log",
    query: z.object({
      seq: sequence,
      size: sequence.optional().describe("Left out: the whole log."),
    }),
    answers: { 200: [inclusionSchema, "The proof, against the checkpoint that comes with it."] },
    problems: ["LOG_ENTRY_NOT_FOUND"],
  })
  .handle(async ({ query }) => proveEntry(query, await currentLog()));

const consistencySchema = z
  .object({ first: z.int(), second: z.int(), hashes, checkpoint })
  .openapi("ConsistencyProof");

log
  .get("/v1/log/proof/consistency", {
    id: "proveLogConsistency",
    summary: "Proof that the log has only grown between two sizes",
    query: z.object({
      first: sequence,
      second: sequence.optional().describe("Left out: the whole log."),
    }),
    answers: {
      200: [consistencySchema, "The proof, against the checkpoint that comes with it."],
    },
    problems: ["LOG_ENTRY_NOT_FOUND"],
  })
  .handle(async ({ query }) => {
    const { first, second } = query;
    return { ...(await proveGrowth({ first, second }, await currentLog())), first };
  });

const segment = z.string().max(16);
const DESCRIPTION =
  "As C2SP tlog-tiles describes them, below the prefix `/v1/log`: `tile/<level>/<index>[.p/<width>]` is up to 256 hashes of 32 " +
  "bytes, `tile/entries/<index>[.p/<width>]` up to 256 entries, each after its length in two bytes. An index of more than three " +
  "digits is written `x001/234`. A tile never changes.";

/** Tiles have paths of two to four segments; the three operations differ in nothing else. */
const TILES = {
  getLogTile: ["index"],
  getPartialLogTile: ["index", "rest"],
  getDistantLogTile: ["index", "more", "rest"],
};
for (const [id, names] of Object.entries(TILES)) {
  log
    .get(`/v1/log/tile/{level}/${names.map((name) => `{${name}}`).join("/")}`, {
      id,
      summary: `A tile of the log (path of ${names.length + 1} segments)`,
      description: DESCRIPTION,
      params: z.object({
        level: segment,
        ...Object.fromEntries(names.map((name) => [name, segment])),
      }),
      answers: {
        200: {
          description: "The bytes of the tile.",
          content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
        },
      },
      problems: ["LOG_ENTRY_NOT_FOUND"],
    })
    .handle(async (_, c) => {
      const place = parseTilePath(c.req.path.split("/log/tile/")[1] ?? "");
      if (!place) throw new DomainError("LOG_ENTRY_NOT_FOUND", "This is not the path of a tile.");
      const bytes = await readTile(place);
      return c.body(Uint8Array.from(bytes).buffer, 200, {
        "content-type": "application/octet-stream",
        "cache-control": "public, max-age=31536000, immutable",
      });
    });
}

const tallySchema = z
  .object({
    status: z.literal("success"),
    skills_listed: z.int(),
    versions_sealed: z.int(),
    examples_replayed_24h: z.int(),
    calls_24h: z.int(),
    paid_to_creators_7d_lamports: lamports,
    counted_at: moment,
  })
  .openapi("Tally");

log
  .get("/v1/tally", {
    id: "getTally",
    tag: "Discovery",
    summary: "The market in numbers, counted now",
    answers: { 200: [tallySchema, "Counts of stored rows."] },
    cached: 60,
  })
  .handle(async () => (await getHome()).tally);
