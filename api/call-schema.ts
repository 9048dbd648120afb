import { CURRENT_VERSION_PROBLEMS } from "@/api/schemas/problem";
import { writtenFrom } from "@/api/frame/json-of";
import { z } from "@hono/zod-openapi";
import { ageOfSkills } from "@/api/frame/answer";
import { noun } from "@/api/frame/operation";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import {
  authorAgent,
  digest,
  hintEffectsSchema,
  hintOriginsSchema,
  hintsSchema,
  lamports,
  permissionOriginsSchema,
  permissionsSchema,
  runnableReason,
  trustLevel,
} from "@/api/schemas/skill";
import { allowedToolsSchema, requirementsSchema } from "@/api/schemas/declared";
import { exampleSchema } from "@/api/schemas/skill-detail";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { findEndpoint, provenDomainOf } from "@/lib/conversion/call-command";
import { DomainError } from "@/lib/kernel/errors";
import type { SkillDetail } from "@/lib/registry/views";
import { policyOf, type SkillTool, statedHints, TOOL_TYPES } from "@/lib/skill-format";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

export const callSchema = noun("Discovery");

const jsonSchema = z.record(z.string(), z.unknown()).nullable();

/** What an agent needs to call a skill, and nothing that is not declared. */
const callSchemaSchema = writtenFrom(
  z
    .object({
      status: z.literal("success"),
      skill_id: z.string(),
      name: z.string(),
      version: z.string(),
      description: z.string(),
      input_schema: jsonSchema,
      output_schema: jsonSchema,
      interface: z.object({
        type: z.string().nullable(),
        entry_point: z.string().nullable(),
        runtime: z.string().nullable(),
        call_pattern: z.string().nullable(),
        endpoint: z
          .object({
            url: z.string().describe("As declared; this market neither calls nor looks at it."),
            method: z.literal("POST"),
            content_type: z.literal("application/json"),
            proven_domain: z
              .string()
              .nullable()
              .describe(
                "The domain of `publisher_domains` that its host belongs to; null where the publisher has proven none of it.",
              ),
          })
          .nullable()
          .describe(
            "Where a skill of the type `http` is called, with one JSON object in the request and one in the answer; null for others, and where none is declared.",
          ),
      }),
      hints: hintsSchema,
      hint_origins: hintOriginsSchema,
      hint_effects: hintEffectsSchema,
      permissions: permissionsSchema,
      permission_origins: permissionOriginsSchema,
      trust_level: trustLevel,
      is_usk_v3: z.boolean(),
      can_auto_convert: z.boolean(),
      requirements: requirementsSchema,
      allowed_tools: allowedToolsSchema,
      compatibility: z
        .string()
        .nullable()
        .describe("What it needs of its surroundings, in the author's words."),
      model: z.string().nullable().describe("The model its author recommends."),
      download: z.object({ platforms: z.array(z.string()) }),
      capabilities: z.array(z.string()),
      platform_compatibility: z.array(z.string()),
      converts_to: z.array(z.string()),
      tools: z
        .array(
          writtenFrom(
            z.object({
              name: z.string(),
              type: z.enum(TOOL_TYPES),
              description: z.string(),
              when_to_call: z.string(),
              card_type: z.string().nullable(),
              callable: z
                .boolean()
                .describe(
                  "Whether `tools/handlers.py` has a function for it; the others are forms and cards, which whoever calls shows.",
                ),
              parameters: z.array(
                z.object({
                  name: z.string(),
                  type: z.string().describe("As written."),
                  required: z.boolean(),
                  description: z.string().nullable(),
                  enum: z.array(z.union([z.string(), z.number()])),
                }),
              ),
            }),
            ({ handled, parameters }: SkillTool) => ({
              callable: handled,
              parameters: parameters.map(({ options, ...parameter }) => ({ ...parameter, enum: options })),
            }),
          ),
        )
        .describe(
          'Tools of a VibeLife skill, as `tools/tools.yaml` declares them; empty for others. One is called with the input `{"tool_call": {"tool": name, "args": {…}}}`.',
        ),
      triggers: z.array(z.string()).describe("Words of a person that call for the skill, as declared."),
      examples: z.array(exampleSchema),
      author_agent: authorAgent,
      price_lamports: lamports,
      runnable: z.boolean(),
      runnable_reason: runnableReason,
      timeout_ms: z.int(),
      package_digest: digest,
    })
    .openapi("CallSchema"),
  (detail: SkillDetail) => {
    const { manifest, access } = detail;
    const hints = statedHints(manifest);
    return {
      skill_id: detail.id,
      name: detail.slug,
      interface: {
        type: manifest.invocation?.kind ?? null,
        entryPoint: detail.entryPoint,
        runtime: detail.runtime,
        callPattern: manifest.invocation?.pattern ?? null,
        endpoint: endpointOf(detail),
      },
      hints,
      hint_origins: hints.origins,
      hint_effects: policyOf(manifest),
      permissions: access,
      permission_origins: access.origins,
      is_usk_v3: detail.spec === "v3",
      can_auto_convert: detail.convertsTo.length > 0,
      requirements: manifest.requirements,
      allowed_tools: manifest.allowedTools,
      compatibility: manifest.compatibility ?? null,
      model: manifest.model ?? null,
      download: { platforms: detail.convertsTo },
      platform_compatibility: detail.platforms,
      triggers: manifest.triggers,
      runnable_reason: explainObstacles(detail.obstacles),
    };
  },
);

function endpointOf(detail: SkillDetail) {
  const url = findEndpoint(detail.manifest);
  return url === null
    ? null
    : { url, provenDomain: provenDomainOf(url, detail.publisherDomains)?.domain ?? null };
}

callSchema
  .get("/v1/agent/skills/{id}/schema", {
    id: "getCallSchema",
    opens: true,
    summary: "How a skill is called: schemas, interface, examples",
    params: skillParameter,
    query: z.object({ version: versionParameter }),
    answers: { 200: [callSchemaSchema, "The call schema."] },
    cached: ageOfSkills(300),
    cacheKind: "skill",
    problems: [...CURRENT_VERSION_PROBLEMS, "SCHEMA_NOT_AVAILABLE"],
  })
  .handle(async ({ query, params, sendUnlessKnown }) => {
    const detail = await getSkill(params.id, query);
    await assertNotYanked(detail); // a model that is to call it reads this, and it is its publisher's words
    const { inputSchema, outputSchema, tools } = detail;
    if (inputSchema === null && outputSchema === null && tools.length === 0) {
      throw new DomainError("SCHEMA_NOT_AVAILABLE", `"${detail.slug}" does not declare how it is called.`);
    }
    const { versionId, packageDigest, trustLevel, examples, obstacles, publisherDomains } = detail;
    const replays = examples.map(({ replay }) => replay);
    const facts = [versionId, packageDigest, trustLevel, replays, obstacles, publisherDomains];
    return sendUnlessKnown(facts, () => detail);
  });
