import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, describe, expect, it, vi } from "vitest";
import { checkSchema, closeSchemaThread, validateAgainstSchema } from "@/lib/running/contract/json-schema";
import { SchemaThread } from "./schema-thread";

afterAll(closeSchemaThread);

const errorsOf = async (schema: unknown, value: unknown) => {
  const check = await validateAgainstSchema(schema, value);
  return check.valid ? [] : check.errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
};
const reasonOf = async (schema: unknown, value: unknown = {}) => {
  const check = await validateAgainstSchema(schema, value);
  return check.valid ? null : check.reason;
};

describe("checking a value", () => {
  it("says where and what, found and allowed, for every error at once", async () => {
    const schema = {
      type: "object",
      properties: {
        n: { type: "integer", minimum: 1 },
        mode: { enum: ["a", "b"] },
        list: { items: { type: "string" } },
      },
      required: ["n", "who"],
      additionalProperties: false,
    };
    expect(await errorsOf(schema, { n: 0, mode: "c", list: ["x", 5], extra: 1 })).toEqual([
      ' The property "who" is missing.',
      ' The property "extra" is not declared.',
      "/n At least 1.",
      '/mode Allowed values: ["a","b"].',
      '/list/1 Found number; allowed: "string".',
    ]);
  });

  it("says bounds as a reader counts them", async () => {
    const schema = {
      properties: {
        name: { minLength: 1 },
        code: { maxLength: 2 },
        rows: { minItems: 2 },
        share: { exclusiveMaximum: 1 },
      },
    };
    expect(await errorsOf(schema, { name: "", code: "abc", rows: [1], share: 1 })).toEqual([
      "/name At least 1 character.",
      "/code At most 2 characters.",
      "/rows At least 2 items.",
      "/share Less than 1.",
    ]);
  });

  it("does not take inherited members for properties", async () => {
    expect(await errorsOf({ required: ["constructor", "toString"] }, {})).toHaveLength(2);
    const closed = { type: "object", properties: { a: {} }, additionalProperties: false };
    expect(await errorsOf(closed, JSON.parse('{"a":1,"__proto__":{"admin":true}}'))).toEqual([
      ' The property "__proto__" is not declared.',
    ]);
  });

  it("reads a schema without a draft as draft-07 and 2020-12 by its name", async () => {
    const tuple = { prefixItems: [{ type: "string" }] };
    expect(await errorsOf(tuple, [1])).toEqual([]);
    const named = { ...tuple, $schema: "https://json-schema.org/draft/2020-12/schema" };
    expect(await errorsOf(named, [1])).toEqual(['/0 Found number; allowed: "string".']);
    expect(await reasonOf({ $schema: "http://json-schema.org/draft-04/schema#" })).toBe("schema_unusable");
  });

  it("checks formats and several patterns in one schema", async () => {
    const schema = {
      properties: {
        day: { format: "date" },
        code: { pattern: "^[A-Z]{2}\\d+$" },
        word: { pattern: "^\\p{L}+$" },
      },
    };
    expect(await errorsOf(schema, { day: "2024-02-29", code: "AB12", word: "안녕" })).toEqual([]);
    expect(await errorsOf(schema, { day: "2023-02-29", code: "안녕", word: "AB12" })).toHaveLength(3);
  });

  it("fills in no defaults", async () => {
    const value = {};
    await validateAgainstSchema({ properties: { a: { default: 1 } } }, value);
    expect(value).toEqual({});
  });

  it("follows references within the schema, also recursive ones", async () => {
    const tree = {
      $ref: "#/definitions/node",
      definitions: { node: { properties: { next: { $ref: "#/definitions/node" }, n: { type: "number" } } } },
    };
    expect(await errorsOf(tree, { next: { next: { n: "x" } } })).toEqual([
      '/next/next/n Found string; allowed: "number".',
    ]);
  });
});

