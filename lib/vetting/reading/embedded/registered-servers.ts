import type { Span } from "@/lib/syntax/markdown";

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
