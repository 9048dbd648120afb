import path from "node:path";
import { assemblePackage } from "@/lib/package";
import { isKebabCase } from "@/lib/skill-format";
import { EXIT, InputError, UsageError, type Command } from "../command";
import { unpackInto } from "../files";
import { LANGUAGES, readTemplate, TEMPLATES, type Language } from "@/lib/publishing/read-template";
import { chooseOption, parseOptions } from "../parse-options";
import { printLine } from "../print";
import { unreadable } from "../read-input";

const help = `Usage: emporion init NAME [options]

Makes a skill in the new directory NAME: an example that passes emporion validate and
emporion vet as it is, to be replaced step by step by what your skill does.

NAME is written in small letters and digits, with hyphens between words.

  --template TEMPLATE  instructions (default): a SKILL.md that an agent follows
                       script: with input and output, run by a Python script, so that
                       the market can make calls of it
                       vibelife: a VibeLife V9 skill with tools, rules and a handler
  --language LANGUAGE  en, zh or ko: of its texts; left out, that of LC_ALL or LANG

Exit code: 0 made, 2 wrong usage, 3 NAME is there already, or cannot be written.`;

const OPTIONS = { template: { type: "string" }, language: { type: "string" } } as const;

/** `emporion init`. */
export const command: Command = {
  help,
  async run(args, { cwd, env, stdout, stderr }) {
    const { values, positionals } = parseOptions(args, OPTIONS, { min: 1, max: 1, name: "NAME" });
    const [name = ""] = positionals;
    if (!isKebabCase(name) || name.length > 64)
      throw new UsageError(`NAME is small letters, digits and single hyphens, at most 64, not ${name}`);
    const template = chooseOption("template", values.template, TEMPLATES);
    const language = chooseOption("language", values.language ?? spokenIn(env), LANGUAGES);
    const files = [...readTemplate(template, language, name)].map(([file, text]) => ({
      path: file,
      bytes: Buffer.from(text),
    }));
    try {
      await unpackInto(path.join(cwd, name), assemblePackage(files));
    } catch (error) {
      const isThere = ["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(
        (error as NodeJS.ErrnoException).code ?? "",
      );
      throw isThere
        ? new InputError(`${name}: is there already; choose another name`)
        : unreadable(name, error);
    }
    for (const { path: file } of files) printLine(stdout, `${name}/${file}`);
    printLine(
      stderr,
      `next: edit ${name}/SKILL.md; emporion validate ${name} and emporion vet ${name} check it, emporion publish ${name} publishes it`,
    );
    return EXIT.ok;
  },
};

/** The language of a person, as POSIX systems name it: `ko_KR.UTF-8`. */
function spokenIn(env: Readonly<Record<string, string | undefined>>): Language {
  const named = (env["LC_ALL"] || env["LANG"] || "").slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === named) ?? "en";
}
