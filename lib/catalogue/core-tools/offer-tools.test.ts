import { describe, expect, test } from "vitest";
import { CREDENTIAL_ARGUMENT, offerTools } from "@/lib/catalogue/core-tools/offer-tools";
import type { OpenSkill } from "@/lib/catalogue/core-tools/open-skill";
import { collectQuestion, FREE_ANSWER, toQuestion } from "@/lib/catalogue/core-tools/question";
import { readSkillTools } from "@/lib/skill-format";

const tools = (yaml: string, python = "") =>
  readSkillTools(
    new Map([
      ["tools/tools.yaml", yaml],
      ["tools/handlers.py", python],
    ]),
  );

function skill(
  slug: string,
  parts: Partial<NonNullable<OpenSkill["call"]>> = {},
  priceLamports = 0n,
): OpenSkill {
  return {
    slug,
    version: "1.0.0",
    versionId: `ver_${slug}`,
    title: slug,
    description: "d",
    resembled: null,
    priceLamports,
    hints: {
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: false,
      origins: {
        readOnly: "declared",
        destructive: "declared",
        idempotent: "declared",
        openWorld: "declared",
      },
    },
    files: [],
    call: { inputSchema: null, outputSchema: null, entryPoint: "scripts/main.py", tools: [], ...parts },
  };
}

describe("tools of activated skills", () => {
  test("have names every client takes, and one each", () => {
    const long = "a".repeat(64);
    const names = [...offerTools([skill(long), skill(`${"a".repeat(63)}b`), skill("a-b")]).keys()];
    expect(names).toHaveLength(3);
    for (const name of names) expect(`mcp__emporion__${name}`).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(names[2]).toBe("run_a_b");
  });

  test("say what they give in a schema that every client compiles", () => {
    const outputSchema = {
      type: "object",
      $schema: "https://json-schema.org/draft/2030",
      required: ["a"],
      additionalProperties: false,
      properties: {
        a: { type: "string", pattern: "(a+)+$", format: "odd", description: "A text" },
        b: { type: "array", items: { $ref: "#/nowhere", type: "number", minimum: 5 } },
        c: { type: ["string", "null"] },
        d: true,
        e: { type: "object", properties: { __proto__x: { type: "bogus" } } },
      },
    };
    const [tool] = offerTools([skill("giving", { outputSchema })]).values();
    expect(tool?.outputSchema).toEqual({
      type: "object",
      properties: {
        a: { type: "string", description: "A text" },
        b: { type: "array", items: { type: "number" } },
        c: {},
        d: {},
        e: { type: "object", properties: { __proto__x: {} } },
      },
    });
  });

  test.each([
    ["none", null],
    ["one of a list", { type: "array" }],
    ["one of anything", {}],
    ["one without end", { type: "object", description: "x".repeat(40_000) }],
  ])("say nothing of what they give for %s", (_name, outputSchema) => {
    const [tool] = offerTools([skill("giving", { outputSchema })]).values();
    expect(tool?.outputSchema).toBeNull();
  });

  test("have a schema that no client refuses, whatever the skill declares", () => {
    const inputSchema = {
      type: "string",
      properties: { a: true, b: { type: "number" }, c: null },
      required: "a",
    };
    const [tool] = offerTools([skill("odd", { inputSchema })]).values();
    expect(tool?.inputSchema).toEqual({
      type: "object",
      properties: { a: {}, b: { type: "number" }, c: {} },
      required: [],
    });
    const huge = { type: "object", properties: { a: { description: "x".repeat(40_000) } } };
    const [cut] = offerTools([skill("huge", { inputSchema: huge })]).values();
    expect(cut?.inputSchema).toEqual({ type: "object", properties: {}, required: [] });
  });

  test("take a payment only when they have a price, and never in the place of an argument of their own", () => {
    const own = { type: "object", properties: { [CREDENTIAL_ARGUMENT]: { type: "integer" } } };
    const offered = [
      ...offerTools([skill("free"), skill("dear", {}, 5n), skill("own", { inputSchema: own }, 5n)]).values(),
    ].map(({ inputSchema }) => inputSchema.properties[CREDENTIAL_ARGUMENT]);
    expect(offered).toEqual([undefined, expect.objectContaining({ type: "string" }), { type: "integer" }]);
  });
});

describe("tools/tools.yaml", () => {
  const tool = (name: string, type = "compute") => `- {name: ${name}, type: ${type}, parameters: []}`;

  test("gives the tools that can be offered, with those that have a handler", () => {
    const yaml = `tools:\n${[tool("one"), tool("two", "display"), tool("one"), tool("bad name"), tool("x", "shell")].join("\n")}\n`;
    const python = '@tool_handler("one")\nasync def f(args, context):\n    return {}\n';
    expect(tools(yaml, python).map(({ name, type, handled }) => [name, type, handled])).toEqual([
      ["one", "compute", true],
      ["two", "display", false],
    ]);
  });

  test.each([
    ["nothing", ""],
    ["no list", "tools: 1"],
    ["items of other kinds", "tools: [1, null, [2], {name: 3}]"],
    ["no YAML", "tools: ["],
  ])("with %s gives none", (_name, yaml) => {
    expect(tools(yaml)).toEqual([]);
  });

  test("is not read without end", () => {
    const many = Array.from({ length: 500 }, (_, i) => tool(`t${i}`)).join("\n");
    expect(tools(`tools:\n${many}\n`)).toHaveLength(30);
  });
});

describe("a question to a person", () => {
  test("has the plain fields of a schema, without patterns and what is nested", () => {
    const schema = {
      properties: {
        name: { type: "string", pattern: "(a+)+$", title: "Name", enum: ["x", 1] },
        age: { type: "integer", minimum: 1, maximum: "9" },
        ok: { type: "boolean" },
        deep: { type: "object" },
      },
      required: ["name", "deep", 7],
    };
    expect(toQuestion(schema)).toEqual({
      type: "object",
      properties: {
        name: { type: "string", title: "Name", enum: ["x"] },
        age: { type: "integer", minimum: 1 },
        ok: { type: "boolean" },
      },
      required: ["name"],
    });
  });

  test("is one free answer where nothing plain is declared", () => {
    expect(collectQuestion([], null)).toEqual(FREE_ANSWER);
    expect(toQuestion({ properties: { a: { type: "object" } } })).toBeNull();
  });
});
