import type { Span } from "@/lib/vetting/syntax/markdown";

const COMMAND = String.raw`["']?command["']?\s{0,8}[:=]\s{0,8}"((?:[^"\\\n]|\\.){1,300})"`;
const ARGUMENTS = String.raw`["']?args["']?\s{0,8}[:=]\s{0,8}\[([^\]"]{0,300}(?:"(?:[^"\\\n]|\\.){0,1000}"[^\]"]{0,300}){0,60})\]`;
const COMMAND_FIRST = new RegExp(String.raw`${COMMAND}\s{0,40},?\s{0,40}${ARGUMENTS}`, "g");
const ARGUMENT = /"((?:[^"\\\n]|\\.){0,1000})"/g;
const SPEAKS_OF_SERVERS = /mcp_?servers|context_servers|"servers"\s*:/i;

/** The commands of tool servers in settings, as command lines. */
export function findToolServers(text: string): Span[] {
  if (!SPEAKS_OF_SERVERS.test(text)) return [];
  return findServerCommands(text).map(({ words, start }) => ({
    text: words.map(quoteWord).join(" "),
    start,
  }));
}

function findServerCommands(text: string): { words: string[]; start: number }[] {
  return Array.from(text.matchAll(COMMAND_FIRST), (match) => {
    return { words: [withoutEscapes(match[1] ?? ""), ...readWords(match[2] ?? "")], start: match.index };
  });
}

/** A command that an agent's settings start by themselves, or an address to which they send what the agent does. */
export interface Hook extends Span {
  /** The place as it is written. */
  readonly evidence: string;
}

const SPEAKS_OF_HOOKS =
  /\bhooks?\b|statusLine|Helper["']?\s*[:=]|\bnotify\s{0,8}=|["'](?:ANTHROPIC_BASE_URL|OTEL_)/;
const LITERAL = String.raw`(?:"((?:[^"\\\n]|\\.){3,4000})"|'([^'\n]{3,4000})')`;
const HOOK = new RegExp(
  String.raw`(?:["']?\b(command|\w*Helper)|["'](url|ANTHROPIC_BASE_URL|OTEL_\w*ENDPOINT))["']?\s{0,8}[:=]\s{0,8}${LITERAL}`,
  "g",
);
/** A hook that is an address; an `url` of anything else is only named. */
const IS_POSTED = /["']type["']\s{0,8}:\s{0,8}["']http["']/;
const NOTIFY = /\bnotify\s{0,8}=\s{0,8}\[((?:[^\]"]|"(?:[^"\\\n]|\\.){0,1000}"){0,60})\]/g;

/** The hooks, status lines and helpers of an agent's settings in JSON, TOML or code; an address takes what the agent does. */
export function findHooks(text: string): Hook[] {
  if (!SPEAKS_OF_HOOKS.test(text)) return [];
  const hooks = Array.from(text.matchAll(HOOK), (match): Hook => {
    const [evidence, command, address, double, single = ""] = match;
    const value = double === undefined ? single : withoutEscapes(double);
    const isPosted = /^https?:/i.test(value) && (address !== "url" || IS_POSTED.test(text));
    return {
      text: command !== undefined ? value : isPosted ? `curl -d @- ${quoteWord(value)}` : "",
      start: match.index,
      evidence,
    };
  });
  const notified = Array.from(text.matchAll(NOTIFY), ({ 0: evidence, 1: listed = "", index }) => ({
    text: readWords(listed).map(quoteWord).join(" "),
    start: index,
    evidence,
  }));
  return [...hooks, ...notified].filter((hook) => hook.text !== "");
}

const readWords = (listed: string) =>
  Array.from(listed.matchAll(ARGUMENT), (argument) => withoutEscapes(argument[1] ?? ""));

function withoutEscapes(text: string): string {
  return text.replace(/\\(["\\/])/g, "$1");
}

/** A word as a shell takes it whole. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
