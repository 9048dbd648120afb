export interface JsonOutline {
  /** Names of the members of the top object, in order, each as often as it is written. */
  names: string[];
  /** Levels of lists and objects, one inside another. */
  depth: number;
}

const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g;

/**
 * What `JSON.parse` does not tell: which members are written twice, of which it keeps the last, and how deep the
 * text is nested. Only for texts that `JSON.parse` accepts.
 */
export function outlineJson(text: string): JsonOutline {
  const names: string[] = [];
  let level = 0;
  let depth = 0;
  for (const [token, , colon] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      level += 1;
      depth = Math.max(depth, level);
    } else if (token === "}" || token === "]") {
      level -= 1;
    } else if (level === 1 && colon !== undefined) {
      names.push(String(JSON.parse(token.slice(0, -colon.length))));
    }
  }
  return { names, depth };
}
