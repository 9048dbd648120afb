import { countCharacters, statedPermissions, type Origin, type SkillManifest } from "@/lib/skill-format";
import { yamlBlock, type YamlEntries } from "./literals/literals";
import type { ConversionSource } from "./conversion-source";
import { planRun } from "./plan-run";

/** What runs the wrapper itself. */
export type WrapperProgram = "bash" | "python3";

/** Agent Skills: "at most 1024 characters". */
const DESCRIPTION_MAX_CHARACTERS = 1024;
/** Agent Skills: "1-500 characters". */
const COMPATIBILITY_MAX_CHARACTERS = 500;

/**
 * The six fields of Agent Skills, and everything else a manifest says folded into `metadata`, texts to texts. What the
 * author wrote there is kept. The reference validator accepts the result in a folder named like the skill.
 */
export function agentSkillFields(source: ConversionSource, wrapper: WrapperProgram = "bash"): YamlEntries {
  const { manifest } = source;
  const fields: [string, YamlEntries[number][1]][] = [
    ["name", manifest.slug],
    ["description", shorten(manifest.description, DESCRIPTION_MAX_CHARACTERS)],
  ];
  if (manifest.license !== undefined) fields.push(["license", manifest.license]);
  fields.push(["compatibility", shorten(describeNeeds(manifest, wrapper), COMPATIBILITY_MAX_CHARACTERS)]);
  fields.push(["metadata", { members: foldedMetadata(source) }]);
  if (manifest.allowedTools.length > 0) fields.push(["allowed-tools", manifest.allowedTools.join(" ")]);
  return fields;
}

/** A front matter with its two lines of hyphens. */
export function frontMatter(entries: YamlEntries): string {
  return `---\n${yamlBlock(entries)}---\n`;
}

/** True when the platform's description does not hold all of the published one. */
export function isShortened({ description }: SkillManifest): boolean {
  return countCharacters(description) > DESCRIPTION_MAX_CHARACTERS;
}

/** What must be there for the skill to run, in one sentence or two; the author's own words where there are any. */
export function describeNeeds(manifest: SkillManifest, wrapper: WrapperProgram): string {
  if (manifest.compatibility !== undefined && manifest.compatibility.trim() !== "")
    return manifest.compatibility;
  const { program, envVars } = planRun(manifest);
  const { minPython, minNode, python, node } = manifest.requirements;
  const minimum = { python3: minPython, node: minNode, bash: undefined }[program ?? "bash"];
  const needs = [
    [wrapper, ...(program === null || program === wrapper ? [] : [program])].join(" and "),
    ...(minimum === undefined ? [] : [`${program} ${minimum} or later`]),
    ...(python.length + node.length === 0 ? [] : [`packages ${[...python, ...node].join(", ")}`]),
    ...(envVars.length === 0 ? [] : [`environment variables ${envVars.join(", ")}`]),
    ...(manifest.permissions.network ? ["network access"] : []),
  ];
  return `Needs ${needs.join("; ")}.`;
}

function foldedMetadata({ manifest, version, packageDigest }: ConversionSource): [string, string][] {
  const { network, subprocess, envVars, origins } = statedPermissions(manifest);
  const said = (value: boolean | null, origin: Origin) =>
    origin === "declared" ? (value === true ? "yes" : "no") : "";
  const folded: [string, string | undefined][] = [
    ["version", version],
    ["author", manifest.author.username ?? manifest.author.wallet],
    ["category", manifest.category ?? undefined],
    ["tags", manifest.tags.join(", ")],
    ["capabilities", manifest.capabilities.join(", ")],
    ["homepage", manifest.homepage],
    ["network", said(network, origins.network)],
    ["subprocess", said(subprocess, origins.subprocess)],
    ["env-vars", (envVars ?? []).join(", ")],
    ["package-digest", packageDigest],
  ];
  const own = Object.entries(manifest.metadata);
  const names = new Set(own.map(([name]) => name));
  return [
    ...own,
    ...folded.flatMap(([name, value]): [string, string][] =>
      value === undefined || value === "" || names.has(name) ? [] : [[name, value]],
    ),
  ];
}

function shorten(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters - 1).join("")}…`;
}
