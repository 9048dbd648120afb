import { getHeapStatistics } from "node:v8";
import { describe, expect, it, vi } from "vitest";
import { inShort, IS_FULL } from "@/lib/testing/full-form";
import { checkSkill } from "./check-skill";
import { NO_EVOLUTION } from "./evolution/evolution";
import { readEvolution } from "./evolution/read-evolution";
import { stitchSkill } from "./evolution/stitch-skill";
import { findSchemaIssue } from "./json-schema/check-schema";
import { matchSchema } from "./json-schema/match-schema";
import { CHECK_PROFILES, type JsonSchema } from "./types";
import { describeFields } from "./describe-fields";

const HEAP_LIMIT_MIB = 1_024;
/** As large as an upload may be, or large enough to show what holds it several times. */
const BODY_BYTES = (IS_FULL ? 5 : 2) * 1024 * 1024;

function expectBounded(work: () => unknown): void {
  work();
  expect(getHeapStatistics().total_heap_size / 1024 / 1024).toBeLessThan(HEAP_LIMIT_MIB);
}

vi.setConfig({ testTimeout: 600_000 });

const HEAD = "---\nid: a\nname: a\ndescription: Use it.\nversion: 1.0.0\n---\n";

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

function checkAll(files: Map<string, string>): void {
  for (const profile of CHECK_PROFILES) void checkSkill({ files, dialects: [profile] }).manifest;
  describeFields(files);
}

describe("a body of mebibytes", () => {
  const pieces = [
    "\n",
    "\r",
    "#\n",
    "a\n=\n",
    "```\n",
    "> ",
    "[a](b)\n",
    "](",
    "`",
    "<!--",
    "|rules/x.md|\n",
    "字",
  ];
  it.each(inShort(pieces, ["\n", "```\n", "[a](b)\n", "<!--", "字"]))(
    "of %j is checked and stitched, or refused, within bounds",
    (piece) => {
      const files = new Map([["SKILL.md", HEAD + fill(piece, BODY_BYTES - HEAD.length)]]);
      expectBounded(() => {
        checkAll(files);
        stitchSkill(files, { ...NO_EVOLUTION, fixes: ["x"] });
      });
    },
  );

  it("with more lines than are looked through is not stitched, as a section could be missed", () => {
    const files = new Map([["SKILL.md", HEAD + "\n".repeat(200_000)]]);
    expect(stitchSkill(files, { ...NO_EVOLUTION, fixes: ["x"] })).toMatchObject({
      ok: false,
      findings: [{ message: "has more than 100000 lines" }],
    });
  });
});

describe("a field of a quarter of a megabyte", () => {
  const values: [string, string][] = [
    ["an address that almost is one", `https://${"a".repeat(120_000)} ${"b".repeat(100_000)}`],
    ["letters and hyphens", "a-".repeat(120_000)],
    ["brackets", "(".repeat(240_000)],
    ["versions", "1.".repeat(120_000)],
    ["a date and blanks", `2026-01-23 ${" ".repeat(230_000)}x`],
    ["a long tool list", `工具：${"a,".repeat(115_000)}`],
    ["licences", "MIT OR ".repeat(34_000)],
    ["dots", ".".repeat(240_000)],
  ];
  it.each(inShort(values, ["letters and hyphens", "versions", "dots"]))(
    "%s, in every place, is judged within bounds",
    (_name, value) => {
      const keys = [
        "name",
        "description",
        "version",
        "source_url",
        "homepage",
        "source_hash",
        "created_at",
        "license",
      ];
      for (const key of [...keys, "allowed-tools", "author", "entry_point", "compatibility", "tags", "id"]) {
        const text = `---\n${key}: ${JSON.stringify(value)}\n---\n`;
        expectBounded(() => checkAll(new Map([["SKILL.md", text]])));
      }
    },
  );
});

describe("files beside SKILL.md", () => {
  it("an evolution.json of many members is read within bounds, each repeated one named", () => {
    const members = Array.from({ length: 50_000 }, (_, index) => `"${index}":1`).join(",");
    expectBounded(() => readEvolution(`{${members}}`));
    expect(readEvolution('{"a":1,"b":2,"a":3}').findings[0]).toMatchObject({ path: "evolution.json#a" });
  });

  it("thousands of tools and handlers are compared within bounds", () => {
    const files = new Map([
      ["SKILL.md", HEAD],
      ["tools/tools.yaml", `tools:\n${"- name: a\n".repeat(4_000)}`],
      ["tools/handlers.py", "@tool_handler('a')\nasync def f(args, context): pass\n".repeat(9_000)],
    ]);
    expectBounded(() => checkSkill({ files, dialects: ["vibelife"] }).reports);
  });
});

describe("a hostile schema ends, as a verdict or undecided", () => {
  const nested = (depth: number, wrap: (inner: unknown) => unknown): JsonSchema => {
    let schema: unknown = {};
    for (let level = 0; level < depth; level += 1) schema = wrap(schema);
    return schema as JsonSchema;
  };
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => [
      `a${level}`,
      { anyOf: [{ $ref: `#/definitions/a${level + 1}` }, { $ref: `#/definitions/a${level + 1}` }] },
    ]),
  );
  const cases: [string, JsonSchema, unknown][] = [
    [
      "a pattern that takes exponential time elsewhere",
      { type: "string", pattern: "^(a+)+$" },
      `${"a".repeat(50_000)}!`,
    ],
    ["a pattern of nested counts", { pattern: "(((a{1,100}){1,100}){1,100}){1,100}" }, "a".repeat(1_000)],
    [
      "many different objects",
      { uniqueItems: true },
      Array.from({ length: 20_000 }, (_, a) => ({ a, b: [a] })),
    ],
    ["references that double", { ...doubling["a0"], definitions: { ...doubling, a40: false } }, 1],
    ["a reference to itself", { $ref: "#" }, 1],
    [
      "two that refer to each other",
      {
        $ref: "#/definitions/a",
        definitions: { a: { $ref: "#/definitions/b" }, b: { $ref: "#/definitions/a" } },
      },
      1,
    ],
    ["a depth of 2,000", nested(2_000, (inner) => ({ properties: { a: inner } })), { a: {} }],
    ["a depth of 20,000", nested(20_000, (inner) => ({ not: inner })), 1],
    ["a large enumeration", { enum: Array.from({ length: 50_000 }, (_, a) => ({ a })) }, { a: -1 }],
    ["a reference far away", { $ref: "https://example.com/schema" }, 1],
    [
      "a member of every object",
      { properties: { __proto__: { type: "string" } }, required: ["constructor"] },
      {},
    ],
  ];
  it.each(cases)("%s", (_name, schema, value) => {
    expectBounded(() => {
      findSchemaIssue(schema);
      expect(["match", "mismatch", "undecided"]).toContain(matchSchema(schema, value).state);
    });
  });
});
