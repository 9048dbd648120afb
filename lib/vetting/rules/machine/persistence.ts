import { argumentStrings, type Call, type CodeIndex, type Reference } from "../../reading/code/code-index";
import { traceFlow } from "../../reading/code/flow";
import type { ShellCommand } from "../../reading/shell/shell-commands";
import type { CodeUnit, LinesUnit, MarkdownUnit, ShellUnit } from "../../reading/units";
import { isDiscussed } from "../../reading/warnings";
import { HIGH_STRONG, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../../grade";
import type { Finding } from "../../finding";
import { report, type Rule } from "../../rule";
import { lineText, pipelineText, reportPlaces, type Place } from "../../match-places";
import { commandText } from "../../vocabulary/shell-programs";
import { findMemoryOrders } from "../instructions/memory-orders";
import { findShadowedCommands } from "../execution/shadowed-commands";

const CODE = "suspicious.persistence";

/** Sees changes that outlive the call: start-up files, schedules, services, keys, and the agent's own memory. */
export const persistence: Rule = {
  id: "persistence",
  title: "Something is left behind that runs again",
  why: "A line in a shell's start-up file, a schedule, a service, a trusted key or a note in an agent's memory keeps working after the skill is gone.",
  remedy:
    "Leave start-up files, schedules and agents' memory files alone; tell the person what to add, and let them do it.",
  codes: [CODE],
  check(context) {
    const { shell, code, lines, markdown } = context.units;
    const places = [...shell.flatMap(checkShell), ...code.flatMap(checkCode), ...lines.flatMap(checkLines)];
    const told = markdown.filter(({ file, isData }) => file.isSkillDocument && !isData);
    return reportPlaces(persistence, places).concat(
      told.flatMap((unit) => findMemoryOrders(unit, persistence, CODE)),
      told.flatMap(checkAliases),
    );
  },
};

const KEYS = /(?:^|[/\\])\.ssh[/\\]authorized_keys$/;
const START_UP =
  /(?:^|[/\\~])(?:\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv|zlogin|xinitrc|xprofile)|\.config[/\\](?:fish[/\\]config\.fish|autostart[/\\][^/]+)|Library[/\\]Launch(?:Agents|Daemons)[/\\].*|LaunchAgents[/\\].*)$|^\/etc\/(?:cron|profile|rc\.local|systemd\/system|init\.d|ld\.so\.preload)|(?:^|[/\\])systemd[/\\]user[/\\]|Start Menu[/\\]Programs[/\\]Startup/;
const AGENT_MEMORY =
  /(?:^|[/\\~])(?:(?:~|\$HOME|\$\{HOME\}|\.\.?|\.claude|\.openclaw|\.clawdbot|\.codex|\.gemini|\.cursor|workspace)[/\\])+(?:CLAUDE|AGENTS|SOUL|MEMORY|IDENTITY|GEMINI|HEARTBEAT|TOOLS)\.md$|(?:^|[/\\])(?:\.(?:cursor|windsurf|cline|goose)rules|copilot-instructions\.md|claude_desktop_config\.json)$|(?:^|[/\\])\.cursor[/\\](?:mcp\.json$|rules[/\\])|(?:^|[/\\])\.claude[/\\](?:settings(?:\.local)?\.json|hooks[/\\])|(?:^|[/\\])\.git[/\\]hooks[/\\]/;

interface Found {
  readonly grade: Grade;
  readonly message: string;
  /** A person may well be told to do this themselves. */
  readonly asked: boolean;
}

function gradePath(path: string): Found | null {
  if (path.length > 300) return null;
  if (KEYS.test(path))
    return { grade: HIGH_STRONG, message: "A key is added that lets somebody log in.", asked: false };
  if (START_UP.test(path))
    return { grade: MEDIUM_STRONG, message: "A file is changed that runs at every start.", asked: true };
  if (AGENT_MEMORY.test(path))
    return {
      grade: MEDIUM_STRONG,
      message: "An agent's own memory, settings or hooks are changed.",
      asked: false,
    };
  return null;
}

function checkShell(unit: ShellUnit): Place[] {
  return unit.script.pipelines.flatMap(({ commands, start }) =>
    commands.flatMap((command) => {
      const found = gradeCommand(command);
      if (found === null) return [];
      // Set-up notes tell a person to extend their PATH or to enable a service; scripts do it unasked.
      const told = unit.origin === "skill" && found.asked;
      if (told && command.name === "systemctl" && !OWN_SERVICE.test(unit.file.text ?? "")) return [];
      return [
        {
          unit,
          offset: start,
          grade: told ? MEDIUM_WEAK : found.grade,
          code: CODE,
          message: found.message,
          evidence: pipelineText(commands),
        },
      ];
    }),
  );
}

