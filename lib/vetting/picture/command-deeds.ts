import { pipelineText } from "../match-places";
import { showEvidence } from "../evidence";
import { gradeByOrigin, MEDIUM_STRONG } from "../grade";
import type { Pipeline, ShellCommand } from "../reading/shell/shell-commands";
import type { ShellUnit } from "../reading/units";
import type { VettingContext } from "../rule";
import { findAddresses } from "../vocabulary/hosts";
import { sensitivePathKind } from "../vocabulary/sensitive-data";
import { commandText } from "../vocabulary/shell-programs";
import { COMMAND_FRAMES, type Done } from "./command-frames";
import type { Moments } from "./moments";
import type { Deed, DeedKind } from "./picture";
import type { Purpose } from "./purpose";

const MAX_DEEDS = 60;
/** So much of a script is looked through again for a variable. */
const MAX_SCRIPT = 4000;

/** What commands do: those of scripts, and those that instructions show. */
export function readCommandDeeds(
  { units }: Pick<VettingContext, "units">,
  purpose: Purpose,
  moments: Moments,
): Deed[] {
  const counted = units.shell.filter(
    ({ origin, file }) => gradeByOrigin(MEDIUM_STRONG, origin, file.isSkillDocument) !== null,
  );
  return counted.flatMap((unit) => readUnit(unit, purpose, moments)).slice(0, MAX_DEEDS);
}

