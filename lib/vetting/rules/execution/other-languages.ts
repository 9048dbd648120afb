import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, type Grade } from "../../grade";
import { traceLines, type LineFlow } from "../../reading/code/line-flow";
import type { LinesUnit } from "../../reading/units";
import type { Rule } from "../../rule";
import { lineText, reportPlaces, type Place } from "../../match-places";
import { findAddresses, hostKind, isSuspiciousKind } from "../../vocabulary/hosts";
import * as words from "../../vocabulary/other-languages";
import { sensitivePathKind } from "../../vocabulary/sensitive-data";

const REMOTE = "suspicious.remote_recipe_execution";
const RUNS_HIDDEN = "malicious.obfuscated_execution";
const EXFILTRATION = "malicious.credential_exfiltration";
const HIDES = "suspicious.obfuscated_code";
const REVERSE_SHELL = "malicious.reverse_shell";

/** Follows downloads, decoded texts and secrets through sources that are read line by line. */
export const otherLanguages: Rule = {
  id: "other-languages",
  title: "A script in another language runs what it fetched or hides, or sends secrets away",
  why: "Ruby, Perl, PHP, Lua, R, PowerShell and their like do on a machine what Python does; a scanner that reads only the usual languages is passed by with another extension.",
  remedy:
    "Put the code into the package as it is run, send only what the task needs, and pass a service's key in a header to that service.",
  codes: [REMOTE, RUNS_HIDDEN, HIDES, EXFILTRATION, REVERSE_SHELL],
  check(context) {
    return reportPlaces(otherLanguages, context.units.lines.flatMap(checkUnit));
  },
};

type Label = "download" | "decoded" | "credentials" | "environment";
type Deed = "run" | "unpack" | "start" | "send";

const SECRET_PATH = {
  test: (line: string) =>
    line.split(/[\s"'`()=,;<>]+/).some((word) => sensitivePathKind(word) === "credentials"),
};
const RUNNING = {
  sources: [
    ["decoded", words.DECODES],
    ["download", words.DOWNLOADS],
  ],
  sinks: [
    ["run", words.RUNS_CODE],
    ["unpack", words.UNPACKS_OBJECTS],
    ["start", words.SPAWNS],
  ],
} as const;
const SENDING = {
  sources: [
    ["environment", words.WHOLE_ENVIRONMENT],
    ["credentials", SECRET_PATH],
  ],
  sinks: [["send", words.SENDS]],
} as const;

function checkUnit(unit: LinesUnit): Place[] {
  const flows = [
    ...traceLines<Label, Deed>(unit.text, RUNNING),
    ...traceLines<Label, Deed>(unit.text, SENDING),
  ];
  return flows.flatMap((flow) => placeFlow(unit, flow)).concat(findReverseShell(unit), findDisguise(unit));
}

function placeFlow(unit: LinesUnit, flow: LineFlow<Label, Deed>): Place[] {
  const found = judge(unit.text, flow);
  if (found === null) return [];
  const evidence = [...new Set([lineText(unit.text, flow.from).trim(), lineText(unit.text, flow.to).trim()])];
  return [{ unit, offset: flow.to, ...found, evidence: evidence.join(" → ") }];
}

interface Judged {
  readonly grade: Grade;
  readonly code: string;
  readonly message: string;
}

function judge(text: string, flow: LineFlow<Label, Deed>): Judged | null {
  const { label, deed } = flow;
  if (deed === "send") {
    const what = label === "environment" ? "The whole environment" : "A place of private credentials";
    return { grade: HIGH_STRONG, code: EXFILTRATION, message: `${what} reaches a line that sends it away.` };
  }
  if (label === "decoded") {
    if (deed === "unpack") return null;
    return {
      grade: deed === "run" ? HIGH_STRONG : HIGH_WEAK,
      code: RUNS_HIDDEN,
      message: "Decoded text is run.",
    };
  }
  const grade = gradeDownload(text, flow);
  const message =
    deed === "unpack"
      ? "Objects are made of what somebody sent, which can run code."
      : "What is downloaded is run.";
  return grade === null ? null : { grade, code: REMOTE, message };
}

/**
 * `iex` of a known project's installer is ordinary; on one line with its download it is judged as a Windows command.
 */
function gradeDownload(text: string, { deed, from, to }: LineFlow<Label, Deed>): Grade | null {
  if (deed !== "run") return HIGH_WEAK;
  if (!words.INVOKES.test(lineText(text, to))) return HIGH_STRONG;
  const kinds = findAddresses(lineText(text, from)).map(hostKind);
  if (from === to || (kinds.length > 0 && kinds.every((kind) => kind === "installer"))) return null;
  return kinds.some(isSuspiciousKind) ? HIGH_STRONG : MEDIUM_STRONG;
}

function findDisguise(unit: LinesUnit): Place[] {
  const disguise = words.DISGUISES.exec(unit.text);
  if (disguise === null) return [];
  const offset = disguise.index;
  const message = "A call or command is put together so that it does not read as one.";
  return [{ unit, offset, grade: HIGH_WEAK, code: HIDES, message, evidence: lineText(unit.text, offset) }];
}

function findReverseShell(unit: LinesUnit): Place[] {
  const socket = words.OPENS_SOCKET.exec(unit.text);
  if (socket === null || !words.STARTS_SHELL.test(unit.text)) return [];
  const tied = words.TIES_STREAMS.test(unit.text);
  return [
    {
      unit,
      offset: socket.index,
      grade: tied ? HIGH_STRONG : HIGH_WEAK,
      code: REVERSE_SHELL,
      message: tied
        ? "A shell's input and output are tied to a socket."
        : "The same code opens a socket and starts a shell.",
      evidence: lineText(unit.text, socket.index),
    },
  ];
}
