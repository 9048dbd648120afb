import type { ShellCommand } from "../../reading/shell/shell-commands";
import { argumentReferences, argumentTokens } from "../../reading/code/code-index";
import type { CodeUnit, ShellUnit } from "../../reading/units";
import { HIGH_STRONG, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../../grade";
import type { Rule } from "../../rule";
import { lineText, pipelineText, reportPlaces, type Place } from "../../match-places";
import { commandText } from "../../vocabulary/shell-programs";

const CODE = "malicious.destructive_command";

/** Sees commands that delete a home or a disk. */
export const destructiveCommands: Rule = {
  id: "destructive-commands",
  title: "A command destroys a home directory, a disk or the whole system",
  why: "No skill has a reason to delete everything a person has. An agent runs such a line as readily as any other.",
  remedy: "Name the exact files that the skill itself made, below its own working directory.",
  codes: [CODE],
  check(context) {
    const places = context.units.shell.flatMap(checkShell).concat(context.units.code.flatMap(checkCode));
    return reportPlaces(destructiveCommands, places);
  },
};

function checkShell(unit: ShellUnit): Place[] {
  const places = unit.script.pipelines.flatMap(({ commands, start }) =>
    commands.flatMap((command) => {
      const found = gradeCommand(command);
      if (found === null) return [];
      return [
        {
          unit,
          offset: start,
          grade: isNamed(unit, start) ? MEDIUM_STRONG : found.grade,
          code: CODE,
          message: found.message,
          evidence: pipelineText(commands),
        },
      ];
    }),
  );
  const bomb = FORK_BOMB.exec(unit.text);
  if (bomb === null) return places;
  const message = "A fork bomb stops the machine.";
  return [
    ...places,
    { unit, offset: bomb.index, grade: HIGH_STRONG, code: CODE, message, evidence: bomb[0] },
  ];
}

const NAMING =
  /\b(?:like|such as|e\.g\.|including|blocks?|detects?|veto(?:es)?|prevents?|catch(?:es)?|den(?:y|ies)|reject(?:s|ed)?|patterns?)\b[^.\n]{0,30}$/i;

/** "Blocks commands like `rm -rf /`": it is named in a sentence that warns. */
const isNamed = ({ origin, text }: ShellUnit, start: number) =>
  origin === "discussed" && NAMING.test(text.slice(Math.max(0, start - 80), start));

const FORK_BOMB = /:\s*\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/;
/** Places whose loss is the loss of everything. */
const EVERYTHING =
  /^(?:\/|~|\$HOME|\$\{HOME\}|%USERPROFILE%|[A-Z]:\\?|\/(?:home|Users|root|etc|usr|var|boot|bin|lib|opt|System|Library|Applications)(?:\/\$USER)?)\/?(?:\*|\.\*|\{,\.\}\*)?$/i;
const DISK = /^(?:of=)?\/dev\/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|mmcblk\d|disk\d|rdisk\d|mapper\/)/;

/** More of a command is not looked through. */
const MAX_TEXT = 2000;

function gradeCommand(command: ShellCommand): { grade: Grade; message: string } | null {
  const words = command.words.slice(1).map((word) => word.text);
  const options = words.filter((text) => text.startsWith("-")).join(" ");
  const targets = words.filter((text) => !text.startsWith("-"));
  if (command.name === "rm" && /-[a-zA-Z]*[rR]|--recursive/.test(options)) {
    if (targets.some((target) => EVERYTHING.test(target)))
      return { grade: HIGH_STRONG, message: "Everything below a home or system directory is deleted." };
    if (options.includes("--no-preserve-root"))
      return { grade: HIGH_STRONG, message: "The protection of the root directory is switched off." };
    return targets.some((target) => /^\$\w+\/\*?$/.test(target))
      ? { grade: MEDIUM_WEAK, message: "An unset variable would turn this into the deletion of everything." }
      : null;
  }
  if (
    /^(?:mkfs(?:\.\w+)?|wipefs|shred|blkdiscard)$/.test(command.name) &&
    words.some((text) => DISK.test(text))
  )
    return { grade: HIGH_STRONG, message: "A disk is wiped." };
  if (command.name === "dd" && words.some((text) => text.startsWith("of=") && DISK.test(text)))
    return { grade: HIGH_STRONG, message: "A disk is overwritten." };
  if (command.redirects.some(({ operator, target }) => operator.includes(">") && DISK.test(target.text)))
    return { grade: HIGH_STRONG, message: "A disk is overwritten." };
  if (command.name === "find" && EVERYTHING.test(targets[0] ?? "") && words.includes("-delete"))
    return { grade: HIGH_STRONG, message: "Everything below a home or system directory is deleted." };
  if (
    /^(?:chmod|chown)$/.test(command.name) &&
    /-[a-zA-Z]*R/.test(options) &&
    targets.slice(1).some((target) => /^\/$/.test(target))
  )
    return { grade: HIGH_STRONG, message: "The rights of the whole system are changed." };
  const windows = /^(?:format [a-z]:|(?:del|rd|rmdir)\b.*(?:\/s.*){1}[a-z]:\\(?:\s|\*|$|users))/i.test(
    commandText(command).slice(0, MAX_TEXT),
  );
  return windows ? { grade: HIGH_STRONG, message: "A Windows drive is emptied." } : null;
}

const DELETES_TREE =
  /^(?:shutil\.rmtree|(?:fs|fs\/promises|fs\.promises|fs-extra)\.(?:promises\.)?(?:rm|rmSync|rmdir|rmdirSync|remove|removeSync|emptyDir)|rimraf(?:\.\w+)?|del)$/;
const HOME_CALLS = /^(?:pathlib\.Path\.home|os\.homedir|Path\.home)$/;

/** `shutil.rmtree("/")`, `fs.rmSync(os.homedir(), …)`: the first argument is everything, with nothing below it. */
function checkCode(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  return index.references.flatMap(({ call, names, token }) => {
    if (call === null || !names.some((name) => DELETES_TREE.test(name))) return [];
    const all = argumentTokens(index, call);
    const comma = all.findIndex((each) => each.kind === "punctuation" && each.text === ",");
    const first = comma === -1 ? all : all.slice(0, comma);
    const strings = first.filter((each) => each.kind === "string");
    const extended = first.some((each) => each.kind !== "string" && /^(?:\/|\+|join)$/.test(each.text));
    const everything = strings.length === 1 && EVERYTHING.test(strings[0]?.text ?? "");
    const home =
      strings.length === 0 &&
      argumentReferences(index, call).some((each) => each.names.some((name) => HOME_CALLS.test(name)));
    if (extended || !(everything || home)) return [];
    const offset = index.tokens[token]?.start ?? 0;
    const message = "Everything below a home or system directory is deleted.";
    return [{ unit, offset, grade: HIGH_STRONG, code: CODE, message, evidence: lineText(text, offset) }];
  });
}
