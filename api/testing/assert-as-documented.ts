import fs from "node:fs";
import path from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { openApiDocument } from "@/api/frame/openapi";

const DOCUMENT = "openapi";

interface Reference {
  document: ReturnType<typeof openApiDocument>;
  ajv: Ajv2020;
  validators: Map<string, ValidateFunction>;
}

// The file is the same for all test files of a thread, and takes longer to read and compile than many of them.
const holder = globalThis as unknown as { emporionReference?: Reference };
const { document, ajv, validators } = (holder.emporionReference ??= readReference());

/** The document as it is committed; `api/app.test.ts` holds it to the routes. */
function readReference(): Reference {
  const text = fs.readFileSync(path.resolve("docs/openapi.json"), "utf8");
  const document = JSON.parse(text) as Reference["document"];
  /** `format` says nothing here that a pattern or a test does not say better. */
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, DOCUMENT);
  return { document, ajv, validators: new Map() };
}

/** A member of a JSON pointer, inside of an address. */
const escaped = (member: string) => encodeURIComponent(member.replaceAll("~", "~0").replaceAll("/", "~1"));

/**
 * Asserts that a body is valid by the document the market serves, which a typed client was generated from: two schemas
 * under one name, for instance, leave each operation as it is and the document of one of them wrong.
 */
export function assertAsDocumented(
  operation: { path: string; method: string },
  { status, type, body }: { status: number; type: string; body: unknown },
): void {
  const response = ["paths", operation.path, operation.method, "responses", String(status)];
  assertValid(body, [...response, "content", type, "schema"]);
}

/** Asserts that a value is as the schema says that stands in the document at the place of these members. */
export function assertValid(value: unknown, place: readonly string[]): void {
  const validate = validatorOf(place.map(escaped).join("/"));
  expect(validate(value) ? [] : validate.errors, `${place.join(" ")} in the OpenAPI document`).toEqual([]);
}

/** Headers a client acts on: an answer has none that its description does not name. */
const NAMED_HEADERS = [
  "etag",
  "location",
  "payment-receipt",
  "payment-required",
  "payment-response",
  "retry-after",
  "www-authenticate",
];

/** Asserts that the document names the headers of an answer which a client acts on. */
export function assertHeadersDocumented(
  operation: { path: string; method: string },
  { status, headers }: { status: number; headers: Headers },
): void {
  const item = document.paths?.[operation.path] as Record<
    string,
    { responses: Record<string, DescribedHeaders> }
  >;
  const named = Object.keys(item[operation.method]?.responses[String(status)]?.headers ?? {});
  const known = new Set(named.map((name) => name.toLowerCase()));
  expect(
    NAMED_HEADERS.filter((name) => headers.has(name) && !known.has(name)),
    `headers of ${operation.method} ${operation.path} ${status} that its description does not name`,
  ).toEqual([]);
}

interface DescribedHeaders {
  headers?: object;
}

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` });
  validators.set(pointer, known);
  return known;
}
