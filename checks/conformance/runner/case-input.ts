/**
 * The files of a case: a value is text, `{ base64 }` raw bytes, `{ repeat, times }` generated text. A path that ends
 * with a slash is a directory, which is no file.
 */
export function readFiles(value: unknown): Map<string, string | Uint8Array> {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  return new Map(
    entries.filter(([path]) => !path.endsWith("/")).map(([path, content]) => [path, readContent(content)]),
  );
}

/** One text of a case, in any of the three forms. */
export function readContent(content: unknown): string | Uint8Array {
  const { base64 } = (content ?? {}) as { base64?: unknown };
  return typeof base64 === "string" ? Buffer.from(base64, "base64") : String(expandText(content));
}

/** Replaces `{ repeat, times }` by the text it stands for, anywhere in a value. */
export function expandText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expandText);
  if (typeof value !== "object" || value === null) return value;
  const { repeat, times } = value as { repeat?: unknown; times?: unknown };
  if (typeof repeat === "string" && typeof times === "number") return repeat.repeat(times);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expandText(member)]));
}

/** The member at a dotted path with brackets, such as `runtime.imageDigest` or `examples[0].name`. */
export function memberAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split(/\.|\[(\d+)\]/).filter((part) => part !== undefined && part !== "")) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
