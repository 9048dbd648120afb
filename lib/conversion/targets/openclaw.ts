import type { Converter } from "../conversion-source";
import type { YamlEntries } from "../literals/yaml-block";
import { planRun } from "../plan-run";
import { skillFolder } from "../skill-folder";
import { agentSkillFields } from "../skill-front-matter";
import { OPENCLAW_WRAPPER } from "../wrappers/openclaw-wrapper";

/**
 * OpenClaw: a skill folder with `openclaw_wrapper.py` and its install manifest. `metadata.openclaw` makes the agent
 * load it only where the interpreters and variables it needs are there.
 */
export const openclaw: Converter = {
  target: "OpenClaw",
  convert(source) {
    const { slug, homepage } = source.manifest;
    const { program, envVars } = planRun(source.manifest);
    const bins = ["python3", ...(program === null || program === "python3" ? [] : [program])];
    const requires: YamlEntries = [
      ["bins", bins],
      ...(envVars.length === 0 ? [] : [["env", envVars] as const]),
    ];
    const gate: YamlEntries = [
      ["requires", { members: requires }],
      ...(homepage === undefined ? [] : [["homepage", homepage] as const]),
    ];
    // The only metadata OpenClaw reads; what the author wrote stays in the published SKILL.md.
    const fields = agentSkillFields(source, "python3").map(([key, value]) =>
      key === "metadata"
        ? ([key, { members: [["openclaw", { members: gate }]] }] as const)
        : ([key, value] as const),
    );
    const files = skillFolder(source, {
      target: "OpenClaw",
      fields,
      command: (folder) => `python3 "{baseDir}/${folder}/openclaw_wrapper.py"`,
      where: "`{baseDir}` is the folder this file is in.",
      wrapper: { name: "openclaw_wrapper.py", text: OPENCLAW_WRAPPER },
    });
    return { rootDirectory: slug, files };
  },
};
