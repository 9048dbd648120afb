import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, type Grade } from "../grade";
import type { ShellCommand } from "../reading/shell-commands";
import type { ShellUnit } from "../reading/units";
import type { Rule } from "../rule";
import { pipelineText, reportPlaces, type Place } from "../sightings";
import { commandText } from "../vocabulary/shell-programs";

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
      const found = gradeCommand(command);
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
