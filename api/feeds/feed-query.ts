import { z } from "@hono/zod-openapi";
import { lookupText } from "@/api/schemas/parameters";
import { searchQuery } from "@/api/schemas/search";
import { LOCALES } from "@/lib/i18n/routing";

const MAX_NAME_CHARACTERS = 100;
const OWN: ReadonlySet<string> = new Set(["of", "skill", "lang"]);

/** What a feed can be asked: the conditions of the search, or one skill, or seals; and its language. */
export const feedQuery = searchQuery
  .omit({ sort: true, limit: true, cursor: true })
  .extend({
    of: z.enum(["versions", "seals"]).default("versions"),
    skill: lookupText(MAX_NAME_CHARACTERS).min(1).optional(),
    lang: z.enum(LOCALES).optional(),
  })
  .superRefine((query, context) => {
    const alone = query.of === "seals" ? "of=seals" : query.skill === undefined ? null : "skill";
    if (alone === null) return;
    const others = Object.keys(conditionsOf(query));
    if (query.of === "seals" && query.skill !== undefined) others.push("skill");
    for (const name of others)
      context.addIssue({ code: "custom", path: [name], message: `cannot be asked together with ${alone}` });
  });

/** The conditions that restrict something, as they stand in an address. */
export function conditionsOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const { query: otherQ, q = otherQ, ...rest } = query;
  const texts = Object.entries({ q, ...rest })
    .filter(([name, value]) => !OWN.has(name) && value !== undefined && value !== "false")
    .map(([name, value]) => [name, String(value).trim()] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
