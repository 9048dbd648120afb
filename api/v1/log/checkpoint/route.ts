import { createRoute } from "@hono/zod-openapi";
import { defineOperation } from "@/api/context";
import { currentLog } from "@/lib/transparency/current-log";
import { getCheckpoint } from "@/lib/transparency/read-log";

const route = createRoute({
  method: "get",
  path: "/v1/log/checkpoint",
  operationId: "getLogCheckpoint",
  tags: ["Transparency"],
  summary: "The log's size and root now, signed",
  description:
    "A signed note as C2SP tlog-checkpoint describes it. Keep it: a later log must prove that it has only grown.",
  responses: {
    200: { description: "The checkpoint.", content: { "text/plain": { schema: { type: "string" } } } },
  },
});

export const getLogCheckpointOperation = defineOperation(route, async (c) =>
  c.body(await getCheckpoint(await currentLog()), 200, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
  }),
);
