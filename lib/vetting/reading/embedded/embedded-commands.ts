import { anyOf, VOCABULARY } from "../../vocabulary/data";
import { decodeEntities } from "@/lib/vetting/document-text/entities";
import type { Span } from "@/lib/vetting/syntax/markdown";

const LOOKS_LIKE_COMMAND = new RegExp(
  String.raw`(?:^|[\s;&|(\x60$'"/{])(?:${anyOf(VOCABULARY.commands.programs)})(?=$|[\s"'\x60.,;|&)])|\/dev\/tcp\/`,
);
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

const IN_PROSE = new RegExp(
  String.raw`(?:^|[\s"'(:>*_|[])((?:${anyOf(VOCABULARY.commands.spoken_programs)})\s.{5,})`,
);
/** What closes bold letters, tags, quotes and cells of a table behind a command. */
const CLOSING = /(?:\*+|_+|<\/\w{1,20}>|["')\]}|.]+)+\s*$/;

/** A command written into a sentence: from its name to the end of the line, without what stands in backquotes. */
export function findCommandInProse({ text, start }: Span): Span[] {
  const plain = decodeEntities(
    text.slice(0, MAX_LINE).replace(/`[^`]*`?/g, (code) => " ".repeat(code.length)),
  );
  const match = IN_PROSE.exec(plain);
  const command = match?.[1];
  if (match === null || command === undefined) return [];
  const bare = command.slice(-CLOSED).replace(CLOSING, "");
  return [
    {
      text: (command.slice(0, -CLOSED) + bare).replaceAll("\\|", " |"),
      start: start + match.index + match[0].indexOf(command),
    },
  ];
}

const MAX_LINE = 64 * 1024;
/** How far from its end a line is searched for what closes it. */
const CLOSED = 40;
