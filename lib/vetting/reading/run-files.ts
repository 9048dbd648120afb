import { isCodeRunningCall } from "../vocabulary/network-calls";
import type { CodeLanguage } from "./code/tokens";
import type { ShellCommand } from "./shell/shell-commands";
import type { SourceFile } from "./source-file";
import type { CodeUnit, ShellUnit } from "./units";

type RunLanguage = CodeLanguage | "shell";

/** Loads a file as code, whatever it is called. */
const LOADS =
  /(?:^|\.)(?:run_path|SourceFileLoader|spec_from_file_location|load_source|execfile|runScript|register)$/;
/** The program that reads the source, named as a value. */
const OWN_INTERPRETER = /\bsys\.executable\b|\bprocess\.(?:execPath|argv0)\b/;
const INTERPRETERS: readonly (readonly [RegExp, RunLanguage])[] = [
  [/^(?:source|\.|(?:ba|z|da|k)?sh)$/, "shell"],
  [/^(?:python[\d.]*|pypy\d?)$/, "python"],
  [/^(?:node|deno|bun)$/, "javascript"],
];

/**
 * Texts of the package that something in it runs although their names promise no code, each in the language it is run
 * in: what `exec(open("notes.txt").read())`, `source ./notes` or `python3 notes.txt` names. A text that is only read is
 * left alone.
 */
export function findRunFiles(
  files: readonly SourceFile[],
  units: { readonly code: readonly CodeUnit[]; readonly shell: readonly ShellUnit[] },
): SourceFile[] {
  const texts = new Map<string, SourceFile[]>();
  for (const file of files) {
    if (file.text === null || file.language !== "other") continue;
    const name = baseName(file.path);
    texts.set(name, [...(texts.get(name) ?? []), file]);
  }
  if (texts.size === 0) return [];
  const found = new Map<string, SourceFile>();
  for (const [name, language] of [...units.code.flatMap(namedByCode), ...units.shell.flatMap(namedByShell)]) {
    for (const file of texts.get(name) ?? []) found.set(`${file.path}\n${language}`, { ...file, language });
  }
  return [...found.values()];
}

type Named = readonly [name: string, language: RunLanguage];

function namedByCode({ index, text }: CodeUnit): Named[] {
  const runs =
    OWN_INTERPRETER.test(text) ||
    index.references.some(
      ({ names, call }) =>
        call !== null && (isCodeRunningCall(names) || names.some((name) => LOADS.test(name))),
    );
  if (!runs) return [];
  return index.tokens.flatMap((token): Named[] =>
    token.kind === "string" ? [[baseName(token.text), index.language]] : [],
  );
}

function namedByShell({ script }: ShellUnit): Named[] {
  return script.pipelines.flatMap(({ commands }) => commands.flatMap(namedByCommand));
}

function namedByCommand({ name, words }: ShellCommand): Named[] {
  const language = INTERPRETERS.find(([program]) => program.test(name))?.[1];
  return language === undefined ? [] : words.map(({ text }): Named => [baseName(text), language]);
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);
