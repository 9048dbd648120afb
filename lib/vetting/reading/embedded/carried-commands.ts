import { decodeEntities } from "@/lib/vetting/document-text/entities";
import type { Span } from "@/lib/vetting/syntax/markdown";

/**
 * Files that a build, an editor, a package manager or an agent's tools take commands from. Each way of reading gives
 * the commands at their own offsets: everything else of the file is blank.
 */
const CARRIERS: readonly (readonly [path: RegExp, read: (text: string) => string])[] = [
  [/(?:^|\/)(?:(?:gnu)?makefile(?:\.[\w-]+)?|\.?justfile)$|\.(?:mk|make|just)$/i, readRecipes],
  [/(?:^|\/)(?:[\w.-]+\.)?(?:dockerfile|containerfile)(?:\.[\w.-]+)?$/i, readImageSteps],
  [/\.ya?ml$/i, readYamlCommands],
  [/\.(?:service|timer|socket|desktop|ini|cfg|conf)$/i, readSettings],
  [/(?:^|\/)procfile(?:\.\w+)?$/i, (text) => keepLines(text, /^[\w-]+:\s*(.+)$/)],
];

/** The commands of such a file as one shell text of the same length, or null for a file that carries none. */
export function readCarriedCommands(path: string, text: string): string | null {
  const read = CARRIERS.find(([pattern]) => pattern.test(path))?.[1];
  return read?.(text) ?? null;
}

const CARRIES_IN_QUOTES =
  /\.toml$|\.ya?ml$|(?:^|\/)(?:[\w.-]+\.)?(?:dockerfile|containerfile)(?:\.[\w.-]+)?$|\.plist$/i;
const COMMAND_KEYS =
  /"(?:scripts|commands?|tasks|hooks|mcpServers|args|run|exec|shell|(?:post|pre|on|initialize|update)\w*Command)"\s*:/i;

/**
 * True for a file whose texts in quotes may be commands: settings in TOML and YAML, and JSON that has fields
 * for commands.
 */
export function carriesInQuotes(path: string, text: string): boolean {
  return CARRIES_IN_QUOTES.test(path) || (/\.jsonc?$/i.test(path) && COMMAND_KEYS.test(text));
}

/** The texts between the tags of a property list. */
export function findListedStrings(path: string, text: string): Span[] {
  if (!/\.plist$/i.test(path)) return [];
  return Array.from(text.matchAll(/<string>([^<]{4,4000})<\/string>/g), (match) => ({
    text: decodeEntities(match[1] ?? ""),
    start: match.index,
  }));
}

const blank = (text: string) => " ".repeat(text.length);

/** Line by line: what the function keeps stands where it stood. */
function mapLines(text: string, keep: (line: string) => string): string {
  return text
    .split("\n")
    .map((line) => keep(line).slice(0, line.length).padEnd(line.length))
    .join("\n");
}

function keepLines(text: string, pattern: RegExp): string {
  return mapLines(text, (line) => {
    const kept = pattern.exec(line)?.[1];
    return kept === undefined ? "" : blank(line.slice(0, line.length - kept.length)) + kept;
  });
}

/**
 * Indented lines of Makefiles and justfiles, without the marks before a command; `$(shell …)` runs while the file
 * is read.
 */
function readRecipes(text: string): string {
  return mapLines(text, (line) => {
    const plain = line.replace(/\$\(shell\s/g, (call) => `$(${blank(call.slice(2))}`).replaceAll("$$", " $");
    if (/^\s+\S/.test(plain)) return plain.replace(/^\s+[@+-]*/, blank);
    return plain === line.replaceAll("$$", " $") && !line.includes("`")
      ? ""
      : plain.replace(/^\s*[\w.-]+\s*[:?+]{0,2}=/, blank);
  });
}

/** `RUN`, `CMD` and `ENTRYPOINT` with their further lines; `ADD` of an address is a download. */
function readImageSteps(text: string): string {
  let goesOn = false;
  return mapLines(text, (line) => {
    const step =
      /^\s*(?:ONBUILD\s+)?(?:RUN|CMD|ENTRYPOINT|HEALTHCHECK(?:\s+--\S+)*\s+CMD)\s+(?:--\S+\s+)*/i.exec(
        line,
      )?.[0];
    const kept = goesOn
      ? line
      : step === undefined
        ? line.replace(/^(\s*)ADD(\s+(?:--\S+\s+)*https?:)/i, "$1wget$2")
        : blank(step) + line.slice(step.length);
    const taken = goesOn || step !== undefined || kept.length !== line.length;
    goesOn = (goesOn || step !== undefined) && /\\\s*$/.test(line);
    return taken ? kept : "";
  });
}

const YAML_COMMAND =
  /^(\s*(?:- +)?)(?:run|script|(?:before|after)_script|commands?|cmds?|entry|entrypoint|shell|exec|sh|args|steps|(?:pre|post)\w*)\s*:(?:\s|$)/;

/** What stands under or behind a key for commands: `run: |`, `cmds:` with its list, `entry: …`. */
function readYamlCommands(text: string): string {
  let within = -1;
  return mapLines(text, (line) => {
    const indent = line.length - line.trimStart().length;
    const listed = line.startsWith("- ", indent);
    const key = YAML_COMMAND.exec(line);
    const left = line.trim() !== "" && (indent < within || (indent === within && !listed));
    if (key !== null) within = key[1]?.length ?? 0;
    else if (left || within === -1) {
      within = -1;
      return "";
    }
    const lead = /^\s*(?:- +)?(?:[\w-]+:(?:\s+[|>][+-]?\d?)?(?=\s|$))?\s*/.exec(line)?.[0] ?? "";
    const value = line.slice(lead.length);
    const quoted = /^(["'])(.*)\1\s*$/.exec(value);
    return blank(lead) + (quoted === null ? value : ` ${quoted[2] ?? ""}`);
  });
}

function readSettings(text: string): string {
  return keepLines(text, /^\s*(?:Exec\w*|commands?(?:_pre|_post)?)\s*=\s*[-@:+!]*(.+)$/i);
}
