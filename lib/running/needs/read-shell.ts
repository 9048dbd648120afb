import { PROGRAMS, SHELL_BUILTINS } from "@/lib/running/needs/sandbox-contents";
import { lineFinder, type ReadScript } from "@/lib/running/needs/need";
import { readShellScript } from "@/lib/vetting/reading/shell/read-shell-script";

const PROGRAM_NAME = /^[a-z][a-z0-9._+-]*$/;

/** Programs that a shell script starts and the sandbox lacks, unless it asks whether they are there. Never sure. */
export function readShell(text: string): ReadScript {
  const lineOf = lineFinder(text);
  const own = new Set(
    [...text.matchAll(/(?:^|[\s;])(?:function\s+)?([\w.-]+)\s*\(\)/g)].map((match) => match[1]),
  );
  const asked = new Set(
    [...text.matchAll(/\b(?:command\s+-v|which|type|hash)\s+([\w.+-]+)/g)].map((match) => match[1]),
  );
  const needs = new Map<string, ReadScript["needs"][number]>();
  for (const { commands } of readShellScript(text).pipelines) {
    for (const { name, words, start } of commands) {
      const isPattern =
        words.length === 1 && /^\s*[|)]/.test(text.slice(start + name.length, start + name.length + 2));
      if (!PROGRAM_NAME.test(name) || isPattern) continue;
      if (PROGRAMS.has(name) || SHELL_BUILTINS.has(name) || own.has(name) || asked.has(name)) continue;
      needs.set(name, needs.get(name) ?? { code: "CALL_PROGRAM", name, line: lineOf(start), sure: false });
    }
  }
  return { imports: [], needs: [...needs.values()], changesPath: false, makesModules: false };
}
