import type { Span } from "./markdown";
import type { Token } from "./tokens";

const LOOKS_LIKE_COMMAND =
  /(?:^|[\s;&|(`$'"/{])(?:curl|wget|nc|ncat|netcat|socat|bash|sh|zsh|rm|dd|mkfs\S{0,6}|crontab|base64|xxd|openssl|eval|chmod|xmrig|minerd|launchctl|systemctl|scp|rsync|ssh|python3?|node|perl|ruby|php|osascript|security|certutil|mshta|iwr|irm|iex|powershell|pwsh|tar|zip|cat|env|printenv|git|pip3?|npm|npx|nslookup|dig|telnet|ftp|shred|killall|history|reg|schtasks|echo|mkfifo|find|export|source)(?=$|[\s"'`.,;|&)])|\/dev\/tcp\//;
const LOOKS_LIKE_PYTHON = /(?:^|[\n;])\s*(?:import\s+\w|from\s+[\w.]+\s+import\s)|__import__\s*\(/;
const LOOKS_LIKE_SCRIPT = /\brequire\s*\(\s*['"`]|\bprocess\.env\b|\bchild_process\b/;
export function looksLikeCommand(text: string): boolean {
  return LOOKS_LIKE_COMMAND.test(text);
}

/** The language of a text that reads like code handed to an interpreter, or null. */
export function embeddedLanguage(text: string): "python" | "javascript" | null {
  if (LOOKS_LIKE_PYTHON.test(text)) return "python";
  return LOOKS_LIKE_SCRIPT.test(text) ? "javascript" : null;
}

/** Takes the prompts of a terminal session away. */
export function withoutPrompts(text: string): string {
  return text.replace(/^[ \t]*(?:[$%>❯]|\w+@[\w.-]+[:~\w/]*[$#]) +/gm, "");
}

/** A command written into a sentence: from its name to the end of the line. */
export function findCommandInProse({ text, start }: Span): Span[] {
  const match = /(?:^|[\s"'(:])((?:curl|wget|bash|sh|nc|iwr|irm|powershell|echo|eval|sudo)\s.{5,})/.exec(
    text.slice(0, 4000),
  );
  const command = match?.[1];
  if (match === null || command === undefined || text.includes("`")) return [];
  return [{ text: command, start: start + match.index + match[0].indexOf(command) }];
}

/** `["curl", "-s", url]`, told as the command it is; null for a string that stands alone. */
export function listedCommand(tokens: readonly Token[], at: number): string | null {
  if (
    tokens[at + 1]?.text !== "," ||
    tokens[at - 1]?.kind !== "punctuation" ||
    !["[", "("].includes(tokens[at - 1]?.text ?? "")
  )
    return null;
  const words: string[] = [];
  for (let next = at; words.length < 60; next++) {
    const token = tokens[next];
    if (token?.kind === "string") words.push(quoteWord(token.text));
    else if (token?.kind === "name" && tokens[next - 1]?.text !== ".") words.push(`$${token.text}`);
    else if (token === undefined || token.text === "]" || token.text === ")") break;
  }
  return words.join(" ");
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
