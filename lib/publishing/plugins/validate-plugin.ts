import type { PluginPackage, SkillPackage } from "@/lib/package";
import { checkPluginManifest, type PluginIssue, type PluginManifest } from "@/lib/skill-format";
import { validatePackage, type Validation } from "@/lib/publishing/check-package";

/** A plugin may hold more, and is then published in parts. */
const MAX_PLUGIN_SKILLS = 64;
const MAX_OTHERS_SHOWN = 20;

export interface PluginValidation {
  /** True when it could be published: the manifest and every skill of it is accepted. */
  valid: boolean;
  /** Null while its manifest has an error. */
  manifest: PluginManifest | null;
  /** Of plugin.json and of the plugin as a whole. */
  issues: PluginIssue[];
  /** In the order of their folders. */
  skills: { folder: string; skillPackage: SkillPackage; validation: Validation }[];
}

/**
 * Checks a plugin of Agent Plugins 1.0.0: its manifest by the closed schema of section 5, and each of its skills by the
 * rules of an upload. What the market does not publish (MCP servers, files of clients) is named. Stores nothing. Throws
 * what `validatePackage` throws.
 */
export async function validatePlugin(plugin: PluginPackage): Promise<PluginValidation> {
  const { manifest, issues } = checkPluginManifest(plugin.manifest);
  const found = [...issues, ...issuesOfContent(plugin)];
  const skills: PluginValidation["skills"] = [];
  for (const skillPackage of plugin.skills.slice(0, MAX_PLUGIN_SKILLS)) {
    const validation = await validatePackage(skillPackage);
    skills.push({ folder: skillPackage.rootDirectory ?? "", skillPackage, validation });
  }
  found.push(...issuesOfNames(skills));
  const valid =
    found.every(({ severity }) => severity !== "error") &&
    skills.every(({ validation }) => validation.decision.status !== "rejected");
  return { valid, manifest, issues: found, skills };
}

function issuesOfContent({ skills, others }: PluginPackage): PluginIssue[] {
  const issues: PluginIssue[] = [];
  if (skills.length === 0)
    issues.push({
      severity: "error",
      path: "skills",
      message: "holds no skill: each is a folder skills/NAME with a SKILL.md",
    });
  if (skills.length > MAX_PLUGIN_SKILLS)
    issues.push({
      severity: "error",
      path: "skills",
      message: `holds ${skills.length} skills; at most ${MAX_PLUGIN_SKILLS} are taken`,
    });
  for (const path of others.slice(0, MAX_OTHERS_SHOWN))
    issues.push({
      severity: "warning",
      path,
      message: "belongs to no skill: this market does not publish it",
    });
  const rest = others.length - MAX_OTHERS_SHOWN;
  if (rest > 0)
    issues.push({ severity: "warning", path: ".", message: `${rest} more files belong to no skill` });
  return issues;
}

/** Two folders may hold the same name; a skill has it once. */
function issuesOfNames(skills: PluginValidation["skills"]): PluginIssue[] {
  const first = new Map<string, string>();
  return skills.flatMap(({ folder, validation }): PluginIssue[] => {
    const { slug } = validation.check.manifest;
    const before = first.get(slug);
    if (before === undefined) {
      first.set(slug, folder);
      return [];
    }
    const message = `has the name "${slug}", which skills/${before} has`;
    return [{ severity: "error", path: `skills/${folder}/SKILL.md`, message }];
  });
}
