import { isDecoder } from "../../reading/shell/piped-text";
import type { ShellCommand } from "../../reading/shell/shell-commands";
import { isShell } from "../../reading/shell/shells";
import type { ShellUnit } from "../../reading/units";
import { HIGH_STRONG, MEDIUM_STRONG } from "../../grade";
import type { Rule } from "../../rule";
import { lineText, pipelineText, reportPlaces, type Place } from "../../match-places";
import { FETCHERS } from "../../vocabulary/shell-programs";

const RUNS_HIDDEN = "malicious.obfuscated_execution";
const HIDES_COMMAND = "suspicious.obfuscated_code";

/** Sees commands that are decoded and then run, and commands that are written so as not to read as ones. */
export const obfuscatedCommands: Rule = {
  id: "obfuscated-commands",
  title: "A command is hidden in an encoding or in pieces",
  why: "Nobody needs to write curl as c\\url, or to pipe base64 into a shell, but to get past a reader or a scanner.",
  remedy: "Write the command out.",
  codes: [RUNS_HIDDEN, HIDES_COMMAND],
  check(context) {
    const places = context.units.shell.flatMap((unit) => [
      ...findDecodedPipes(unit),
      ...findHiddenCommands(unit),
    ]);
    return reportPlaces(obfuscatedCommands, places);
  },
};

/** `… | base64 -d | sh`, `eval "$(… | xxd -r -p)"`, `sh <(base64 -d …)`. */
function findDecodedPipes(unit: ShellUnit): Place[] {
  return unit.script.pipelines.flatMap(({ commands, start }) => {
    const decoder = commands.findIndex(isDecoder);
    const runner = commands.findIndex(
      (command, at) =>
        at > decoder &&
        decoder !== -1 &&
        /^(?:python[\d.]*|node|perl|ruby|php|osascript|(?:ba|z|da)?sh|eval|xargs|source)$/.test(command.name),
    );
    const inSubstitution = commands.some(
      (command) =>
        (isShell(command.name) || command.name === "eval" || command.name === "source") &&
        command.words.some((word) => word.substitutions.some(({ source }) => DECODES_IN_SHELL.test(source))),
    );
    if (runner === -1 && !inSubstitution) return [];
    const message = "An encoded text is decoded and run as commands.";
    return [
      {
        unit,
        offset: start,
        grade: HIGH_STRONG,
        code: RUNS_HIDDEN,
        message,
        evidence: pipelineText(commands),
      },
    ];
  });
}

const DECODES_IN_SHELL =
  /\bbase(?:64|32)\s+(?:-d|-D|--decode)\b|\bxxd\s+-[a-z]*r|\bopenssl\s[^|]{0,80}-d\b|(?:^|[|;\s])rev(?=\s|$)/;

const DANGEROUS = new Set([
  ...FETCHERS,
  "nc",
  "ncat",
  "bash",
  "sh",
  "rm",
  "eval",
  "base64",
  "python",
  "python3",
  "chmod",
  "dd",
  "ssh",
  "scp",
]);

/** A command name in pieces (`c""url`, `cu\rl`, `$'\x63url'`), or a whole command inside an encoded literal. */
function findHiddenCommands(unit: ShellUnit): Place[] {
  if (unit.origin === "decoded") {
    const first = unit.script.pipelines.find(({ commands }) =>
      commands.some((command) => DANGEROUS.has(command.name) && command.words.length > 1),
    );
    if (first === undefined) return [];
    const message = "An encoded literal holds a shell command.";
    return [
      {
        unit,
        offset: first.start,
        grade: MEDIUM_STRONG,
        code: HIDES_COMMAND,
        message,
        evidence: pipelineText(first.commands),
      },
    ];
  }
  return unit.script.pipelines.flatMap(({ commands, nested }) => {
    const hidden = nested
      ? undefined
      : commands.find((command) => DANGEROUS.has(command.name) && !wrote(unit.text, command));
    if (hidden === undefined) return [];
    const message = `The command "${hidden.name}" is written so that it does not read as one.`;
    return [
      {
        unit,
        offset: hidden.start,
        grade: MEDIUM_STRONG,
        code: HIDES_COMMAND,
        message,
        evidence: lineText(unit.text, hidden.start),
      },
    ];
  });
}

/** True if the program's name stands in the text of its command, or in a variable of its own (`PYTHON=python3`). */
function wrote(text: string, { start, name, words }: ShellCommand): boolean {
  if (words[0]?.variables.length === 1) return true;
  return text.slice(Math.max(0, start - 200), start + 2000).includes(name);
}
