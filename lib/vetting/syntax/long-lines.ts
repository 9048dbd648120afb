/** True where a line has that many characters or more; one search for each line is faster than a pattern for all. */
export function hasLongLine(text: string, length: number): boolean {
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    if (end - start >= length) return true;
    start = end + 1;
  }
  return text.length - start >= length;
}
