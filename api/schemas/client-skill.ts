import { z } from "@hono/zod-openapi";
import { authorAgent, toAuthorAgentJson, trustLevel, vettingStatus } from "@/api/schemas/skill";
import type { SkillRow } from "@/lib/registry/views";

/** A skill under the names that published clients of USK stores read; the other members of an answer say more. */
export const clientSkillSchema = z
  .object({
    skill_id: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.string(),
    trust_level: trustLevel,
    capabilities: z.array(z.string()),
    download_count: z.int(),
    downloads_7d: z.int(),
    days_since_update: z.int(),
    can_auto_convert: z.boolean(),
    category: z.string().nullable(),
    avg_rating: z.number().nullable(),
    vetting_status: vettingStatus,
    author_agent: authorAgent,
  })
  .openapi("ClientSkill");

export function toClientSkillJson(row: SkillRow): z.infer<typeof clientSkillSchema> {
  return {
    skill_id: row.id,
    name: row.slug,
    description: row.description,
    version: row.version,
    trust_level: row.trustLevel,
    capabilities: row.capabilities,
    download_count: row.downloadsTotal,
    downloads_7d: row.downloads7d,
    days_since_update: row.daysSinceUpdate,
    can_auto_convert: row.convertsTo.length > 0,
    category: row.category,
    avg_rating: row.rating.average,
    vetting_status: row.vettingStatus,
    author_agent: toAuthorAgentJson(row.authorAgent),
  };
}