describe("a hostile or broken schema", () => {
  it("that is no schema is unusable", async () => {
    for (const schema of [
      { type: "strin" },
      { properties: { a: 5 } },
      { required: "a" },
      { pattern: "(" },
      5,
      null,
      [],
    ]) {
      expect([schema, await reasonOf(schema)]).toEqual([schema, "schema_unusable"]);
    }
    expect(await checkSchema({ type: "object", properties: {} })).toEqual({ valid: true });
    expect(await checkSchema({ type: "objekt" })).toMatchObject({ reason: "schema_unusable" });
  });

  it("cannot reach for another document", async () => {
    for (const $ref of [
      "https://example.com/s.json",
      "file:///etc/passwd",
      "other.json",
      "http://json-schema.org/draft-07/schema#",
    ]) {
      expect(await reasonOf({ properties: { a: { $ref } } }, { a: 1 })).toBe("schema_unusable");
    }
    expect(
      await reasonOf({ enum: [{ $ref: "https://example.com" }] }, { $ref: "https://example.com" }),
    ).toBeNull();
  });

  it("is bounded in size and depth", async () => {
    expect(await reasonOf({ description: "x".repeat(64 * 1024) })).toBe("schema_unusable");
    let deep: unknown = {};
    for (let i = 0; i < 100_000; i++) deep = { not: deep };
    expect(await reasonOf(deep)).toBe("schema_unusable");
  });

  it("cannot use a pattern that takes exponential time", async () => {
    expect(await reasonOf({ pattern: "^(a+)+$" }, `${"a".repeat(200)}!`)).toBe("mismatch");
  });

  it.each([
    ["objects that must differ", { uniqueItems: true }, Array.from({ length: 8_000 }, (_, i) => ({ i }))],
    [
      "a deep list with alternatives",
      {
        $ref: "#/definitions/n",
        definitions: {
          n: {
            not: { type: "number" },
            anyOf: [{ items: { $ref: "#/definitions/n" } }, { items: { $ref: "#/definitions/n" } }],
          },
        },
      },
      JSON.parse(`${"[".repeat(30)}5${"]".repeat(30)}`) as unknown,
    ],
    [
      "a list with many ways to be read",
      {
        items: { anyOf: Array.from({ length: 400 }, (_, i) => ({ properties: { a: { const: i } } })) },
        contains: { not: { type: "object" } },
      },
      Array.from({ length: 12_000 }, () => ({ a: -1 })),
    ],
  ])("that is slow for %s is not slow for others, however often", async (_what, schema, value) => {
    for (let each = 0; each < 4; each++) expect(await reasonOf(schema, value)).toBe("value_slow");
    expect(await reasonOf(schema, [])).not.toBe("schema_unusable");
    expect(await reasonOf(schema, {})).toBeNull();
    expect(await checkSchema(schema)).toEqual({ valid: true });
  });

  it("that takes too long to compile is refused for a while, without another try", async () => {
    const schema = { anyOf: Array.from({ length: 1_400 }, (_, i) => ({ pattern: `\\p{L}{900}${i}` })) };
    const slow = {
      valid: false,
      reason: "schema_unusable",
      errors: [{ pointer: "", detail: "The schema takes longer than 1000 ms to compile." }],
    };
    expect(await checkSchema(schema)).toEqual(slow);
    const ask = vi.spyOn(SchemaThread.prototype, "ask");
    expect(await validateAgainstSchema(schema, "x")).toEqual(slow);
    expect(await checkSchema(schema)).toEqual(slow);
    expect(ask).not.toHaveBeenCalled();
    ask.mockRestore();
    expect(await reasonOf({ type: "object" }, {})).toBeNull();
  });

  it("is answered although the thread before it could not start in time", async () => {
    const waits = [0];
    const thread = new SchemaThread({
      get startMs() {
        return waits.pop() ?? 30_000;
      },
      compileMs: 5_000,
      validateMs: 5_000,
    });
    const question = {
      draft: "draft-07",
      schema: '{"type":"string"}',
      value: '"text"',
      fill: false,
    } as const;
    await expect(thread.ask(question)).rejects.toThrow(/did not start/);
    expect(await thread.ask(question)).toMatchObject({ kind: "checked", errors: [] });
    await thread.close();
  });

  it("is given up when exponential references blow up, and this thread is never held", async () => {
    const definitions: Record<string, unknown> = { d0: { type: "string" } };
    for (let i = 1; i <= 30; i++) {
      definitions[`d${i}`] = {
        anyOf: [{ $ref: `#/definitions/d${i - 1}` }, { $ref: `#/definitions/d${i - 1}` }],
      };
    }
    let beats = 0;
    const beat = setInterval(() => (beats += 1), 5);
    expect(await reasonOf({ $ref: "#/definitions/d30", definitions }, 5)).toBe("value_slow");
    clearInterval(beat);
    expect(beats).toBeGreaterThan(3);
  });

  it("does not take the answers of checks that came at the same time", async () => {
    const slow = validateAgainstSchema(
      { uniqueItems: true },
      Array.from({ length: 8_000 }, (_, i) => ({ i })),
    );
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, i) => validateAgainstSchema({ const: i }, i % 2 === 0 ? i : -1)),
    );
    expect((await slow).valid).toBe(false);
    expect(others.map(({ valid }) => valid)).toEqual(others.map((_, i) => i % 2 === 0));
  });

  it("cannot fill the memory with errors", async () => {
    const check = await validateAgainstSchema(
      { items: { type: "string" } },
      Array.from({ length: 10_000 }, () => 1),
    );
    expect(check.valid ? 0 : check.errors.length).toBeLessThanOrEqual(20);
    expect(check.valid).toBe(false);
  });
});

it("works from a bundle that lies apart from its packages, and lets the process end", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-schema-"));
  const outfile = path.join(directory, "check.mjs");
  const source = path.join(import.meta.dirname, "json-schema.ts");
  await build({
    stdin: {
      contents: `import { validateAgainstSchema } from ${JSON.stringify(source)};
        console.log((await validateAgainstSchema({ pattern: "^a$" }, "b")).reason);`,
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    minify: true,
  });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: process.cwd() });
  fs.rmSync(directory, { recursive: true });
  expect(stdout).toBe("mismatch\n");
});
