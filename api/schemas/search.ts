import { z } from "@hono/zod-openapi";
import { clientSkillSchema, toClientSkillJson } from "@/api/schemas/client-skill";
import { lookupText, wholeNumberOr } from "@/api/schemas/parameters";
import { skillSchema, toSkillJson, auditState, trustLevel } from "@/api/schemas/skill";
import { USK_RUNTIMES } from "@/lib/skill-format";
import type { AuditState } from "@/lib/registry/views";
import type { SkillSearch, SkillSearchResult } from "@/lib/registry/wanted/search-views";

const MAX_QUERY_CHARACTERS = 200;
const MAX_WORD_CHARACTERS = 100;
const word = lookupText(MAX_WORD_CHARACTERS).optional();

/** `a,b` as a list of the given words. */
function listOf<Word extends string>(words: readonly Word[]) {
  const allowed = words.join(", ");
  return z
    .string()
    .max(200)
    .transform((text, context): Word[] => {
      const parts = text.split(",").map((part) => part.trim());
      const wrong = parts.find((part) => !words.some((each) => each === part));
      if (wrong === undefined) return parts as Word[];
      context.addIssue(`"${wrong}" is not one of ${allowed}`);
      return z.NEVER;
    })
    .optional()
    .openapi({ type: "string", description: `One or several, with commas, of: ${allowed}.` });
}

const AUDIT_STATES: readonly AuditState[] = auditState.options;

export const searchQuery = z.object({
  q: lookupText(MAX_QUERY_CHARACTERS)
    .optional()
    .describe("Words of name, description and tags; any language."),
  query: lookupText(MAX_QUERY_CHARACTERS).optional().describe("Another name of `q`."),
  capability: word.describe("For example web_search; finds skills with a declared call schema."),
  platform: word.describe("OpenClaw, ClaudeCode, …; `any` does not restrict."),
  category: word,
  author: word.describe(
    "Name of a publisher or, where no account has it, of an author agent; `publisher` and `agent` ask for one of the two.",
  ),
  publisher: word.describe("User name of the account that answers for the skills, or one it had."),
  agent: word.describe(
    "Name of an author agent, as its uploads say it; of one that an account has claimed, only what it or that account published.",
  ),
  runtime: listOf(USK_RUNTIMES),
  language: listOf(["en", "zh", "ko", "und"]),
  min_trust: trustLevel.optional().describe("This level or a higher one."),
  trust: listOf(trustLevel.options),
  audit: listOf(AUDIT_STATES),
  price: z
    .string()
    .regex(/^(free|paid|\d{1,20})$/, "must be free, paid, or a highest price in lamports")
    .optional(),
  without: listOf(["network", "filesystem", "subprocess", "secrets"]),
  proven: z
    .enum(["true", "false"])
    .optional()
    .describe("true: only skills with an example that a replay reproduced."),
  usk_v3: z
    .enum(["true", "false"])
    .optional()
    .describe("true: only skills with a call schema and what else USK v3 asks."),
  sort: z.enum(["relevance", "newest", "calls", "downloads", "rating", "price", "name"]).optional(),
  limit: wholeNumberOr(20, { min: 1, max: 50 }),
  cursor: z.string().max(200).optional().describe("`next_cursor` of the page before."),
});

const matchedWord = z.object({
  word: z.string(),
  kind: z.enum(["word", "stem", "correction", "beginning", "translation"]),
  fields: z.array(z.enum(["name", "topic", "text"])),
});

const foundSkillSchema = skillSchema.extend({
  matched: z
    .array(matchedWord)
    .describe("The words of the query that the skill answers: how, and in which of its fields."),
});

export const searchResultSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(foundSkillSchema),
    skills: z.array(clientSkillSchema).describe("The same skills, as clients of USK stores read them."),
    count: z.int().describe("Skills in this answer."),
    total: z.int().describe("Skills that match."),
    limit: z.int(),
    next_cursor: z.string().nullable(),
    answering_all: z.int().describe("Of `total`, the skills that answer every word."),
    corrected: z
      .array(z.object({ written: z.string(), meant: z.string() }))
      .describe("Mistyped words, and what they were read as."),
  })
  .openapi("SearchResult");

export function toSkillSearch(
  query: Omit<z.infer<typeof searchQuery>, "limit"> & { limit?: number },
): SkillSearch {
  const { min_trust: minTrust, proven, usk_v3: uskV3, query: otherQ, ...rest } = query;
  const given = Object.fromEntries(
    Object.entries({ ...rest, q: rest.q ?? otherQ }).filter(([, value]) => value !== undefined),
  );
  return {
    ...(given as Partial<SkillSearch>),
    ...(minTrust === undefined ? {} : { minTrust }),
    ...(proven === undefined ? {} : { proven: proven === "true" }),
    ...(uskV3 === undefined ? {} : { uskV3: uskV3 === "true" }),
  };
}

export function toSearchResultJson(
  result: SkillSearchResult,
  baseUrl: string,
): z.infer<typeof searchResultSchema> {
  const matchedOf = (place: number) =>
    (result.matched[place] ?? []).map(({ word: asked, kind, fields }) => ({
      word: asked,
      kind,
      fields: [...fields],
    }));
  return {
    status: "success",
    results: result.rows.map((row, i) => ({ ...toSkillJson(row, baseUrl), matched: matchedOf(i) })),
    skills: result.rows.map(toClientSkillJson),
    count: result.rows.length,
    total: result.total,
    answering_all: result.answeringAll,
    limit: result.pageSize,
    next_cursor: result.nextCursor,
    corrected: result.corrected,
  };
}
