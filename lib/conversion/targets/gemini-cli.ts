import { textFile, type ConversionSource, type Converter } from "../conversion-source";
import { tomlText } from "../literals/toml-text";
import { skillFolder } from "../skill-folder";
import { agentSkillFields } from "../skill-front-matter";

/**
 * Gemini CLI: an extension that brings the skill and a command of its name. Gemini acts on `!{…}`, `@{…}` and
 * `{{args}}` in a command, so the prompt holds no word of the skill but its name.
 */
export const geminiCli: Converter = {
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
