import { readShellScript } from "../reading/shell/read-shell-script";
import type { ShellCommand } from "../reading/shell/shell-commands";
import type { ShellWord } from "../reading/shell/shell-words";
import { isSecretCommand, sensitivePathKind, type SensitiveKind } from "./sensitive-data";

/** What kind of secret a word, a file or a command's output holds. */
export type Taint = SensitiveKind | "environment";

/** What is known so far of a script's variables and files. */
export interface HeldSecrets {
  readonly variables: Map<string, Taint>;
  readonly files: Map<string, Taint>;
}

const READERS =
  /^(?:cat|tac|head|tail|less|more|grep|sed|awk|cut|base64|xxd|od|tar|zip|gzip|7z|cp|mv|openssl|sort|strings|dd|find|tee|jq|pbcopy|gpg|install|ln|rsync)$/;

/** What a command's output holds. */
export function taintOfCommand(command: ShellCommand, state: HeldSecrets): Taint | null {
  const words = command.words.map((word) => word.text);
  if (
    /^(?:env|printenv|set|export|declare)$/.test(command.name) &&
    words.slice(1).every((text) => text.startsWith("-"))
  )
    return "environment";
  if (isSecretCommand([command.name, ...words.slice(1)])) return "credentials";
  if (!READERS.test(command.name) && !/^(?:echo|printf)$/.test(command.name)) return null;
  const read = command.words
    .slice(1)
    .concat(command.redirects.filter(({ operator }) => operator.startsWith("<")).map(({ target }) => target));
  const isPrinter = /^(?:echo|printf)$/.test(command.name);
  for (const word of read) {
    const taint = isPrinter ? taintOfValue(word, state) : taintOfWord(word, state);
    if (taint !== null) return taint;
  }
  return null;
}

/** A word that names a secret place, or holds what was read from one. */
export function taintOfWord(word: ShellWord, state: HeldSecrets): Taint | null {
  return taintOfPath(word.text, state) ?? taintOfValue(word, state);
}

function taintOfPath(text: string, state: HeldSecrets): Taint | null {
  const path = text.replace(/^(?:[\w.-]{1,60}=)?[@<]?/, "");
  return sensitivePathKind(path) ?? state.files.get(path) ?? null;
}

/** Every secret of a workflow, filled in before the shell sees the line. */
const ALL_SECRETS = /\$\{\{\s*toJSON\(\s*secrets\s*\)/i;

export function taintOfValue(word: ShellWord, state: HeldSecrets): Taint | null {
  if (ALL_SECRETS.test(word.text)) return "credentials";
  for (const name of word.variables) {
    const taint = state.variables.get(name);
    if (taint !== undefined) return taint;
  }
  for (const { source } of word.substitutions) {
    for (const { commands } of readShellScript(source.slice(0, MAX_SUBSTITUTION)).pipelines) {
      for (const command of commands) {
        const taint = taintOfCommand(command, state);
        if (taint !== null) return taint;
      }
    }
  }
  return null;
}

const MAX_SUBSTITUTION = 2000;

/** `tar czf /tmp/x ~/.ssh` and `cat ~/.ssh/id_rsa > /tmp/x` put the secret into another file. */
export function rememberFiles(command: ShellCommand, taint: Taint, state: HeldSecrets): void {
  for (const { operator, target } of command.redirects) {
    if (operator.includes(">")) state.files.set(target.text, taint);
  }
  if (!/^(?:tar|zip|7z|cp|mv|gzip|openssl|gpg|dd|install|tee|ln)$/.test(command.name)) return;
  for (const word of command.words.slice(1)) {
    const path = word.text.replace(/^of=/, "");
    if (/^[\w./~$-]{2,200}$/.test(path) && !path.startsWith("-") && sensitivePathKind(path) === null)
      state.files.set(path, taint);
  }
}
