import type { Span } from "../markdown";
import type { ShellWord } from "../shell/shell-words";

const AGENTS =
  /^(?:claude|codex|gemini|copilot|openclaw|qwen|droid|amp|opencode|cursor-agent|kiro-cli|auggie|hermes)$/;
const EDITORS = /^(?:code|code-insiders|cursor|windsurf|codium)$/;
const TAKES_VALUE =
  /^(?:-[steH]|--(?:scope|transport|env|header|callback-port|client-id|client-secret|url|bearer-token-env-var|timeout))$/;

/** True for `claude mcp add …` and its like. */
export function isRegistration(name: string, words: readonly ShellWord[]): boolean {
  return AGENTS.test(name) && words[1]?.text === "mcp" && /^(?:add|add-json|set)$/.test(words[2]?.text ?? "");
}

/**
 * The command that an agent is told to start with each session: what stands behind `claude mcp add NAME --`; null where
 * there is none.
 */
export function registeredServer(name: string, words: readonly ShellWord[]): readonly ShellWord[] | null {
  const described = EDITORS.test(name) && words.some(({ text }) => text === "--add-mcp");
  if (!described && !isRegistration(name, words)) return null;
  const object = words.find(({ text }) => text.startsWith("{"));
  if (object !== undefined) return wordsOfObject(object.text);
  const dashes = words.findIndex(({ text }) => text === "--");
  if (dashes !== -1) return dashes + 1 < words.length ? words.slice(dashes + 1) : null;
  const rest = words.slice(3);
  const isOption = (at: number) =>
    /^-|^\w+=/.test(rest[at]?.text ?? "-") || TAKES_VALUE.test(rest[at - 1]?.text ?? "");
  const named = rest.findIndex((_word, at) => !isOption(at));
  const first = rest.findIndex((_word, at) => at > named && !isOption(at));
  const program = named === -1 || first === -1 ? undefined : rest[first];
  if (program === undefined || /^https?:/.test(program.text)) return null;
  const batched = program.text.trim().split(/\s+/);
  return batched.map((text) => ({ ...program, text })).concat(rest.slice(first + 1));
}

function wordsOfObject(text: string): readonly ShellWord[] | null {
  const [span] = findServerCommands(text);
  return span === undefined ? null : span.words.map(toWord);
}

const toWord = (text: string): ShellWord => ({ text, variables: [], substitutions: [], quoted: true });

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
    const listed = Array.from((match[2] ?? "").matchAll(ARGUMENT), (argument) => argument[1] ?? "");
    return { words: [match[1] ?? "", ...listed].map(withoutEscapes), start: match.index };
  });
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(["\\/])/g, "$1");
}

/** A word as a shell takes it whole. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
