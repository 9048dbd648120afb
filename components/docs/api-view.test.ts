import { describe, expect, test } from "vitest";
import { operationGroups, schemaViews } from "@/components/docs/api-view";
import { schemaRows, typeOf } from "@/components/docs/schema-rows";
import { readApiDescription } from "@/lib/documents/read-api-description";
import { isErrorCode } from "@/lib/documents/error-pages";

const description = readApiDescription();
const operations = operationGroups(description, "https://market.example").flatMap(
  (group) => group.operations,
);

test("every operation of the description is shown, once, with its summary", () => {
  const described = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ id }) => id).sort()).toEqual(
    described.map(({ operationId }) => operationId).sort(),
  );
  expect(operations.filter(({ summary }) => summary === "")).toEqual([]);
});

test("every schema that is named in a type exists", () => {
  const names = new Set(schemaViews(description).map(({ name }) => name));
  const rows = [
    ...operations.flatMap((each) => [
      ...each.parameters,
      ...[...each.bodies, ...each.answers.flatMap(({ shapes }) => shapes)].flatMap((shape) => [
        shape,
        ...shape.rows,
      ]),
    ]),
    ...schemaViews(description).flatMap((schema) => schema.rows),
  ];
  const missing = rows.flatMap(({ schema }) => (schema !== null && !names.has(schema) ? [schema] : []));
  expect(missing).toEqual([]);
});

test("the codes of each failure are codes that have a page", () => {
  const codes = operations.flatMap(({ problems }) => problems.flatMap((problem) => problem.codes));
  expect(codes).toContain("INPUT_INVALID");
  expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
  for (const { id, problems } of operations) {
    for (const { status, codes: named } of problems) expect(named, `${id} ${status}`).not.toEqual([]);
  }
});

describe("the call in curl", () => {
  const curl = (id: string) => operations.find((operation) => operation.id === id)?.curl;
  test("a reading call is one line that answers on a fresh market", () => {
    expect(curl("getSkill")).toBe("curl -s 'https://market.example/v1/skills/csv-profile'");
  });
  test("a body holds what is required", () => {
    expect(curl("createQuote")).toContain(`-d '{"skill":"csv-profile","payer":"<payer>","input":{}}'`);
  });
  test("a key, a file and a text have their places", () => {
    expect(curl("uploadSkill")).toContain("-H 'X-API-KEY: <your key>' \\\n  -F skill_file=@my-skill.skill");
    expect(curl("validateSkill")).toContain("--data-binary @SKILL.md");
    expect(curl("revokeApiKey")).toContain("-X DELETE 'https://market.example/v1/keys/api/<id>'");
  });
});

describe("types in words", () => {
  test.each([
    [{ $ref: "#/components/schemas/Skill" }, "Skill", "Skill"],
    [{ type: "array", items: { $ref: "#/components/schemas/Skill" } }, "Skill[]", "Skill"],
    [{ type: ["string", "null"] }, "string | null", null],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null", null],
    [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]", null],
    [{ type: "object", additionalProperties: { type: "string" } }, "map of string", null],
    [{}, "any", null],
  ])("%j", (schema, type, name) => {
    expect(typeOf(schema)).toEqual({ type, schema: name });
  });

  test("fields of objects inside are named with their path, to a bounded depth", () => {
    let node: Record<string, unknown> = { type: "string" };
    for (let i = 0; i < 50; i++) node = { type: "object", properties: { a: node } };
    expect(schemaRows(node).map(({ name }) => name)).toEqual(["a", "a.a", "a.a.a", "a.a.a.a"]);
  });
});
