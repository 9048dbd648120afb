import { registeredServer } from "../embedded/registered-servers";
import type { ShellWord } from "./shell-words";
import { isShell } from "./shells";

const WRAPPERS = new Set(
  "sudo doas env command builtin exec nohup time setsid nice ionice stdbuf timeout xargs busybox unbuffer caffeinate".split(
    " ",
  ),
);
export const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/;

/** `$cmd` that holds several words, and `{curl,-s,x}`, become the words they stand for. */
export function splitExpanded(word: ShellWord): ShellWord[] {
  const braced = /^\{([^{}]*,[^{}]*)\}$/.exec(word.text)?.[1];
  if (braced !== undefined && !word.quoted) return braced.split(",").map((text) => ({ ...word, text }));
  const several =
    word.variables.length > 0 && !word.quoted && /\s/.test(word.text) && !ASSIGNMENT.test(word.text);
  return several
    ? word.text
        .trim()
        .split(/\s+/)
        .map((text) => ({ ...word, text }))
    : [word];
}

/** Takes `sudo -u x`, `env A=b`, `timeout 5`, `xargs -n1`, `claude mcp add x --` away from the command they run. */
export function unwrap(words: readonly ShellWord[]): { words: readonly ShellWord[]; sudo: boolean } {
  let rest = registeredServer(baseName(words[0]?.text ?? ""), words) ?? words;
  let sudo = false;
  while (rest.length > 1 && WRAPPERS.has(baseName(rest[0]?.text ?? ""))) {
    const wrapper = baseName(rest[0]?.text ?? "");
    sudo ||= wrapper === "sudo" || wrapper === "doas";
    let at = 1;
    while (at < rest.length && isWrapperArgument(wrapper, rest[at]?.text ?? "", rest[at - 1]?.text ?? ""))
      at++;
    if (at >= rest.length) break;
    rest = rest.slice(at);
  }
  return { words: rest, sudo };
}

function isWrapperArgument(wrapper: string, text: string, before: string): boolean {
  if (text.startsWith("-") || ASSIGNMENT.test(text)) return true;
  if (wrapper === "timeout" && /^\d/.test(text)) return true;
  return /^-[ugnILPdsE]$/.test(before) && wrapper !== "env";
}

export function baseName(text: string): string {
  const name = text.slice(text.lastIndexOf("/") + 1);
  return name.replace(/\.exe$/i, "");
}

/** The source that a shell is told to run: `sh -c "…"`, `eval "…"`, `sh <<EOF`. */
export function innerSource(
  name: string,
  words: readonly ShellWord[],
  heredoc: string | null,
): string | null {
  if (name === "eval")
    return words
      .slice(1)
      .map((word) => word.text)
      .join(" ");
  if (!isShell(name) && name !== "su" && name !== "ssh") return null;
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word.text));
  if (flag !== -1) return words[flag + 1]?.text ?? null;
  return words.length === 1 || words[1]?.text === "-s" ? heredoc : null;
}
