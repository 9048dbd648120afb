import { wellFormed } from "./quote-visibly";

const LINE_BREAKS = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text as one code span, which nothing in it can close. */
export function codeSpan(text: string): string {
  const line = wellFormed(text).replaceAll(LINE_BREAKS, " ").trim();
  const fence = "`".repeat(longestRun(line) + 1);
  const pad = line === "" || line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Lines as a fenced code block, which nothing in them can close. */
export function codeBlock(language: string, code: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
