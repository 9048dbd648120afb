/** Lines with their ends, as the reader counts them: `\n`, `\r\n` or a lone `\r`. */
export function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}
