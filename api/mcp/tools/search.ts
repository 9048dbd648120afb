import { z } from "zod";
import { toAnswer } from "@/api/mcp/answers";
import { defineCoreTool } from "@/api/mcp/core-tool";
import { lookupText } from "@/api/schemas/parameters";
import { searchActive } from "@/lib/core-tools/search-active";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";
import { toAuditMarkJson } from "@/lib/audits/seals/audit-mark-json";
import type { SkillRow } from "@/lib/registry/views";
import { searchSkills } from "@/lib/catalogue/search/search-skills";

const MOST_PASSAGES = 8;

/** Searches the texts of the active skills (VibeLife V9 section 1.3), and finds skills in the market. */
export const search = defineCoreTool({
  name: "search",
  description:
    "Search what the active skills bring (rules, references, tools, handlers' documents: `passages`, each with skill, file and line; read more with `read`), and the market for skills (`skills`). `found_in` says where something was found. Of the market it gives names, descriptions, prices and trust; activate what fits with `activate_skills`. Words in any language; a capability finds skills that declare it. A skill need not answer every word: `matched` has those it answers.",
  input: z.object({
    query: lookupText(200).optional(),
    capability: lookupText(100).optional().describe("For example calculation or web_search."),
    category: lookupText(100).optional(),
    price: z.enum(["free", "paid"]).optional(),
    limit: z.int().min(1).max(20).default(8),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
  run: async ({ query, limit, ...conditions }, { caller, skills }) => {
    const { capability, category, price } = conditions;
    const asked = {
      limit,
      ...(query === undefined ? {} : { q: query }),
      ...(capability === undefined ? {} : { capability }),
      ...(category === undefined ? {} : { category }),
      ...(price === undefined ? {} : { price }),
    };
    const isOfMarket = Object.values(conditions).some((condition) => condition !== undefined);
    const { passages, unread } =
      query === undefined || isOfMarket
        ? { passages: [], unread: [] }
        : await searchActive(skills.skills, query, MOST_PASSAGES);
    const result = await searchSkills(asked, {
      asker: async () => ({
        address: caller.address,
        ...(caller.accountId === null ? {} : { accountId: caller.accountId }),
      }),
    });
    const places = [
      ...(passages.length > 0 ? ["active skills"] : []),
      ...(result.rows.length > 0 ? ["market"] : []),
    ];
    return toAnswer({
      found_in: places,
      passages,
      ...(unread.length === 0 ? {} : { unread }),
      skills: result.rows.map((row, i) => ({
        ...toFound(row),
        matched: (result.matched[i] ?? []).map(({ word }) => word),
      })),
      total: result.total,
    });
  },
});

const toFound = (row: SkillRow) => ({
  id: row.slug,
  name: row.displayName,
  description: row.description,
  version: row.version,
  price_lamports: row.priceLamports,
  runnable: row.runnable,
  ...(row.runnable ? {} : { runnable_reason: explainObstacles(row.obstacles) }),
  audit_state: row.auditState,
  audit: toAuditMarkJson(row.audit),
  trust_level: row.trustLevel,
  examples_proven: `${row.examplesProven} of ${row.examplesTotal}`,
});
