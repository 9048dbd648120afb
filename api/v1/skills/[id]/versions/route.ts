import { createRoute, z } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { skillParameter, versionText, wholeNumberOr } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { toVersionJson, versionSchema } from "@/api/schemas/version";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { listVersions } from "@/lib/catalogue/skill-page/list-versions";
import type { VersionRow } from "@/lib/registry/views";

const AGE = ageOfSkills(60);
const MAX_LIMIT = 100;

const versionsSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(versionSchema),
    count: z.int().describe("Versions in this answer."),
    total: z.int(),
    next_cursor: z.string().nullable(),
  })
  .openapi("Versions");

const route = createRoute({
  method: "get",
  path: "/v1/skills/{id}/versions",
  operationId: "listVersions",
  tags: ["Discovery"],
  summary: "Versions of a skill, highest first",
  description: "All that were published, those that were withdrawn as well, with the reason.",
  request: {
    params: skillParameter,
    query: z.object({
      limit: wholeNumberOr(MAX_LIMIT, { min: 1, max: MAX_LIMIT }),
      cursor: versionText.optional().describe("`next_cursor` of the page before."),
    }),
  },
  responses: {
    200: jsonContent(versionsSchema, "The versions, one page."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "SKILL_NOT_FOUND", "SKILL_QUARANTINED"),
  },
});

export const listVersionsOperation = defineOperation(route, async (c) => {
  const { id } = c.req.valid("param");
  const { limit, cursor } = c.req.valid("query");
  const all = await listVersions(id);
  const from = cursor === undefined ? 0 : placeAfter(all, cursor);
  const page = all.slice(from, from + limit);
  const skillUrl = `${env().APP_URL}/v1/skills/${encodeURIComponent(id)}`;
  const body: z.infer<typeof versionsSchema> = {
    status: "success",
    results: page.map((row) => toVersionJson(row, skillUrl)),
    count: page.length,
    total: all.length,
    next_cursor: from + limit < all.length ? (page.at(-1)?.version ?? null) : null,
  };
  return sendCachedJson(c, body, AGE);
});

/** A cursor is the last version of the page before: a release between two pages moves nothing. */
function placeAfter(versions: readonly VersionRow[], cursor: string): number {
  const index = versions.findIndex(({ version }) => version === cursor);
  if (index >= 0) return index + 1;
  const detail = "The cursor does not belong to these versions: ask for the first page again.";
  throw new DomainError("REQUEST_INVALID", detail, {
    details: { errors: [{ parameter: "cursor", detail }] },
  });
}
