import { PROGRAMS, SHELL_BUILTINS } from "@/lib/running/needs/sandbox-contents";
import { lineFinder, type ReadScript } from "@/lib/running/needs/need";

const PROGRAM_NAME = /^[a-z][a-z0-9._+-]*$/;
/** A script that somebody wrote is shorter; what lies beyond is not read. */
const MAX_CHARACTERS = 32_000;
const KEYWORDS = new Set(
  "if then else elif fi for while until do done case esac in function select time".split(" "),
);
/** What is text, and no command: comments, quoted words, here-documents. */
const TEXTS = /(?<=^|\s)#[^\n]*|'[^']*'|"(?:[^"\\]|\\[^])*"|<<-?\s*(['"]?)(\w+)\1[^]*?\n\s*\2(?=\n|$)/g;
/** The first word of a command, behind variables that are set for it alone. */
const COMMAND =
  /(?:^|[\n;|&(`{!]|\b(?:then|else|elif|do|if|while|until)\s)\s*(?:\w+=\S*\s+)*([a-z][\w.+-]*)(?![\w.+-]*[=)(/])/g;

/**
 * Programs that a shell script starts and the sandbox lacks, unless it asks whether they are there. Never sure: it reads
 * words, and no grammar.
 */
export function readShell(text: string): ReadScript {
  const lineOf = lineFinder(text);
  const own = new Set(
    [...text.matchAll(/(?:^|[\s;])(?:function\s+)?([\w.-]+)\s*\(\)/g)].map((match) => match[1]),
  );
  const asked = new Set(
    [...text.matchAll(/\b(?:command\s+-v|which|type|hash)\s+([\w.+-]+)/g)].map((match) => match[1]),
  );
  const commands = text.slice(0, MAX_CHARACTERS).replace(TEXTS, (part) => part.replace(/[^\n]/g, "_"));
  const needs = new Map<string, ReadScript["needs"][number]>();
  for (const match of commands.matchAll(COMMAND)) {
    const [found, name = ""] = match;
    const start = match.index + found.length - name.length;
    const isPattern = /^\s*[|)]/.test(commands.slice(start + name.length)) && /\bcase\b/.test(commands);
    if (!PROGRAM_NAME.test(name) || isPattern || KEYWORDS.has(name)) continue;
    if (PROGRAMS.has(name) || SHELL_BUILTINS.has(name) || own.has(name) || asked.has(name)) continue;
    needs.set(name, needs.get(name) ?? { code: "CALL_PROGRAM", name, line: lineOf(start), sure: false });
  }
  return { imports: [], needs: [...needs.values()], changesPath: false, makesModules: false };
}
