import { z } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedText } from "@/api/frame/answer";
import { askerOf } from "@/api/frame/caller";
import { writtenFrom } from "@/api/frame/json-of";
import { noun } from "@/api/frame/operation";
import { lookupText, wholeNumberOr } from "@/api/schemas/parameters";
import {
  auditMark,
  auditState,
  clientSkillSchema,
  moment,
  skillMembers,
  skillSchema,
  trustLevel,
} from "@/api/schemas/skill";
import { listWanted } from "@/lib/catalogue/list-wanted";
import { searchSkills, suggestSkills } from "@/lib/search/search-skills";
import { env } from "@/lib/platform/config/env";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { systemClock } from "@/lib/kernel/clock";
import type { AuditState, SkillRow } from "@/lib/registry/views";
import { listFrequentQuestions } from "@/lib/search/wanted/shown-questions";
import type { SkillSearch, SkillSearchResult } from "@/lib/search/views";
import { listAvailableSkills, USK_RUNTIMES } from "@/lib/skill-format";

export const search = noun("Discovery");

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

const foundSkillSchema = writtenFrom(
  skillSchema.extend({
    matched: z
      .array(matchedWord)
      .describe("The words of the query that the skill answers: how, and in which of its fields."),
    missing: z.array(z.string()).describe("The words of the query that the skill has nothing of."),
  }),
  skillMembers,
);

const searchResultSchema = writtenFrom(
  z
    .object({
      status: z.literal("success"),
      results: z.array(foundSkillSchema),
      skills: z.array(clientSkillSchema).describe("The same skills, as clients of USK stores read them."),
      count: z.int().describe("Skills in this answer."),
      total: z.int().describe("Skills that match."),
      limit: z.int(),
      next_cursor: z.string().nullable(),
      answering_all: z
        .int()
        .describe(
          "Of `total`, the skills that answer every word; 0 beside a total: no skill has all of them.",
        ),
      corrected: z
        .array(z.object({ written: z.string(), meant: z.string() }))
        .describe("Mistyped words, and what they were read as."),
    })
    .openapi("SearchResult"),
  ({ rows, matched, missing, pageSize }: SkillSearchResult) => ({
    results: rows.map((row, i) => ({ ...row, matched: matched[i] ?? [], missing: missing[i] ?? [] })),
    skills: rows,
    count: rows.length,
    limit: pageSize,
  }),
);

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

search
  .get("/v1/agent/search", {
    id: "searchSkills",
    summary: "Search skills by capability, words and conditions",
    description:
      "Without parameters: all published skills. Best match first; popularity orders matches and never makes one.",
    limit: REQUEST_LIMITS.search,
    query: searchQuery,
    answers: { 200: [searchResultSchema, "Matching skills, one page."] },
    cached: ageOfSkills(60),
    cacheKind: "search",
  })
  .handle(({ query }, c) => searchSkills(toSkillSearch(query), { asker: askerOf(c) }));

search
  .get("/v1/skills", {
    id: "listSkills",
    summary: "List skills",
    description: "The same search as /v1/agent/search, newest first unless `q` or `sort` says otherwise.",
    limit: REQUEST_LIMITS.search,
    query: searchQuery,
    answers: { 200: [searchResultSchema, "Skills, one page."] },
    cached: ageOfSkills(60),
    cacheKind: "search",
  })
  .handle(({ query }, c) => {
    const search = toSkillSearch(query);
    const sort = search.q || search.sort ? {} : { sort: "newest" as const };
    return searchSkills({ ...search, ...sort }, { asker: askerOf(c) });
  });

const CATALOGUE_AGE = ageOfSkills(60);
const XML = "application/xml; charset=utf-8";

