import type { ShellCommand } from "../reading/shell/shell-commands";
import type { ShellWord } from "../reading/shell/shell-words";
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
  if (copiesToStore(command)) return firstTaint(words, state);
  if (name === "gh" && words[1]?.text === "gist") return carried ?? firstTaint(words, state);
  return null;
}

/**
 * `aws s3 cp FILE s3://…`, `rclone copy FILE remote:`, `wormhole send FILE`: to a store or a stranger, not from one.
 */
function copiesToStore({ name, words }: ShellCommand): boolean {
  const rest = words.slice(1).map((word) => word.text);
  const named = rest.filter((text) => !text.startsWith("-"));
  const last = named.at(-1) ?? "";
  if (name === "aws" || name === "gsutil" || name === "gcloud" || name === "s3cmd" || name === "mc")
    return (
      /\b(?:cp|mv|sync|rsync|put|mirror)\b/.test(rest.join(" ")) &&
      /^(?:s3|gs):\/\/|^[\w-]+\/[\w-]/.test(last)
    );
  if (name === "rclone") return /^(?:copy|copyto|sync|move)$/.test(named[0] ?? "") && /^[\w-]+:/.test(last);
  return /^(?:wormhole|croc)$/.test(name) && named[0] === "send";
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
    // Where a request goes is often kept in an .env file beside the key; that tells nobody anything.
    const asked = isBody ? word : withoutHost(word, state);
    if (carried !== null && isBody && /(?:^|[=@])-$|^@\/dev\/stdin$/.test(text)) return carried;
    const taint = isBody ? taintOfWord({ ...attached, text }, state) : taintOfValue(asked, state);
    if (taint !== null) return taint;
  }
  return null;
}

/**
 * The word without the variable that is its whole host, or all of its address before the path, and came from an
 * .env file.
 */
function withoutHost(word: ShellWord, state: HeldSecrets): ShellWord {
  const host = /^(?:https?:\/\/)?\$\{?(\w+)\}?(?=[/:?]|$)/.exec(word.text)?.[1];
  if (host === undefined || state.variables.get(host) !== "dotenv") return word;
  return { ...word, variables: word.variables.filter((name) => name !== host) };
}
