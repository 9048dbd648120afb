import type { ShellCommand } from "../../reading/shell/shell-commands";
import type { ShellUnit } from "../../reading/units";
import { HIGH_STRONG, HIGH_WEAK, type Grade } from "../../grade";
import type { Rule } from "../../rule";
import { pipelineText, reportPlaces, type Place } from "../../match-places";
import { findAddresses, hostKind, isSuspiciousKind } from "../../vocabulary/hosts";
import { commandText } from "../../vocabulary/shell-programs";
import {
  rememberFiles,
  taintOfCommand,
  taintOfWord,
  type HeldSecrets,
  type Taint,
} from "../../vocabulary/shell-secrets";
import { sensitivePathKind } from "../../vocabulary/sensitive-data";
import { staysWithService } from "../../vocabulary/service-files";
import { sentTaint } from "../../vocabulary/shell-uploads";

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

function checkUnit(unit: ShellUnit): Place[] {
  const state: HeldSecrets = { variables: new Map(), files: new Map() };
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
        const grade = keepsToService(unit.text, command) ? null : gradeSending(command, sent);
        if (grade !== null) places.push(toPlace(unit, { commands, start, taint: sent, grade }));
      }
      carried = taintOfCommand(command, state) ?? (command === commands[0] ? null : carried);
      if (carried !== null) rememberFiles(command, carried, state);
    }
  }
  return places;
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

const MAX_TEXT = 4000;
const SECRET_PATHS = /[~$/\\.\w{}-]*[/\\~]\.[\w./\\-]{2,80}/g;

/** Every place of secrets that the script names is the service's own, and so is where the command goes. */
function keepsToService(text: string, command: ShellCommand): boolean {
  const hosts = findAddresses(commandText(command)).map(({ host }) => host);
  const places = Array.from(text.slice(0, MAX_TEXT).matchAll(SECRET_PATHS), ([path]) => path).filter(
    (path) => sensitivePathKind(path) !== null,
  );
  return (
    text.length <= MAX_TEXT && places.length > 0 && places.every((path) => staysWithService(path, hosts))
  );
}

function gradeSending(command: ShellCommand, taint: Taint): Grade | null {
  if (taint !== "dotenv") return HIGH_STRONG;
  const suspicious = findAddresses(commandText(command)).some((address) =>
    isSuspiciousKind(hostKind(address)),
  );
  return suspicious ? HIGH_STRONG : HIGH_WEAK;
}
