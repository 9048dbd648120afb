import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { CONVERSION_TARGETS, type ConversionTarget } from "@/lib/skill-format";

const MAX_AGE_SECONDS = 300;
const namesSchema = z.array(z.object({ name: z.string(), description: z.string() }));

const DESCRIPTIONS: Record<ConversionTarget, string> = {
  OpenClaw: "OpenClaw agents",
  ClaudeCode: "Claude Code, as a slash command",
  ClaudeCodeAgentSkill: "Claude Code, as an agent skill",
  Cursor: "The Cursor editor",
  GeminiCLI: "Gemini CLI",
  CodexCLI: "Codex CLI",
  CustomAgent: "Any other agent, over HTTP",
};

const route = createRoute({
  method: "get",
  path: "/v1/platforms",
  operationId: "listPlatformNames",
  tags: ["Discovery"],
  summary: "Known platforms, as clients of USK stores read them",
  responses: {
    200: jsonContent(namesSchema, "Platforms."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const listPlatformNamesOperation = defineOperation(route, (c) => {
  const body: z.infer<typeof namesSchema> = CONVERSION_TARGETS.map((name) => ({
    name,
    description: DESCRIPTIONS[name],
  }));
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
