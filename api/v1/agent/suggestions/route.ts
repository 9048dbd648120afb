import { createRoute, z } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { problems } from "@/api/schemas/problem";
import { auditMark } from "@/api/schemas/skill";
import { toAuditMarkJson } from "@/lib/audits/seals/audit-mark-json";
import { systemClock } from "@/lib/kernel/clock";
import { listFrequentQuestions } from "@/lib/registry/wanted/list-frequent-questions";
import { suggestSkills } from "@/lib/catalogue/search/suggest-skills";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const AGE = ageOfSkills(60);

const suggestionsSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        description: z.string(),
        language: z.string().describe("Of the description; BCP 47, `und` where it is not known."),
        audit_state: z.string(),
        audit: auditMark,
      }),
    ),
    questions: z
      .array(z.string())
      .describe(
        "Searches that begin so, found something and were asked by several people on different days; most asked first.",
      ),
  })
  .openapi("Suggestions");

const route = createRoute({
  method: "get",
  path: "/v1/agent/suggestions",
  operationId: "suggestSkills",
  tags: ["Discovery"],
  summary: "A few skills for a search that is still being typed",
  description:
    "The first matches of the search, and what others asked that begins so. Half a word that finds nothing counts as no demand.",
  request: { query: z.object({ q: z.string().min(1).max(200) }) },
  responses: {
    200: jsonContent(suggestionsSchema, "At most six skills, best first, and three questions."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "RATE_LIMITED"),
  },
});

export const suggestSkillsOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.suggestions, callerAddress(c));
  const { q } = c.req.valid("query");
  const [rows, questions] = await Promise.all([
    suggestSkills(q),
    listFrequentQuestions(q, systemClock.now()),
  ]);
  const results = rows.map(({ slug, displayName, description, contentLanguage, auditState, audit }) => ({
    slug,
    name: displayName,
    description,
    language: contentLanguage,
    audit_state: auditState,
    audit: toAuditMarkJson(audit),
  }));
  return sendCachedJson(
    c,
    { status: "success", results, questions } satisfies z.infer<typeof suggestionsSchema>,
    AGE,
  );
});
