import { HIGH_WEAK, MEDIUM_STRONG } from "../../grade";
import { readShellScript } from "../../reading/shell/read-shell-script";
import type { Pipeline, ShellCommand } from "../../reading/shell/shell-commands";
import type { MarkdownUnit } from "../../reading/units";
import { isDiscussed } from "../../reading/warnings";
import type { Rule } from "../../rule";
import { pipelineText, reportPlaces, type Place } from "../../match-places";
import { findAddresses } from "../../vocabulary/hosts";
import { isOwnPlace } from "../../vocabulary/package-names";
import { commandText } from "../../vocabulary/shell-programs";
import { taintOfCommand, type HeldSecrets } from "../../vocabulary/shell-secrets";

const CODE = "suspicious.load_time_command";

/**
 * Sees what some agents run by themselves while they read the document: a command in backquotes behind an
 * exclamation mark.
 */
export const loadTimeCommands: Rule = {
  id: "load-time-commands",
  title: "A command that runs while the document is read takes secrets or sends something away",
  why: "What stands as !`command` in a skill is run before the agent has read a word of it, and nobody is asked; what it prints becomes part of the conversation.",
  remedy:
    "Let such commands show the state of the project only: no keys, no whole environment, nothing sent.",
  codes: [CODE],
  check({ units }) {
    const read = units.markdown.filter(
      ({ file, isData }) =>
        !isData && (file.isSkillDocument || /(?:^|\/)commands\/[^/]+\.md$/.test(file.path)),
    );
    return reportPlaces(loadTimeCommands, read.flatMap(checkDocument));
  },
};

const INLINE = /(?<![\w!])!`([^`\n]{2,1000})`/g;
const BLOCK = /^```![^\n]{0,40}\n([^`]{2,4000})/gm;

/** No document has as many. */
const MAX_COMMANDS = 20_000;

function checkDocument(unit: MarkdownUnit): Place[] {
  return [INLINE, BLOCK]
    .flatMap((pattern) => Array.from(unit.text.matchAll(pattern)))
    .slice(0, MAX_COMMANDS)
    .flatMap((match) => {
      const state: HeldSecrets = { variables: new Map(), files: new Map() };
      const origin = isDiscussed(unit.text, match.index) ? ("discussed" as const) : ("skill" as const);
      // It runs all the same in a file that only stands beside SKILL.md.
      const file = { ...unit.file, isSkillDocument: true };
      const script = readShellScript(match[1] ?? "");
      const place = { unit: { ...unit, file, origin, script }, offset: match.index, code: CODE };
      return script.pipelines.flatMap((pipeline): Place[] => {
        const found = gradePipeline(pipeline, state);
        return found === null ? [] : [{ ...place, ...found, evidence: pipelineText(pipeline.commands) }];
      });
    });
}

/** Names without their values, or how many there are. */
const TELLS_LITTLE =
  /^(?:wc|cut\b.*\s-f\s?1\b|cut\b.*\s-d\s?=.*\s-f1\b|sed\b.*s(.)=\.\*\1|awk\b.*-F\s?=.*\$1\b|grep\b.*\s-(?:\w*[coqlL]\w*|-(?:count|quiet|only-matching))\b|jq\b.*\b(?:keys|length)\b|md5sum|sha\d*sum|shasum|test)\b/;
const SETS_SOMETHING = /^(?:set\s|declare\s+-f)/;
/** Chosen by name; a choice of secrets is none. */
const CHOOSES = /^(?:e?grep|rg|jq)\s(?!.*(?:KEY|TOKEN|SECRET|PASS|CREDENTIAL|\.\*|"\."|\s\.\s*$))/i;

function gradePipeline({ commands }: Pipeline, state: HeldSecrets): Pick<Place, "grade" | "message"> | null {
  const texts = commands.map(commandText);
  const little = texts.findLastIndex((text) => TELLS_LITTLE.test(text));
  const chosen = texts.findLastIndex((text) => CHOOSES.test(text));
  for (const [at, command] of commands.entries()) {
    const taint = SETS_SOMETHING.test(texts[at] ?? "") ? null : taintOfCommand(command, state);
    if (taint === null || at <= little || (taint !== "credentials" && at <= chosen)) continue;
    return {
      grade: taint === "credentials" ? HIGH_WEAK : MEDIUM_STRONG,
      message: "A command that runs while the document is read prints secrets into the conversation.",
    };
  }
  return commands.some(isSending)
    ? {
        grade: MEDIUM_STRONG,
        message: "A command that runs while the document is read sends something to an address.",
      }
    : null;
}

const SENDS =
  /\s(?:-d|--data(?:-\w+)?|-F|--form(?:-string)?|-T|--upload-file|--json|--post-(?:data|file)|--body-(?:data|file))(?:[\s=@]|$)|\s(?:-X\s?|--request[ =])(?:POST|PUT|PATCH)\b/;

/** What is put into an address. */
const TELLS_MUCH =
  /\b(?:base64|xxd|od|gzip|tar|cat|diff|whoami|hostname|id|uname|history|env|printenv|find|ls)\b/;

function isSending(command: ShellCommand): boolean {
  const text = commandText(command);
  if (/^(?:nc|ncat|netcat|socat|scp|sftp|ftp)$/.test(command.name)) return true;
  if (!/^(?:curl|wget)$/.test(command.name)) return false;
  const strangers = findAddresses(text).filter(({ host }) => !isOwnPlace(host));
  const carries = command.words.some(({ substitutions }) =>
    substitutions.some(({ source }) => TELLS_MUCH.test(source)),
  );
  return strangers.length > 0 && (SENDS.test(text) || carries);
}
