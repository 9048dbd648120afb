import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { checkpoint, logEntrySchema, sequenceOrFirst, toLogEntryJson } from "@/api/schemas/log";
import { wholeNumberOr } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { currentLog } from "@/lib/transparency/current-log";
import { listLogEntries, MAX_ENTRIES_PER_PAGE } from "@/lib/transparency/read-log";

const pageSchema = z
  .object({
    size: z.int().describe("Entries in the log."),
    entries: z.array(logEntrySchema),
    next: z.int().nullable().describe("`start` of the next page; null at the end."),
    checkpoint,
  })
  .openapi("LogPage");

const route = createRoute({
  method: "get",
  path: "/v1/log/entries",
  operationId: "listLogEntries",
  tags: ["Transparency"],
  summary: "Entries of the log, oldest first",
  description: "`emporion verify log` takes the answer as a file, or the address of the market.",
  request: {
    query: z.object({
      start: sequenceOrFirst,
      limit: wholeNumberOr(MAX_ENTRIES_PER_PAGE, { min: 1, max: MAX_ENTRIES_PER_PAGE }),
    }),
  },
  responses: { 200: jsonContent(pageSchema, "One page."), ...problems("REQUEST_INVALID") },
});

export const listLogEntriesOperation = defineOperation(route, async (c) => {
  const { entries, ...page } = await listLogEntries(c.req.valid("query"), await currentLog());
  return sendJson(c, { ...page, entries: entries.map(toLogEntryJson) });
});
