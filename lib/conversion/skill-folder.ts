import type { PackageFile } from "@/lib/package";
import type { ConversionTarget } from "@/lib/skill-format";
import { callingSection } from "./calling-section";
import { textFile, type ConversionSource } from "./conversion-source";
import { installNote } from "./install-note";
import type { YamlEntries } from "./literals/yaml-block";
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
