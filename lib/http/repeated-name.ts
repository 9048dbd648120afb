/** One object or list that is open. */
interface Level {
  /** Of an object so far; null for a list. */
  names: Set<string> | null;
  expectsName: boolean;
}

/**
 * A name that one object of a JSON text has twice, or null. Such a text means one thing to one reader and another to the next
 * (RFC 7493, 2.3), and nobody could see later which was sent. Takes time in proportion to the text, also when it is no JSON;
 * what it finds then means nothing.
 */
export function findRepeatedName(text: string): string | null {
  const open: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const level = open.at(-1);
    if (sign === '"') {
      const end = endOfString(text, at);
      if (level?.names && level.expectsName) {
        const name = readName(text.slice(at, end));
        if (level.names.has(name)) return name;
        level.names.add(name);
      }
      at = end - 1;
    } else if (sign === "{") open.push({ names: new Set(), expectsName: true });
    else if (sign === "[") open.push({ names: null, expectsName: false });
    else if (sign === "}" || sign === "]") open.pop();
    else if (sign === ":" && level) level.expectsName = false;
    else if (sign === "," && level) level.expectsName = true;
  }
  return null;
}

/** Behind the closing quote, or the end of a text that has none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Two ways of writing one name are one name. */
function readName(written: string): string {
  if (!written.includes("\\")) return written.slice(1, -1);
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}
