const MAX_SCHEMA_BYTES = 64 * 1024;
const MAX_SCHEMA_DEPTH = 64;

/** JSON Schema drafts that can be checked. A schema without `$schema` is read as draft-07 (USK v1.0). */
export type SchemaDraft = "draft-07" | "2020-12";

export type SchemaReading =
  | { readonly ok: true; readonly draft: SchemaDraft; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const DRAFTS: ReadonlyMap<string, SchemaDraft> = new Map([
  ["json-schema.org/draft-07/schema", "draft-07"],
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/**
 * Whether a schema may be compiled at all: its size, depth and draft, and references only within itself, so that
 * checking never reaches for another document. `reason` completes a sentence that begins "The schema".
 */
export function readSchema(schema: unknown): SchemaReading {
  const fault = findDeepFault(schema);
  if (fault !== null) return { ok: false, reason: fault };
  const text = JSON.stringify(schema) as string | undefined;
  const sizeBytes = Buffer.byteLength(text ?? "");
  if (text === undefined || (!text.startsWith("{") && typeof schema !== "boolean")) {
    return { ok: false, reason: "is neither an object nor true or false" };
  }
  if (sizeBytes > MAX_SCHEMA_BYTES) {
    return { ok: false, reason: `has ${sizeBytes} bytes; at most ${MAX_SCHEMA_BYTES} are allowed` };
  }
  return readDraft(schema, text);
}

function readDraft(schema: unknown, text: string): SchemaReading {
  const named =
    typeof schema === "object" && schema !== null && "$schema" in schema ? schema.$schema : undefined;
  if (named === undefined) return { ok: true, draft: "draft-07", text };
  const draft =
    typeof named === "string" ? DRAFTS.get(named.replace(/^https?:\/\//, "").replace(/#$/, "")) : undefined;
  if (draft) return { ok: true, draft, text };
  return { ok: false, reason: `names the draft ${shorten(named)}; draft-07 and 2020-12 are supported` };
}

// What stands under these is data, where "$ref" means nothing.
const DATA_KEYWORDS = new Set(["const", "enum", "default", "examples"]);
const REFERENCES = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

// With a stack of its own: the schema may be nested deeper than ours.
function findDeepFault(schema: unknown): string | null {
  const rest: { value: unknown; depth: number; data: boolean }[] = [{ value: schema, depth: 1, data: false }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, depth, data } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > MAX_SCHEMA_DEPTH) return `is nested deeper than ${MAX_SCHEMA_DEPTH} levels`;
    for (const [key, child] of Object.entries(value)) {
      if (!data && REFERENCES.has(key) && typeof child === "string" && !child.startsWith("#")) {
        return `refers to ${shorten(child)}; only references within the schema ("#…") are allowed`;
      }
      rest.push({ value: child, depth: depth + 1, data: data || DATA_KEYWORDS.has(key) });
    }
  }
  return null;
}

const shorten = (value: unknown) => JSON.stringify(value)?.slice(0, 100) ?? typeof value;
