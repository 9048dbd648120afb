import { describe, expect, test } from "vitest";
import { operationGroups, schemaViews } from "@/components/docs/api-view";
import { schemaRows, typeOf } from "@/components/docs/schema-rows";
import { readApiDescription } from "@/lib/web/documents/read-api-description";
import { isErrorCode } from "@/lib/web/documents/error-pages";

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
    expect(curl("createQuote")).toContain(
      `-d '{"skill":"invoice-amount-capitals","payer":"<payer>","input":{"amounts":["1409.50"]}}'`,
    );
    expect(curl("registerOwner")).toContain(`-d '{"username":"<username>","email":"<email>"}'`);
    expect(curl("payQuote")).toContain(`-d '{"transaction":"<transaction>"}'`);
  });
  test("what an address or a header must have is there", () => {
    expect(curl("uploadDraft")).toContain("-H 'x-agent-author: <name>@<provider>'");
    expect(curl("getDraftStatus")).toContain("/v1/drafts/status?claim_token=<claim_token>'");
    expect(curl("proveLogEntry")).toContain("/v1/log/proof/inclusion?seq=<seq>'");
    expect(curl("runPaidCall")).toContain("-H 'X-Access-Token: <access token>'");
  });
  test("an archive goes into a file, not over the terminal", () => {
    expect(curl("downloadSkill")).toBe("curl -sOJ 'https://market.example/v1/skills/csv-profile/download'");
  });
  test("nobody is reported or withdrawn by a line that was only pasted", () => {
    const writing = operations.filter(({ method }) => method !== "GET");
    const pasted = writing.filter(({ curl: line }) => !line.includes("<")).map(({ id }) => id);
    expect(pasted.sort()).toEqual(["callSkill", "checkCompatibility", "runSkill", "validateText"]);
  });
  test("a key, a file and a text have their places", () => {
    expect(curl("uploadArchive")).toContain(
      "-H 'X-API-KEY: <your key>' \\\n  -F 'skill_file=@<your skill>.skill'",
    );
    expect(curl("publishPlugin")).toContain("--data-binary @<your plugin>.zip");
    expect(curl("validateText")).toContain("--data-binary @SKILL.md");
    expect(curl("revokeApiKey")).toContain("-X DELETE 'https://market.example/v1/keys/api/<id>'");
  });
});

test("every pattern of the description is one that JSON Schema reads", () => {
  const patterns = new Set(
    [...JSON.stringify(description).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
      ([, text = ""]) => JSON.parse(text) as string,
    ),
  );
  expect(patterns.size).toBeGreaterThan(2);
  for (const pattern of patterns) {
    expect(() => new RegExp(pattern, "u"), pattern).not.toThrow();
    expect(pattern, "the flags of an expression are not part of it").not.toMatch(/\/[a-z]*$/);
  }
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
