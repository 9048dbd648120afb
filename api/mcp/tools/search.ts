import { z } from "zod";
import { toAnswer } from "@/api/mcp/answers";
import { defineCoreTool } from "@/api/mcp/core-tool";
import { lookupText } from "@/api/schemas/parameters";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";
import { toAuditMarkJson } from "@/lib/audits/seals/audit-mark-json";
import type { SkillRow } from "@/lib/registry/views";
import { searchSkills } from "@/lib/catalogue/search/search-skills";

/** Finds skills in the market. */
export const search = defineCoreTool({
  name: "search",
  description:
    "Search the market for skills. Gives names, descriptions, prices and trust; activate what fits with `activate_skills`. Words in any language; a capability finds skills that declare it. A skill need not answer every word: `matched` has those it answers.",
  input: z.object({
    query: lookupText(200).optional(),
    capability: lookupText(100).optional().describe("For example calculation or web_search."),
    category: lookupText(100).optional(),
    price: z.enum(["free", "paid"]).optional(),
    limit: z.int().min(1).max(20).default(8),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
  run: async ({ query, limit, ...conditions }, { caller }) => {
    const { capability, category, price } = conditions;
    const asked = {
      limit,
      ...(query === undefined ? {} : { q: query }),
      ...(capability === undefined ? {} : { capability }),
      ...(category === undefined ? {} : { category }),
      ...(price === undefined ? {} : { price }),
    };
    const result = await searchSkills(asked, {
      asker: async () => ({
        address: caller.address,
        ...(caller.accountId === null ? {} : { accountId: caller.accountId }),
      }),
    });
    return toAnswer({
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
