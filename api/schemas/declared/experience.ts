import { z } from "@hono/zod-openapi";
import type { SkillManifest } from "@/lib/skill-format";

const strings = z.array(z.string());

export const experienceSchema = z
  .object({
    preferences: strings,
    fixes: strings,
    contexts: strings,
    custom_prompts: z.string().nullable(),
    last_updated: z.string().nullable().describe("ISO 8601, as its author wrote it."),
    last_evolved_hash: z.string().nullable().describe("The source's commit that it was gathered on."),
    stale: z
      .boolean()
      .nullable()
      .describe(
        "It was gathered on another commit than `source_hash` names (EVOLUTION_STALE). Null where the package does not say both.",
      ),
    used: z
      .boolean()
      .describe(
        "False where `evolution_enabled` is false, or the skill has no lifecycle field (EVOLUTION_IGNORED).",
      ),
    is_cut: z
      .boolean()
      .describe("Entries were left out or shortened here; `evolution.json` in the package has all."),
  })
  .describe(
    "What was published as experience, in the `evolution.json` of the package (Skill Metadata §4), as its author wrote it. Nobody has checked it.",
  );

/** JSON of what was published as experience; null where nothing was. */
export function toExperienceJson({
  experience,
  enabled,
}: SkillManifest["evolution"]): z.infer<typeof experienceSchema> | null {
  if (experience === undefined) return null;
  const { preferences, fixes, contexts, customPrompts, lastUpdated, lastEvolvedHash, stale, isCut } =
    experience;
  return {
    preferences,
    fixes,
    contexts,
    custom_prompts: customPrompts ?? null,
    last_updated: lastUpdated ?? null,
    last_evolved_hash: lastEvolvedHash ?? null,
    stale,
    used: enabled,
    is_cut: isCut,
  };
}
