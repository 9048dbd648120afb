import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../../grade";
import type { ShellCommand } from "../../reading/shell/shell-commands";
import type { ShellUnit } from "../../reading/units";
import type { Rule } from "../../rule";
import { pipelineText, reportPlaces, type Place } from "../../match-places";
import { commandText } from "../../vocabulary/shell-programs";

const CODE = "suspicious.host_takeover";

/** Sees commands that take the guards of a machine away, or reach around them. */
export const machineTakeover: Rule = {
  id: "machine-takeover",
  title: "A command takes the guards of the machine away",
  why: "A container that holds the whole disk, a program that runs as root for everybody, or a switched-off quarantine gives whatever comes next the rights of the machine's owner.",
  remedy:
    "Mount only the working directory, ask for no more rights than the task needs, and leave the guards of the system as they are.",
  codes: [CODE],
  check(context) {
    return reportPlaces(machineTakeover, context.units.shell.flatMap(checkShell));
  },
};

function checkShell(unit: ShellUnit): Place[] {
  return unit.script.pipelines.flatMap(({ commands, start }) =>
    commands.flatMap((command) => {
      const found = gradeCommand(command) ?? gradeDetour(commands, command, unit.origin === "skill");
      return found === null
        ? []
        : [{ unit, offset: start, code: CODE, ...found, evidence: pipelineText(commands) }];
    }),
  );
}

const WHOLE_DISK = /^(?:-v|--volume=?|--mount=?)?(?:\S*(?:source|src)=)?\/(?::|,)/;
const SETS_USER = /^(?:u?g?\+s|[2467]\d{3})$/;
const SHELL_FILE = /(?:^|\/)(?:(?:ba|z|da)?sh|python[\d.]*|perl|find|vim?|cp|env)$/;

function gradeCommand(command: ShellCommand): { grade: Grade; message: string } | null {
  const { name, words, redirects } = command;
  const rest = words.slice(1).map((word) => word.text);
  const text = commandText(command);
  if (/^(?:docker|podman|nerdctl)$/.test(name) && rest.some((word) => WHOLE_DISK.test(word)))
    return { grade: HIGH_WEAK, message: "A container is given the whole disk." };
  if (
    name === "chmod" &&
    SETS_USER.test(rest[0] ?? "") &&
    rest.slice(1).some((word) => SHELL_FILE.test(word))
  )
    return {
      grade: HIGH_STRONG,
      message: "A shell or interpreter is made to run as its owner for everybody.",
    };
  const intoSudoers = redirects.some(
    ({ operator, target }) => operator.includes(">") && target.text.startsWith("/etc/sudoers"),
  );
  if (intoSudoers || (name === "tee" && rest.some((word) => word.startsWith("/etc/sudoers"))))
    return { grade: HIGH_STRONG, message: "The list of those who may become root is changed." };
  if (name === "xattr" && /-\w*[dc]/.test(text) && /com\.apple\.quarantine|-\w*c/.test(text))
    return { grade: MEDIUM_STRONG, message: "The mark that a program came from the network is taken away." };
  const guardOff =
    /^(?:spctl --(?:master|global)-disable|setenforce 0|csrutil disable|ufw disable|systemctl (?:stop|disable|mask) (?:--now )?(?:auditd|apparmor|firewalld|ufw))\b/;
  return guardOff.test(text)
    ? { grade: MEDIUM_STRONG, message: "A guard of the system is switched off." }
    : null;
}

const PASSWORD_DIALOG = /\bdisplay dialog\b.*\bhidden answer\b/s;
/** Someone else's machine is given the way to this one's own logins. */
const TUNNEL = /^(?:[^:\s]*:)?\d{1,5}:(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])?:?22$/;
const HELPER_SENDS = /^!.*\b(?:curl|wget|nc|ncat|socat)\b/s;
const NUMBERS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
const OWN_NUMBER = /^(?:127\.|10\.|0\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

/** What a person types, asks for or signs in with takes a way through somebody else's hands. */
function gradeDetour(
  pipeline: readonly ShellCommand[],
  { name, words, redirects }: ShellCommand,
  isTold: boolean,
): { grade: Grade; message: string } | null {
  const rest = words.slice(1).map((word) => word.text);
  if (name === "osascript" && rest.some((word) => PASSWORD_DIALOG.test(word)))
    return { grade: MEDIUM_STRONG, message: "A window asks for a password in the system's name." };
  if (name === "ssh" && rest.some((word, at) => /^-\w*R$/.test(word) && TUNNEL.test(rest[at + 1] ?? "")))
    return { grade: HIGH_WEAK, message: "A tunnel gives another machine the way to this one's logins." };
  const settings = name === "git" && rest[0] === "config" ? rest.filter((word) => !word.startsWith("-")) : [];
  if (/^credential\.(?:.*\.)?helper$/.test(settings[1] ?? "") && HELPER_SENDS.test(settings[2] ?? ""))
    return { grade: HIGH_STRONG, message: "What git signs in with is handed to a command that sends." };
  if (settings[1] === "core.hooksPath" && rest.some((word) => /^--(?:global|system)$/.test(word)))
    return {
      grade: isTold ? MEDIUM_WEAK : MEDIUM_STRONG,
      message: "Every repository of this machine is given hooks.",
    };
  const intoHosts =
    redirects.some(({ operator, target }) => operator.includes(">") && target.text === "/etc/hosts") ||
    (name === "tee" && rest.includes("/etc/hosts"));
  const numbers = intoHosts ? (pipeline.map(commandText).join(" ").match(NUMBERS) ?? []) : [];
  return numbers.some((number) => !OWN_NUMBER.test(number))
    ? { grade: MEDIUM_STRONG, message: "A name is made to lead to another machine." }
    : null;
}
