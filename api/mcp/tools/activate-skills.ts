import { z } from "zod";
import { toAnswer, toFailure } from "@/api/mcp/answers";
import { defineCoreTool, notifyListsChanged } from "@/api/mcp/core-tool";
import { skillUri } from "@/api/mcp/skill-resources";
import type { Resembled } from "@/lib/registry/names/find-confusable-name";

const ids = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(20)
  .describe("Names of skills, as `search` gives them.");

/** Loads skills into the conversation: their instructions now, their tools in the list, their other texts on demand. */
export const activateSkills = defineCoreTool({
  name: "activate_skills",
  description:
    "Activate one or more skills. Gives their instructions (SKILL.md) and adds their tools to the list of tools. Rules and references are read on demand with `read`.",
  input: z.object({ ids }),
  annotations: { readOnlyHint: true, idempotentHint: true },
  run: async ({ ids: wanted }, { skills, extra, relist }) => {
    const result = await skills.activate(wanted);
    if (result.refused !== null)
      return toFailure({ status: "error", error_code: "INPUT_INVALID", error: result.refused });
    const activated = await Promise.all(
      skills.skills
        .filter(({ slug }) => result.activated.includes(slug))
        .map(async (skill) => ({
          id: skill.slug,
          name: skill.title,
          version: skill.version,
          price_lamports: String(skill.priceLamports),
          ...(skill.resembled === null ? {} : { resembles: toWarning(skill.resembled) }),
          tools: skills.toolsOf(skill.slug).map(({ name }) => name),
          files: skill.files.map((path) => skillUri(skill.slug, path)),
          written_by: "the skill's publisher, not by this market",
          instructions: await skills.read(skill.slug, "SKILL.md"),
        })),
    );
    if (activated.length > 0) {
      const listedAgain = await relist.next();
      await notifyListsChanged(extra);
      await listedAgain();
    }
    const { alreadyActive: already_active, unknown, failed, renamed } = result;
    const nothing = activated.length === 0 && already_active.length === 0;
    return (nothing ? toFailure : toAnswer)({
      activated,
      already_active,
      unknown,
      failed,
      ...(renamed.length > 0 && { renamed }),
    });
  },
});

function toWarning({ slug, publisher }: Resembled) {
  return `Named almost like ${slug} by ${publisher}, which is older; this is somebody else's. Make sure which one your person means.`;
}
