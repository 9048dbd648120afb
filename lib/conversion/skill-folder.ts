import type { PackageFile } from "@/lib/package";
import type { ConversionTarget } from "@/lib/skill-format";
import { textFile, type ConversionSource } from "./conversion-source";
import { installNote } from "./install-note";
import { type YamlEntries, codeBlock, inertJson } from "./literals/literals";
import { placeInSkillFolder } from "./place-files";
import { planRun } from "./plan-run";
import { frontMatter } from "./skill-front-matter";
import { dataFiles } from "./wrapper-files";
import { runScript } from "./wrappers/run-script";

export interface SkillFolderWords {
  readonly target: ConversionTarget;
  /** The skill's folder in the archive, with a slash at its end, or "". */
  readonly prefix?: string;
  readonly fields: YamlEntries;
  /**
   * Shell words that start the wrapper; `folder` is its folder's name in the skill's. Left out: run.sh, from the
   * skill's folder.
   */
  readonly command?: (folder: string) => string;
  readonly where?: string;
  /** A wrapper in Python instead of run.sh. */
  readonly wrapper?: { readonly name: string; readonly text: string };
  /** The author's instructions as this platform may read them. */
  readonly readBody?: (body: string) => string;
}

const FROM_FOLDER = "Run this from the folder this file is in.";

/**
 * A folder that agents which read SKILL.md load: the platform's SKILL.md (fields, how to call, then the author's own
 * instructions), the skill's other files where they were, and the wrapper in a folder of its own.
 */
export function skillFolder(source: ConversionSource, words: SkillFolderWords): PackageFile[] {
  const { target, prefix = "", wrapper } = words;
  const { place, placed } = placeInSkillFolder(source.files, prefix);
  const folder = place.folder.slice(prefix.length, -1);
  const plan = planRun(source.manifest);
  const started = wrapper ?? { name: "run.sh", text: runScript(plan, place.root) };
  const section = callingSection(source, {
    command: words.command?.(folder) ?? `bash ${folder}/run.sh`,
    where: words.where ?? FROM_FOLDER,
    callFile: `${folder}/call.json`,
  });
  const body = words.readBody ?? ((text: string) => text);
  const skillMd = `${frontMatter(words.fields)}\n${section}\n${body(source.manifest.body)}`;
  const contents = `\`SKILL.md\` and \`${folder}/\` are generated; \`${folder}/SKILL.published.md\` is the published SKILL.md.`;
  return [
    textFile(`${prefix}SKILL.md`, skillMd.endsWith("\n") ? skillMd : `${skillMd}\n`),
    ...placed.map(({ file }) => file),
    textFile(place.folder + started.name, started.text, true),
    textFile(
      `${place.folder}INSTALL.md`,
      installNote(source, { target, wrapper: wrapper === undefined ? "bash" : "python3", contents }),
    ),
    ...dataFiles(source, target, place, placed),
  ];
}

/** A larger schema is named, not shown: it would crowd out what the model is there for. */
const SHOWN_SCHEMA_MAX_CHARACTERS = 8_000;

const SHOWN_EXAMPLE_MAX_CHARACTERS = 4_000;

interface Calling {
  /** Shell words that start the wrapper, for instance `bash emporion/run.sh`. */
  readonly command: string;
  /** Where `command` works. */
  readonly where: string;
  /** Path of call.json as the reader finds it. */
  readonly callFile: string;
}

/**
 * How a model calls the skill: the command with the first example, and the input schema. All texts of the skill stand
 * in JSON that neither Markdown nor a prompt format acts on; the example can be pasted into a shell as it is.
 */
function callingSection({ manifest }: ConversionSource, calling: Calling): string {
  const example = manifest.examples[0];
  const input = example === undefined ? null : inertJson(example.input);
  const shown = input !== null && input.length <= SHOWN_EXAMPLE_MAX_CHARACTERS ? input : null;
  const schema = inertJson(manifest.schemas.input ?? {});
  const command = `${calling.command} <<'JSON'\n${shown ?? "{}"}\nJSON`;
  return `## How to call this skill

${calling.where} Pass one JSON object on standard input; the answer is one JSON object on standard output. On failure it is
\`{"error": "why"}\` and the status is not 0: tell the user why, and do not guess an answer.

${codeBlock("sh", command)}

${shown === null ? "Replace the empty object by an input that matches the schema. " : "The input above is an example. "}Schemas and examples: \`${calling.callFile}\`.
${schema.length <= SHOWN_SCHEMA_MAX_CHARACTERS ? `\nInput schema:\n\n${codeBlock("json", schema)}\n` : ""}`;
}
