import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { jsonOf, writtenFrom } from "@/api/frame/json-of";

const AT = new Date("2026-11-28T10:00:00.000Z");

test.each([
  [
    "names in snake case",
    z.object({ downloads_7d: z.int(), p50_ms: z.int() }),
    { downloads7d: 1, p50Ms: 2 },
    { downloads_7d: 1, p50_ms: 2 },
  ],
  [
    "times, amounts and bytes",
    z.object({ at: z.string(), lamports: z.string(), hash: z.base64() }),
    { at: AT, lamports: 12n ** 20n, hash: Uint8Array.of(1, 2, 255) },
    { at: "2026-11-28T10:00:00.000Z", lamports: "3833759992447475122176", hash: "AQL/" },
  ],
  [
    "objects and lists inside",
    z.object({ a_b: z.array(z.object({ c_d: z.string().nullable() })) }),
    { aB: [{ cD: null }, { cD: "x" }] },
    { a_b: [{ c_d: null }, { c_d: "x" }] },
  ],
  [
    "null and what is left out",
    z.object({ a_b: z.object({ c: z.string() }).nullable(), d_e: z.string().optional() }),
    { aB: null, dE: null },
    { a_b: null },
  ],
  [
    "constants",
    z.object({ status: z.literal("success"), done: z.literal(true) }),
    {},
    { status: "success", done: true },
  ],
  [
    "records as they are",
    z.object({ input_schema: z.record(z.string(), z.unknown()) }),
    { inputSchema: { camelCase: { snake_case: 1 } } },
    { input_schema: { camelCase: { snake_case: 1 } } },
  ],
  [
    "false, zero and the empty text",
    z.object({ a: z.boolean(), b: z.int(), c: z.string() }),
    { a: false, b: 0, c: "" },
    { a: false, b: 0, c: "" },
  ],
])("%s", (_, schema, view, expected) => {
  const written = jsonOf<z.ZodType>(schema)(view);
  expect(written).toEqual(expected);
  expect(schema.parse(written)).toEqual(written);
});

test("what the schema does not name is not written", () => {
  const schema = z.object({ name: z.string(), agent: z.object({ name: z.string() }) });
  const view = { name: "x", secret: 1, agent: { name: "a", sessionHash: "2" } };
  expect(jsonOf(schema)(view)).toEqual({ name: "x", agent: { name: "a" } });
});

test("null where a whole may be null", () => {
  const schema = z.object({ at: z.string() }).nullable();
  expect([jsonOf(schema)(null), jsonOf(z.array(schema))([null, { at: AT }])]).toEqual([
    null,
    [null, { at: "2026-11-28T10:00:00.000Z" }],
  ]);
});

test("computed members come before those of the view, and are written by their schemas, wherever the whole stands", () => {
  const inner = writtenFrom(z.object({ at: z.string(), is_old: z.boolean() }), (at: Date) => ({
    at,
    is_old: false,
  }));
  const schema = writtenFrom(
    z.object({
      id: z.string(),
      name: z.string(),
      yanked: z.boolean(),
      note: z.string().nullable(),
      last: inner.nullable().describe("Described later"),
    }),
    (view: { slug: string; yankedAt: Date | null }) => ({
      name: `${view.slug}!`,
      yanked: view.yankedAt !== null,
      note: null,
      last: view.yankedAt,
    }),
  ).describe("Described later");
  const toJson = jsonOf(z.object({ results: z.array(schema) }));
  const results = [
    { id: "1", slug: "a", yankedAt: null },
    { id: "2", slug: "b", yankedAt: AT },
  ];
  expect(toJson({ results })).toEqual({
    results: [
      { id: "1", name: "a!", yanked: false, note: null, last: null },
      {
        id: "2",
        name: "b!",
        yanked: true,
        note: null,
        last: { at: "2026-11-28T10:00:00.000Z", is_old: false },
      },
    ],
  });
});
