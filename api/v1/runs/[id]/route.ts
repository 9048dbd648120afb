import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { runSchema, toRunJson } from "@/api/schemas/call";
import { accessTokenHeader, idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { assertRunAccess } from "@/lib/running/runs/assert-run-access";
import { getRun } from "@/lib/running/runs/get-run";

const route = createRoute({
  method: "get",
  path: "/v1/runs/{id}",
  operationId: "getRun",
  tags: ["Calling"],
  summary: "Read a run again",
  description:
    "With the access token of the run, or of the quote it was paid by. The output of a paid call is kept for 30 days at least; of one that is no longer kept the answer says since when (`cleared_at`).",
  request: { params: z.object({ id: idParameter }), headers: accessTokenHeader },
  responses: {
    200: jsonContent(z.object({ run: runSchema }), "The run."),
    ...problems("REQUEST_INVALID", "RUN_NOT_FOUND", "PERMISSION_DENIED"),
  },
});

export const getRunOperation = defineOperation(route, async (c) => {
  const run = await getRun(c.req.valid("param").id);
  await assertRunAccess(run.id, c.req.valid("header")["x-access-token"]);
  return sendJson(c, { run: toRunJson(run) });
});
