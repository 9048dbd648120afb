/** A text as one word of a POSIX shell. Throws RangeError for a NUL, which no word can hold. */
export function shellText(text: string): string {
  if (text.includes("\0")) throw new RangeError("A word of a shell holds no NUL.");
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
