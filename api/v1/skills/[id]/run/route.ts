import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress, callerSubject, findActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { tellRateLimit } from "@/api/limits/limit-rate";
import { runSchema, toRunJson } from "@/api/schemas/call";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, RUNNER_PROBLEMS, problems } from "@/api/schemas/problem";
import { limitFreeRuns } from "@/lib/http/limits/limit-free-runs";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";

const MAX_BODY_BYTES = 128 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/run",
  operationId: "runSkill",
  tags: ["Calling"],
  summary: "Run a free skill",
  description: "No account needed; a key makes the runs count for the account instead of the address.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(z.object({ version: versionParameter, input: z.unknown() }).openapi("RunRequest")),
  },
  responses: {
    200: jsonContent(
      z
        .object({
          run: runSchema,
          access_token: z.string().describe("Opens this run again: X-Access-Token."),
        })
        .openapi("RunAnswer"),
      "The run has ended: `state` says how.",
    ),
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "AUTH_FAILED",
      "PAYMENT_REQUIRED",
      "SKILL_NOT_FOUND",
      "VERSION_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_AVAILABLE",
      "SKILL_NOT_RUNNABLE",
      "INPUT_INVALID",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
    ),
  },
});

export const runSkillOperation = defineOperation(route, async (c) => {
  const { version, input } = c.req.valid("json");
  const actor = await findActor(c);
  const caller = callerSubject(c, actor);
  tellRateLimit(c, await limitFreeRuns({ accountId: actor?.accountId, address: callerAddress(c) }));
  const { run, accessToken } = await runFreeSkill({
    skill: c.req.valid("param").id,
    input,
    signal: c.req.raw.signal,
    caller,
    ...(version === undefined ? {} : { version }),
    ...(actor ? { accountId: actor.accountId } : {}),
  });
  return sendJson(c, { run: toRunJson(run), access_token: accessToken });
});
