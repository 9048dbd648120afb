import { deflateArchive, SKILL_ARCHIVE_LIMITS, unpackedBytes, writeArchive } from "@/lib/package";
import { conversionTargets, isKebabCase, type ConversionTarget } from "@/lib/skill-format";
import {
  type ConversionSource,
  type ConvertedPackage,
  type Converter,
  MAX_CONVERTED_PATH_CHARACTERS,
  textFile,
} from "./conversion-source";
import { planRun } from "./plan-run";
import { claudeCode } from "./targets/claude-code";
import { customAgent } from "./targets/custom-agent";
import { skillFolder } from "./skill-folder";
import { agentSkillFields } from "./skill-front-matter";
import { yamlBlock, type YamlEntries, tomlText } from "./literals/literals";
import { OPENCLAW_WRAPPER } from "./wrappers/openclaw-wrapper";

/**
 * Gemini CLI: an extension that brings the skill and a command of its name. Gemini acts on `!{…}`, `@{…}` and
 * `{{args}}` in a command, so the prompt holds no word of the skill but its name.
 */
const geminiCli: Converter = {
  target: "GeminiCLI",
  convert(source) {
    const { slug } = source.manifest;
    const prefix = `skills/${slug}/`;
    const files = skillFolder(source, {
      target: "GeminiCLI",
      prefix,
      fields: agentSkillFields(source),
    });
    return {
      rootDirectory: slug,
      files: [
        textFile("gemini-extension.json", extensionManifest(source)),
        textFile(`commands/${slug}.toml`, command(source)),
        textFile("README.md", readme(slug)),
        ...files,
      ],
    };
  },
};

function extensionManifest({ manifest, version }: ConversionSource): string {
  const { slug: name, description } = manifest;
  return `${JSON.stringify({ name, version, description }, null, 2)}\n`;
}

function command({ manifest: { slug, description } }: ConversionSource): string {
  const prompt = `Activate the skill ${slug} and follow its section "How to call this skill". Make its input from these words, ask for what is required and missing, and invent nothing: {{args}}`;
  return `description = ${tomlText(description)}\nprompt = ${tomlText(prompt)}\n`;
}

const readme = (slug: string) =>
  `# ${slug}\n\nA Gemini CLI extension. How it is installed, what it needs and what it may touch: INSTALL.md beside the runner in \`skills/${slug}/\`.\n\n    gemini extensions install ./${slug}\n`;

/**
 * OpenClaw: a skill folder with `openclaw_wrapper.py` and its install manifest. `metadata.openclaw` makes the agent
 * load it only where the interpreters and variables it needs are there.
 */
const openclaw: Converter = {
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

/** What Codex shows of a skill; an author's own is kept. */
const INTERFACE_FILE = "agents/openai.yaml";

/** Codex CLI: an Agent Skill in `.agents/skills`, with the file Codex takes its name in the menu from. */
const codexCli: Converter = {
  target: "CodexCLI",
  convert(source) {
    const { slug, displayName } = source.manifest;
    const files = skillFolder(source, {
      target: "CodexCLI",
      fields: agentSkillFields(source),
    });
    // `agents` in any spelling is the author's: another one beside it would be one folder on some systems.
    const taken = source.files.some(({ path }) => /^agents(?:\/|$)/i.test(path.normalize("NFKC")));
    const words = yamlBlock([
      [
        "interface",
        {
          members: [
            ["display_name", displayName],
            ["default_prompt", `Use $${slug} to `],
          ],
        },
      ],
    ]);
    return { rootDirectory: slug, files: taken ? files : [...files, textFile(INTERFACE_FILE, words)] };
  },
};

/**
 * Claude Code as an Agent Skill: six fields, everything else under `metadata`. Claude Code runs a command written as an
 * exclamation mark and a code span while it loads a skill; the author did not write for that, so it is taken apart.
 */
const claudeCodeAgentSkill: Converter = {
  target: "ClaudeCodeAgentSkill",
  convert(source) {
    const { slug } = source.manifest;
    const files = skillFolder(source, {
      target: "ClaudeCodeAgentSkill",
      fields: agentSkillFields(source),
      readBody: withoutLoadCommands,
    });
    return { rootDirectory: slug, files };
  },
};

/** A blank between `!` and a code span or after a fence: reads the same, runs nothing. */
export function withoutLoadCommands(body: string): string {
  return body.replaceAll(/!(?=`)/g, "! ").replaceAll(/(`{3,}|~{3,})(?=!)/g, "$1 ");
}

/** Cursor: an Agent Skill in `.cursor/skills`, used when it fits or by its name behind a slash. */
const cursor: Converter = {
  target: "Cursor",
  convert(source) {
    const { slug } = source.manifest;
    const files = skillFolder(source, {
      target: "Cursor",
      fields: agentSkillFields(source),
    });
    return { rootDirectory: slug, files };
  },
};

/**
 * Why a skill is not converted for a platform, in words, or null: the conditions of USK v1.0 section 6, and what every
 * wrapper needs to hold on to (a plain name, an entry point that is in the package).
 */
export function findConversionObstacle(
  { manifest, files }: Pick<ConversionSource, "manifest" | "files">,
  target: ConversionTarget,
): string | null {
  const decision = conversionTargets(manifest).find((each) => each.target === target);
  if (decision?.converts !== true) return decision?.reason ?? "the platform is not known";
  if (!isKebabCase(manifest.slug)) return "its name is not made of a-z, 0-9 and single hyphens";
  const { entryPoint } = planRun(manifest);
  return files.some(({ path }) => path === entryPoint) ? null : "its entry point is not in the package";
}

/**
 * The package of a skill for one platform. Pure: equal sources give equal files. The skill's own files are in it with
 * every byte as published. Throws RangeError when `findConversionObstacle` names an obstacle.
 */
export function convertSkill(source: ConversionSource, target: ConversionTarget): ConvertedPackage {
  const obstacle = findConversionObstacle(source, target);
  if (obstacle !== null) throw new RangeError(`Not converted for ${target}: ${obstacle}.`);
  return CONVERTERS[target].convert(source);
}

/**
 * The converted package as a ZIP archive: stored, so that equal packages give equal bytes everywhere, and deflated only
 * when it would be larger than an upload may be.
 */
export async function writeConvertedArchive({ files, rootDirectory }: ConvertedPackage): Promise<Uint8Array> {
  const options = { maxPathCharacters: MAX_CONVERTED_PATH_CHARACTERS };
  const sizeBytes = unpackedBytes(files);
  return sizeBytes > SKILL_ARCHIVE_LIMITS.maxArchiveBytes
    ? deflateArchive(files, rootDirectory, options)
    : writeArchive(files, rootDirectory, options);
}

/** One converter per target: a new platform is a file here and a name in the list of targets. */
const CONVERTERS: Readonly<Record<ConversionTarget, Converter>> = {
  OpenClaw: openclaw,
  ClaudeCode: claudeCode,
  ClaudeCodeAgentSkill: claudeCodeAgentSkill,
  Cursor: cursor,
  GeminiCLI: geminiCli,
  CodexCLI: codexCli,
  CustomAgent: customAgent,
};
