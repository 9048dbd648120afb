/**
 * The schema a `$ref` leads to inside the same document; undefined for another document, an unknown anchor or a
 * pointer to nowhere. `#`, `#/definitions/x` and the `$id` of an anchor (`#name`) are understood.
 */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#")) return undefined;
  if (!reference.startsWith("#/")) return anchorsOf(root).get(reference);
  let value: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decodePart(part);
    if (key === null || typeof value !== "object" || value === null || !Object.hasOwn(value, key))
      return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === "object" || typeof value === "boolean" ? (value ?? undefined) : undefined;
}

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return null;
  }
}

const anchorCache = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The places of a schema that have an `$id` like `#name`; looked up once for each schema. */
function anchorsOf(root: unknown): ReadonlyMap<string, unknown> {
  if (typeof root !== "object" || root === null) return new Map();
  const known = anchorCache.get(root);
  if (known !== undefined) return known;
  const anchors = new Map<string, unknown>();
  collectAnchors(root, anchors, 0);
  anchorCache.set(root, anchors);
  return anchors;
}

function collectAnchors(value: unknown, anchors: Map<string, unknown>, depth: number): void {
  if (typeof value !== "object" || value === null || depth > 64) return;
  const id = Array.isArray(value) ? undefined : (value as Record<string, unknown>)["$id"];
  if (typeof id === "string" && id.startsWith("#")) anchors.set(id, value);
  for (const member of Object.values(value)) collectAnchors(member, anchors, depth + 1);
}