function readUnit(unit: ShellUnit, purpose: Purpose, moments: Moments): Deed[] {
  const isLooped =
    /\bwhile\s+(?:true|:|\[\s*1)|\bfor\s*\(\(\s*;\s*;|\bseq\s+(?:1\s+)?\d{3,}|\{1\.\.\d{3,}\}/.test(
      unit.text,
    );
  const waits = /\bsleep\b/.test(unit.text);
  const head = unit.text.slice(0, MAX_SCRIPT);
  const encrypted = new Set<string>();
  return unit.script.pipelines.flatMap((pipeline) => {
    const text = pipelineText(pipeline.commands).slice(0, 4000);
    const done: Done[] = pipeline.commands.flatMap((command) => {
      const all = commandText(command).slice(0, 2000);
      return COMMAND_FRAMES.flatMap((frame) => frame(command, all) ?? []);
    });
    const sent = sendingOf(pipeline, text, purpose);
    const run = unit.origin === "script" ? runInput(pipeline, head) : null;
    if (run !== null) done.push(run);
    const locked = lockedAway(pipeline, encrypted);
    if (locked !== null) done.push(locked);
    if (isLooped && sent === null && /\b(?:curl|wget|ab|hey|wrk)\b/.test(text) && !waits) {
      const host = findAddresses(text).find((address) => !purpose.names(address.host))?.host;
      if (host !== undefined) done.push({ kind: "floods", object: host, themes: ["load", "security"] });
    }
    const line = unit.lineAt(pipeline.start);
    const moment = moments.at(unit.file.path, line);
    const base = {
      from: "command" as const,
      file: unit.file.path,
      line,
      begins: null,
      evidence: showEvidence(text),
      ...moment,
      isConcealed: moment.isConcealed && unit.file.isSkillDocument,
      isDescribed: moment.isDescribed || unit.origin === "discussed",
    };
    const isNotable = moment.isUnconditional || moment.isConcealed;
    const deeds = done
      .filter(({ isUsual }) => isUsual !== true || isNotable)
      .map(({ kind, object, themes, isCommon = false }) => ({
        ...base,
        kind,
        object,
        isAgreed: moment.isAgreed || (isCommon && !moment.isUnconditional),
        isOutside: purpose.isForeign(kind, themes),
      }));
    if (sent === null) return deeds;
    const gathered = moments.gatheredIn(sent.object.split(" → ", 1)[0] ?? "");
    const whole =
      gathered === null ? sent : { kind: gathered.kind, object: `${gathered.object} (${sent.object})` };
    const isStrange = whole.kind === "sends-work" && !purpose.is("sending");
    const isUnconditional = moment.isUnconditional || isStrange;
    return [
      ...deeds,
      { ...base, ...whole, isUnconditional, begins: gathered?.spot ?? null, isOutside: true },
    ];
  });
}

const PRIVATE =
  /(?:~|\$HOME|\$\{HOME\}|\/home\/[\w$]+|\/Users\/[\w$]+)(?:\/(?:Documents|Desktop|Downloads|Pictures|Library)\b|\/?(?=[\s"']|$))|\b(?:pbpaste|xclip\s+-o|xsel\s+-o?b|wl-paste|screencapture|scrot|gnome-screenshot|import -window root|\.(?:bash|zsh)_history|History\b.{0,20}sqlite|places\.sqlite|system_profiler|ifconfig|ip addr|ps aux|lsblk|dmidecode)|\$\((?:hostname|whoami|uname|id|env|printenv|ls\s+-\w+\s+~)\b|`(?:hostname|whoami)`|\b(?:hostname|whoami|uname -a)\b.{0,80}\|/;
const LOCAL_FILE = /(?:^|=)@?[^\s@]{0,10}@[^\s"']+|^@?\/?[\w.$~{}*/-]+$/;
const BODY = /^(?:-F|--form|-T|--upload-file|-d|--data(?:-\w+)?|--json|--post-file|--body-file)(?:=|$)/;

/** A local file, or what a person keeps, goes to a host that nothing makes one expect. */
function sendingOf(
  { commands }: Pipeline,
  text: string,
  purpose: Purpose,
): { kind: DeedKind; object: string } | null {
  for (const command of commands) {
    const sent = sentFile(command);
    if (sent === null) continue;
    const host = hostOf(command);
    if (host === null || purpose.expects(host) || isSignedIn(command)) continue;
    const isSecret = sensitivePathKind(sent.replace(/^[^@]*@/, "")) !== null;
    if (sent === "-" && !PRIVATE.test(text)) return { kind: "sends-work", object: `input → ${host}` };
    const kind = isSecret ? "sends-secrets" : PRIVATE.test(text) ? "sends-private-data" : "sends-work";
    return { kind, object: `${sent} → ${host}` };
  }
  return null;
}

function sentFile({ name, words }: ShellCommand): string | null {
  const rest = words.slice(1).map(({ text }) => text);
  if (name === "curl" || name === "wget") {
    for (const [at, word] of rest.entries()) {
      const attached = /^-[FTd](.+)/.exec(word)?.[1];
      const value =
        attached ??
        (BODY.test(word)
          ? word.includes("=") && word.startsWith("--")
            ? word.slice(word.indexOf("=") + 1)
            : rest[at + 1]
          : undefined);
      if (value === undefined) continue;
      const isFile = /^-T|--upload-file|--post-file|--body-file/.test(word);
      if (value.endsWith("@-")) return "-";
      if ((isFile || value.includes("@")) && LOCAL_FILE.test(value)) return value;
      if (
        words.some((each) =>
          each.substitutions.some(({ source }) => PRIVATE.test(`$(${source})`) || /\bcat\b/.test(source)),
        )
      )
        return value.slice(0, 60);
    }
    return null;
  }
  if (/^(?:scp|rsync|sftp)$/.test(name)) {
    const remote = rest.at(-1) ?? "";
    if (!/^[\w.-]+@?[\w.-]+:/.test(remote)) return null;
    return (
      rest
        .filter((word, at) => !word.startsWith("-") && !/^-[ieP]$/.test(rest[at - 1] ?? ""))
        .slice(0, -1)
        .at(-1) ?? null
    );
  }
  return /^(?:nc|ncat)$/.test(name) && rest.length > 1 && !rest.includes("-l") ? "-" : null;
}

function hostOf({ name, words }: ShellCommand): string | null {
  const rest = words.slice(1).map(({ text }) => text);
  const address = findAddresses(rest.join(" "))[0];
  if (address !== undefined)
    return address.host.startsWith("$") || address.host.includes("{") ? null : address.host;
  if (/^(?:scp|rsync|sftp)$/.test(name))
    return /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):/.exec(rest.at(-1) ?? "")?.[1] ?? null;
  return (
    rest.find(
      (word) => /^(?:[\w-]+\.)+[a-z]{2,}$/i.test(word) && !/\.(?:sh|py|json|txt|md|js)$/.test(word),
    ) ?? null
  );
}

/** Whoever signs in with a key of the service has an account there. */
const isSignedIn = ({ words }: ShellCommand) =>
  words.some(({ text }) => /^(?:Authorization|X-API-Key|Private-Token|Api-Key)\s*:/i.test(text));

/** `eval "$@"`, `bash -c "$1"`, `read line; sh -c "$line"`: whoever calls the script decides what runs. */
function runInput({ commands, nested }: Pipeline, text: string): Done | null {
  if (nested) return null;
  for (const { name, words } of commands) {
    const rest = words.slice(1).map((word) => word.text);
    const at =
      name === "eval"
        ? 0
        : /^(?:ba|z|da|k)?sh$/.test(name)
          ? rest.findIndex((word) => /^-\w*c$/.test(word)) + 1
          : -1;
    if (at < 0 || (at === 0 && name !== "eval")) continue;
    const word = rest[at] ?? "";
    const variable =
      /^\$\{?(\w+|[@*])\}?$/.exec(word)?.[1] ?? /^\w[\w ./-]{0,40} \$\{?([a-z]\w*)\}?/.exec(word)?.[1] ?? "";
    if (
      /^(?:\d|@|\*)$/.test(variable) ||
      (variable !== "" &&
        (new RegExp(`\\bread\\b[^\\n]{0,40}\\b${variable}\\b`).test(text) ||
          new RegExp(`\\b${variable}=["']?\\$\\((?:curl|wget)\\b`).test(text)))
    )
      return { kind: "runs-input", object: `${name} ${word}`, themes: ["running-code"] };
  }
  return null;
}

const ENCRYPTS = /^(?:openssl|gpg|7z|7za|zip|age|ccrypt|mcrypt)$/;

/** `openssl enc -in a` and then `rm a`. */
function lockedAway({ commands }: Pipeline, encrypted: Set<string>): Done | null {
  for (const { name, words } of commands) {
    const rest = words.slice(1).map(({ text }) => text);
    if (
      ENCRYPTS.test(name) &&
      /\benc\b|-c\b|--symmetric|-[pP]\S*|--password|-e\b|-r\b/.test(rest.join(" "))
    ) {
      for (const word of rest) if (/[./$]/.test(word) && !word.startsWith("-")) encrypted.add(word);
    } else if (/^(?:rm|shred|srm|unlink)$/.test(name)) {
      const gone = rest.find((word) => encrypted.has(word) && !/\b(?:tmp|temp|plain)/i.test(word));
      if (gone !== undefined) return { kind: "locks-away", object: gone, themes: ["encrypting"] };
    }
  }
  return null;
}