/** A service that the document itself sets up; enabling one that a program brought is how that program is used. */
const OWN_SERVICE = /systemd\/(?:system|user)\b|\bExecStart\s*=|\.service["'`]?\s*<</;
/** More of a command is not looked through. */
const MAX_TEXT = 2000;

function gradeCommand(command: ShellCommand): Found | null {
  const text = commandText(command).slice(0, MAX_TEXT);
  for (const { operator, target } of command.redirects) {
    const found = operator.includes(">") ? gradePath(target.text) : null;
    if (found !== null) return found;
  }
  if (/^(?:tee|cp|mv|install|ln|sed)$/.test(command.name)) {
    const edits = command.name === "sed" ? command.words.some((word) => /^-[a-z]*i/.test(word.text)) : true;
    const found = edits ? (gradePath(command.words.at(-1)?.text ?? "") ?? gradeIntoFolder(command)) : null;
    if (found !== null) return found;
  }
  if (/^(?:curl|wget)$/.test(command.name)) {
    const saved = command.words.filter((_word, at) => SAVES.test(command.words[at - 1]?.text ?? ""));
    const found = saved.map((word) => gradePath(word.text)).find((each) => each !== null);
    if (found) return found;
  }
  const schedules =
    (command.name === "crontab" && !/crontab\s+-[lr]\b/.test(text)) ||
    (command.name === "at" && /^at\s+(?:now|noon|midnight|tomorrow|teatime|-f|\d)/.test(text)) ||
    (command.name === "systemctl" && /\benable\b/.test(text)) ||
    (command.name === "launchctl" && /\b(?:load|bootstrap|enable)\b/.test(text)) ||
    (/^schtasks$/i.test(command.name) && /\/create/i.test(text)) ||
    (/^reg$/i.test(command.name) && /\badd\b.*\\Run\b/i.test(text));
  return schedules
    ? { grade: MEDIUM_STRONG, message: "Something is scheduled to run again.", asked: true }
    : null;
}

const SAVES = /^(?:-\w*[oO]|--output(?:-document)?)$/;
/** The folder that an agent of the person's own wakes up in. */
const AGENT_FOLDER =
  /(?:~|\$HOME|\$\{HOME\})\/\.(?:openclaw|clawdbot|moltbot|claude|codex|gemini)(?:\/workspace)?\/?$/;

/**
 * `cp SOUL.md IDENTITY.md ~/.openclaw/workspace/`: files of the package's own; what lies elsewhere is the person's,
 * put back.
 */
function gradeIntoFolder({ name, words }: ShellCommand): Found | null {
  const [folder = "", ...files] = words
    .slice(1)
    .map((word) => word.text)
    .filter((word) => !word.startsWith("-"))
    .reverse();
  if (!/^(?:cp|mv|install|ln)$/.test(name) || !AGENT_FOLDER.test(folder)) return null;
  const own = files.filter((file) => /^[\w.]/.test(file) && !/back-?up|\bbak\b|snapshot|saved/i.test(file));
  const found = own.map((file) =>
    gradePath(`${folder.replace(/\/$/, "")}/${file.slice(file.lastIndexOf("/") + 1)}`),
  );
  return found.find((each) => each !== null) ?? null;
}

/** SKILL.md gives a command that people trust another meaning. */
function checkAliases(unit: MarkdownUnit): Finding[] {
  return findShadowedCommands(unit.text).map(({ start, text }) =>
    report(persistence, {
      code: CODE,
      ...(isDiscussed(unit.text, start) ? MEDIUM_WEAK : MEDIUM_STRONG),
      file: unit.file.path,
      line: unit.lineAt(start),
      message: "A command that people trust is made to run something else.",
      evidence: text,
    }),
  );
}

const WRITES =
  /(?:^|\.)(?:open|write_text|write_bytes|writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|copy|copy2|copyfile|copyFile|copyFileSync|symlink|symlinkSync)$/;

/** The path may come from afar: `rc = expanduser("~/.bashrc")`, later `open(rc, "a")`. */
function checkCode(unit: CodeUnit): Place[] {
  const { index, text } = unit;
  const sources = index.tokens.flatMap((token, at) =>
    token.kind === "string" && gradePath(token.text) !== null ? [{ token: at, label: token.text }] : [],
  );
  const isSink = ({ call, written, names }: Reference) => {
    const isOpen = names.includes("open") || names.includes("io.open");
    return call !== null && WRITES.test(written) && (!isOpen || opensForWriting(index, call));
  };
  return traceFlow(index, text, { sources, isSink }).flows.flatMap(({ source, sink }) => {
    const found = gradePath(source.label);
    if (found === null) return [];
    const offset = index.tokens[sink.token]?.start ?? 0;
    return [
      {
        unit,
        offset,
        grade: found.grade,
        code: CODE,
        message: found.message,
        evidence: lineText(text, offset),
      },
    ];
  });
}

const WRITES_LINE =
  /\bFile\.(?:open|write|append)\b|\bIO\.write\b|\bos\.(?:WriteFile|OpenFile|Create)\b|\bfs::(?:write|OpenOptions)\b|\bOpenOptions\b|\bfile_put_contents\b|\bfopen\b|\bopen\b|\b(?:Add|Set)-Content\b|\bOut-File\b|\bFiles\.(?:write|writeString)\b|\bFileWriter\b/i;
const QUOTED = /["'`]([^"'`\n]{3,300})["'`]/g;

/** Languages read by lines: a path that runs again, on the line that writes it. */
function checkLines(unit: LinesUnit): Place[] {
  return Array.from(unit.text.matchAll(QUOTED)).flatMap((match) => {
    const found = gradePath(match[1] ?? "");
    const line = lineText(unit.text, match.index);
    if (found === null || !WRITES_LINE.test(line)) return [];
    return [
      { unit, offset: match.index, grade: found.grade, code: CODE, message: found.message, evidence: line },
    ];
  });
}

function opensForWriting(index: CodeIndex, call: Call): boolean {
  return argumentStrings(index, call).some((text) => /^[rbt]*[wax+][rwxabt+]*$/.test(text));
}
