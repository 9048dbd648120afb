import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { app } from "@/api/app";
import { openApiDocument } from "@/api/openapi";

const DOCUMENT = "openapi";
/** `format` says nothing here that a pattern or a test does not say better. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

/** A member of a JSON pointer, inside of an address. */
const escaped = (member: string) =>
  encodeURIComponent(member.replaceAll("~", "~0").replaceAll("/", "~1"));

/**
 * Asserts that a body is valid by the document the market serves, which a typed client was generated from: two schemas under
 * one name, for instance, leave each operation as it is and the document of one of them wrong.
 */
export function assertAsDocumented(
  operation: { path: string; method: string },
  { status, type, body }: { status: number; type: string; body: unknown },
): void {
  const response = ["paths", operation.path, operation.method, "responses", String(status)];
  const pointer = [...response, "content", type, "schema"].map(escaped).join("/");
  const validate = validatorOf(pointer);
  expect(
    validate(body) ? [] : validate.errors,
    `${operation.method} ${operation.path} ${status} as the OpenAPI document has it`,
  ).toEqual([]);
}

function validatorOf(pointer: string): ValidateFunction {
  if (validators.size === 0) ajv.addSchema(openApiDocument(app), DOCUMENT);
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` });
  validators.set(pointer, known);
  return known;
}
