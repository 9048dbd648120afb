import type { ShellCommand } from "../reading/shell-commands";
import type { ShellWord } from "../reading/shell-words";
import { taintOfValue, taintOfWord, type HeldSecrets, type Taint } from "./shell-secrets";

/** What a command sends: its input, an argument, or a file it is told to upload. */
export function sentTaint(command: ShellCommand, carried: Taint | null, state: HeldSecrets): Taint | null {
  const { name, words } = command;
  if (/^(?:nc|ncat|netcat|socat|telnet|mail|sendmail|ftp|tftp)$/.test(name) || opensSocket(command)) {
    return carried ?? firstTaint(words.concat(command.redirects.map(({ target }) => target)), state);
  }
  if (name === "scp" || name === "rsync" || name === "sftp") {
    const remote = words.slice(1).some((word) => /^[\w.@-]+:/.test(word.text));
    return remote ? firstTaint(withoutIdentity(words), state) : null;
  }
  if (name === "curl" || name === "wget") return taintOfUpload(words, carried, state);
  if (/^(?:dig|nslookup|host|ping)$/.test(name))
    return words.map((word) => taintOfValue(word, state)).find((taint) => taint !== null) ?? null;
  if (name === "gh" && words[1]?.text === "gist") return carried ?? firstTaint(words, state);
  return null;
}

function opensSocket(command: ShellCommand): boolean {
  return command.redirects.some(
    ({ operator, target }) => operator.includes(">") && /^\/dev\/(?:tcp|udp)\//.test(target.text),
  );
}

function firstTaint(words: readonly ShellWord[], state: HeldSecrets): Taint | null {
  for (const word of words.slice(1)) {
    const taint = taintOfWord(word, state);
    if (taint !== null) return taint;
  }
  return null;
}

/** `-i KEY` names the key to sign with. */
function withoutIdentity(words: readonly ShellWord[]): ShellWord[] {
  return words.filter((word, at) => words[at - 1]?.text !== "-i" && !/^-(?:i|e)/.test(word.text));
}

const BODY_OPTION =
  /^(?:-d|--data(?:-\w+)?|-F|--form(?:-string)?|-T|--upload-file|--json|--post-(?:data|file)|--body-(?:data|file)|--url-query|-G)(?:=|$)/;
const SIGNING_OPTION =
  /^(?:-H|--header|-u|--user|-b|--cookie|--cert|--key|-E|--cacert|-K|--config|--netrc-file|-o|--output|-O|-A|--user-agent)(?:=|$)/;

function taintOfUpload(words: readonly ShellWord[], carried: Taint | null, state: HeldSecrets): Taint | null {
  for (const [at, word] of words.entries()) {
    if (at === 0 || SIGNING_OPTION.test(word.text) || SIGNING_OPTION.test(words[at - 1]?.text ?? ""))
      continue;
    const attached = /^-[dFT]./.test(word.text) ? { ...word, text: word.text.slice(2) } : word;
    const isBody =
      BODY_OPTION.test(words[at - 1]?.text ?? "") || BODY_OPTION.test(word.text) || attached !== word;
    const text = attached.text.replace(/^--[\w-]+=/, "");
    if (carried !== null && isBody && /(?:^|[=@])-$|^@\/dev\/stdin$/.test(text)) return carried;
    const taint = isBody ? taintOfWord({ ...attached, text }, state) : taintOfValue(word, state);
    if (taint !== null) return taint;
  }
  return null;
}
