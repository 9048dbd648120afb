import type { ShellCommand } from "../reading/shell-commands";
import type { ShellWord } from "../reading/shell-words";
import { readShellScript } from "../reading/shell-commands";
import type { ShellUnit } from "../reading/units";
import { HIGH_STRONG, HIGH_WEAK, type Grade } from "../grade";
import type { Rule } from "../rule";
import { pipelineText, reportPlaces, type Place } from "../sightings";
import { findAddresses, hostKind, isSuspiciousKind } from "../vocabulary/hosts";
import { isSecretCommand, sensitivePathKind, type SensitiveKind } from "../vocabulary/sensitive-data";
import { commandText } from "../vocabulary/shell-programs";

const CODE = "malicious.credential_exfiltration";

/** Follows secrets through pipes, substitutions, variables and files of a shell script to commands that send them. */
export const shellExfiltration: Rule = {
  id: "shell-exfiltration",
  title: "Commands send secrets away",
  why: "A command line that reads private keys, stored logins, .env files or the environment and pipes them to an upload steals them.",
  remedy:
    "Remove the upload, or send only what the task needs. If a service's key must be used, pass it in a header to that service.",
  codes: [CODE],
  check(context) {
    return reportPlaces(shellExfiltration, context.units.shell.flatMap(checkUnit));
  },
};

type Taint = SensitiveKind | "environment";

function checkUnit(unit: ShellUnit): Place[] {
  const state: State = { variables: new Map(), files: new Map() };
  for (const { name, value } of unit.script.assignments) {
    const taint = taintOfWord(value, state);
    if (taint !== null) state.variables.set(name, taint);
  }
  const places: Place[] = [];
  for (const { commands, start } of unit.script.pipelines) {
    let carried: Taint | null = null;
    for (const command of commands) {
      const sent = sentTaint(command, carried, state);
      if (sent !== null) {
        const grade = gradeSending(command, sent);
        if (grade !== null) places.push(toPlace(unit, { commands, start, taint: sent, grade }));
      }
      carried = taintOfCommand(command, state) ?? (command === commands[0] ? null : carried);
      if (carried !== null) rememberFiles(command, carried, state);
    }
  }
  return places;
}

interface State {
  readonly variables: Map<string, Taint>;
  readonly files: Map<string, Taint>;
}

function toPlace(
  unit: ShellUnit,
  found: { commands: readonly ShellCommand[]; start: number; taint: Taint; grade: Grade },
): Place {
  const what = {
    credentials: "Private credentials",
    dotenv: "An .env file",
    environment: "The whole environment",
  }[found.taint];
  return {
    unit,
    offset: found.start,
    grade: found.grade,
    code: CODE,
    message: `${what} reach a command that sends them away.`,
    evidence: pipelineText(found.commands),
  };
}

const READERS =
  /^(?:cat|tac|head|tail|less|more|grep|sed|awk|cut|base64|xxd|od|tar|zip|gzip|7z|cp|mv|openssl|sort|strings|dd|find|tee|jq|pbcopy|gpg|install|ln|rsync)$/;

/** What a command's output holds. */
function taintOfCommand(command: ShellCommand, state: State): Taint | null {
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
function taintOfWord(word: ShellWord, state: State): Taint | null {
  return taintOfPath(word.text, state) ?? taintOfValue(word, state);
}

function taintOfPath(text: string, state: State): Taint | null {
  const path = text.replace(/^(?:[\w.-]{1,60}=)?[@<]?/, "");
  return sensitivePathKind(path) ?? state.files.get(path) ?? null;
}

function taintOfValue(word: ShellWord, state: State): Taint | null {
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
function rememberFiles(command: ShellCommand, taint: Taint, state: State): void {
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

/** What a command sends: its input, an argument, or a file it is told to upload. */
function sentTaint(command: ShellCommand, carried: Taint | null, state: State): Taint | null {
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

function firstTaint(words: readonly ShellWord[], state: State): Taint | null {
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

function taintOfUpload(words: readonly ShellWord[], carried: Taint | null, state: State): Taint | null {
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

function gradeSending(command: ShellCommand, taint: Taint): Grade | null {
  if (taint !== "dotenv") return HIGH_STRONG;
  const suspicious = findAddresses(commandText(command)).some((address) =>
    isSuspiciousKind(hostKind(address)),
  );
  return suspicious ? HIGH_STRONG : HIGH_WEAK;
}
