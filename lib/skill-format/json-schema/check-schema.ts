import Ajv, { type ValidateFunction } from "ajv";
import canonicalize from "canonicalize";
import type { JsonSchema } from "../types";

const META_SCHEMA = "http://json-schema.org/draft-07/schema#";

let metaValidate: ValidateFunction | undefined;

/**
 * Compiled on first use and kept: compiling costs thousands of times what checking does. One rule is left out, that
 * the entries of `enum` differ: it compares each with each, which a hostile list makes last minutes.
 */
function metaValidator(): ValidateFunction {
  if (metaValidate === undefined) {
    const ajv = new Ajv({ strict: false, allErrors: false, logger: false });
    const meta = structuredClone(ajv.getSchema(META_SCHEMA)?.schema) as MetaSchema;
    delete meta.properties.enum.uniqueItems;
    metaValidate = ajv.compile({ ...meta, $id: "http://json-schema.org/draft-07/without-unique-enum" });
  }
  return metaValidate;
}

interface MetaSchema {
  properties: { enum: { uniqueItems?: boolean } };
}

/**
 * Why a schema is not a valid Draft-07 schema (USK §3-3, Exo §2), or null when it is one. Beyond the meta-schema,
 * each `$ref` must lead to a place inside the same schema: nothing is ever fetched.
 */
export function findSchemaIssue(schema: JsonSchema): string | null {
  const validate = metaValidator();
  try {
    return findMetaFault(validate, schema) ?? findDeepFault(schema, schema);
  } catch {
    return "it is nested too deeply to be checked"; // the only way out of the meta-schema is a full stack
  }
}

function findMetaFault(validate: ValidateFunction, schema: JsonSchema): string | null {
  const { $schema: _dialect, ...body } = schema;
  if (validate(body)) return null;
  const error = validate.errors?.[0];
  return `${error?.instancePath || "/"} ${error?.message ?? "is not valid"}`;
}

/** Members that hold data, not schemas. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);

/** Members whose keys are names, and whose values are schemas. */
const NAMED_SCHEMAS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "dependencies",
]);

/** What the meta-schema does not look at: where references lead, and whether patterns are patterns. */
function findDeepFault(root: JsonSchema, schema: unknown): string | null {
  if (Array.isArray(schema)) return firstFault(schema, (item) => findDeepFault(root, item));
  if (!isRecord(schema)) return null;
  const { $ref: reference, pattern } = schema;
  if (typeof reference === "string" && resolvePointer(root, reference) === undefined) {
    return `$ref ${reference.slice(0, 80)} does not lead to a place inside this schema`;
  }
  if (Array.isArray(schema["enum"]) && hasTwins(schema["enum"])) return "enum holds an entry twice";
  const patterned = schema["patternProperties"];
  if (pattern !== undefined || patterned !== undefined) {
    const patterns = isRecord(patterned) ? Object.keys(patterned) : [];
    const broken = [pattern, ...patterns].find((text) => typeof text === "string" && !isPattern(text));
    if (typeof broken === "string") return `${broken.slice(0, 80)} is not a regular expression`;
  }
  for (const key of Object.keys(schema)) {
    const member = schema[key];
    // a text, a number or a flag has no schema in it
    if (typeof member !== "object" || DATA_KEYWORDS.has(key)) continue;
    const isNamed = NAMED_SCHEMAS.has(key) && isRecord(member);
    const fault = isNamed
      ? firstFault(Object.values(member), (named) => findDeepFault(root, named))
      : findDeepFault(root, member);
    if (fault !== null) return fault;
  }
  return null;
}

/** Equal entries, members in any order; in one pass over the list. */
function hasTwins(list: readonly unknown[]): boolean {
  return new Set(list.map((item) => canonicalize(item))).size < list.length;
}

/** Builds the expression, which is safe; it is never run. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function firstFault<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const fault = find(item);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Key paths of the properties without a `description`, nested ones too (USK §3-3), such as
 * `properties.result` or `properties.rows.items.properties.id`.
 */
export function listUndescribedProperties(schema: JsonSchema): string[] {
  const found: string[] = [];
  walkProperties(schema, "", found, 0);
  return found;
}

function walkProperties(schema: unknown, prefix: string, found: string[], depth: number): void {
  if (!isRecord(schema) || depth > 32) return;
  if (isRecord(schema["properties"])) {
    for (const [name, property] of Object.entries(schema["properties"])) {
      const path = `${prefix}properties.${name}`;
      const description = isRecord(property) ? property["description"] : undefined;
      const isReference = isRecord(property) && typeof property["$ref"] === "string";
      if (!isReference && (typeof description !== "string" || description.trim() === "")) found.push(path);
      walkProperties(property, `${path}.`, found, depth + 1);
    }
  }
  if (isRecord(schema["items"])) walkProperties(schema["items"], `${prefix}items.`, found, depth + 1);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