/** Agent Skills, "Integrate skills": the list of skills that a model is given. */
search
  .get("/v1/agent/available-skills", {
    id: "listAvailableSkills",
    summary: "A search as the <available_skills> XML of a system prompt",
    description:
      "Takes what `/v1/agent/search` takes. The location is the skill's page: nothing is installed, and the descriptions are the publishers' own words.",
    limit: REQUEST_LIMITS.search,
    query: searchQuery,
    answers: {
      200: {
        description: "One page of skills: name, description, location.",
        content: { "application/xml": { schema: { type: "string" as const } } },
      },
      304: "Unchanged since the given entity tag.",
    },
  })
  .handle(async ({ query }, c) => {
    const { rows } = await searchSkills(toSkillSearch(query), { asker: askerOf(c) });
    const records = rows.map(({ slug, description }) => ({
      name: slug,
      description,
      location: `${env().APP_URL}/skills/${slug}`,
    }));
    return sendCachedText(c, listAvailableSkills(records), XML, CATALOGUE_AGE);
  });

const suggestionsSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(
      writtenFrom(
        z.object({
          slug: z.string(),
          name: z.string(),
          description: z.string(),
          language: z.string().describe("Of the description; BCP 47, `und` where it is not known."),
          audit_state: z.string(),
          audit: auditMark,
        }),
        (row: SkillRow) => ({ name: row.displayName, language: row.contentLanguage }),
      ),
    ),
    questions: z
      .array(z.string())
      .describe(
        "Searches that begin so, found something and were asked by several people on different days; most asked first.",
      ),
  })
  .openapi("Suggestions");

search
  .get("/v1/agent/suggestions", {
    id: "suggestSkills",
    summary: "A few skills for a search that is still being typed",
    description:
      "The first matches of the search, and what others asked that begins so. Half a word that finds nothing counts as no demand.",
    limit: REQUEST_LIMITS.suggestions,
    query: z.object({ q: z.string().min(1).max(200) }),
    answers: { 200: [suggestionsSchema, "At most six skills, best first, and three questions."] },
    cached: ageOfSkills(60),
  })
  .handle(async ({ query }) => {
    const { q } = query;
    const [results, questions] = await Promise.all([
      suggestSkills(q),
      listFrequentQuestions(q, systemClock.now()),
    ]);
    return { results, questions };
  });
const DEFAULT_DAYS = 30;
const MAX_DAYS = 90;
const queryType = z.enum(["keyword", "capability"]);

const wantedSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(
      z.object({
        query: z.string(),
        query_type: queryType,
        searches: z.int().describe("Ever."),
        zero_result_count: z
          .int()
          .describe("In the days asked about: one for each identity and UTC day that found no full match."),
        first_asked_at: moment,
        last_asked_at: moment,
        matched_skill: z.string().nullable().describe("Name of the newest skill that answers it."),
        matched_skills: z.array(z.string()).describe("Skills published since that answer it, newest first."),
      }),
    ),
    items: z
      .array(
        z.object({
          query: z.string(),
          query_type: queryType,
          zero_result_count: z.int(),
          last_seen: moment,
        }),
      )
      .describe("The same wishes, as clients of USK stores read them."),
  })
  .openapi("MostWanted");

search
  .get("/v1/demand/most-wanted", {
    id: "listMostWanted",
    summary: "What is searched for and no skill answers in full",
    description:
      "A search is shown once at least three identities asked it, at three addresses and on three days, and no administrator has taken it away.",
    query: z.object({
      days: wholeNumberOr(DEFAULT_DAYS, { min: 1, max: MAX_DAYS }).describe("UTC days, today included."),
      limit: wholeNumberOr(20, { min: 1, max: 100 }),
      type: z.enum(["keyword", "capability", "all"]).default("all"),
      matched: z
        .enum(["true", "false"])
        .default("true")
        .describe("false: without what a skill published since answers."),
    }),
    answers: { 200: [wantedSchema, "Searches without a full match, most asked first."] },
    cached: ageOfSkills(60),
  })
  .handle(async ({ query }) => {
    const { days, limit, type, matched } = query;
    const kind = type === "all" ? undefined : type;
    const rows = await listWanted({ limit, days, kind, matched: matched === "true" });
    return {
      results: rows.map((row) => ({
        ...row,
        queryType: row.kind,
        zeroResultCount: row.recentSearches,
        matchedSkill: row.matchedSlugs[0] ?? null,
        matchedSkills: row.matchedSlugs,
      })),
      items: rows.map(({ query, kind, recentSearches, lastAskedAt }) => ({
        query,
        queryType: kind,
        zeroResultCount: recentSearches,
        lastSeen: lastAskedAt,
      })),
    };
  });
