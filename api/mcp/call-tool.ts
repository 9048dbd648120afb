import { z } from "zod";
import { ActiveSkills, handleOf } from "@/api/mcp/active-skills";
import { callSkillTool } from "@/api/mcp/call-skill-tool";
import { defineCoreTool } from "@/api/mcp/core-tool";
import { CALL_TOOL } from "@/lib/catalogue/core-tools/offer-tools";
import { DomainError } from "@/lib/kernel/errors";

/** Calls a tool of a skill that no list has: for clients without a session, whose list no activation changes. */
export const callTool = defineCoreTool({
  name: CALL_TOOL,
  description:
    "Call a tool of a skill that is not in the list of tools. `activate_skills` gives its name, the skill as NAME@VERSION, and the schema of its arguments.",
  input: z.object({
    skill: z.string().min(1).max(130).describe("NAME@VERSION, as `activate_skills` gives it; or NAME."),
    tool: z.string().min(1).max(64).optional().describe("May be left out where the skill has one tool."),
    arguments: z.record(z.string(), z.unknown()).default({}),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ skill: handle, tool, arguments: args }, context) => {
    const skill = await context.skills.open(handle);
    const alone = new ActiveSkills();
    await alone.activate([handleOf([skill])]);
    const tools = alone.toolsOf(skill.slug);
    const asked =
      tool === undefined && tools.length === 1 ? tools[0] : tools.find(({ name }) => name === tool);
    if (asked) return callSkillTool(asked, args, context);
    const here = tools.map(({ name }) => name).join(", ");
    throw new DomainError(
      "NOT_FOUND",
      here === ""
        ? `${skill.slug} has no tools to be called here.`
        : `${skill.slug} has these tools: ${here}.`,
    );
  },
});
