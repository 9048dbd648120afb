import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { acceptInput, applyDefaults } from "@/lib/running/calls/check-input";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";

afterAll(closeSchemaThread);

const closed = {
  type: "object",
  properties: { a: { type: "string" }, mode: { default: "fast" } },
  required: ["a"],
  additionalProperties: false,
  maxProperties: 20,
};

async function refusal(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isDomainError(error)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

describe("what a skill is given", () => {
  const five = { type: "integer", default: 5 };
  const of = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
  const itself = { a: 1 };

  it.each([
    ["no schema", null, itself, itself],
    ["a schema without defaults", of({ b: { type: "integer" } }), itself, itself],
    ["a default that is missing", of({ b: five }), itself, { a: 1, b: 5 }],
    ["what was sent, whatever it is", of({ b: { default: 5 } }), { b: null }, { b: null }],
    ["a nought that was sent", of({ b: five }), { b: 0 }, { b: 0 }],
    ["a default of false", of({ b: { type: "boolean", default: false } }), {}, { b: false }],
    ["a default that is a list", of({ b: { default: [1, { c: 2 }] } }), {}, { b: [1, { c: 2 }] }],
    ["a default inside an object that was sent", of({ o: of({ b: five }) }), { o: {} }, { o: { b: 5 } }],
    ["nothing for an object that was not", of({ o: of({ b: five }) }), {}, {}],
    ["a default inside a default", of({ o: { ...of({ b: five }), default: {} } }), {}, { o: { b: 5 } }],
    [
      "a default in each item",
      of({ l: { items: of({ b: five }) } }),
      { l: [{}, { b: 1 }] },
      { l: [{ b: 5 }, { b: 1 }] },
    ],
    [
      "a default behind a reference",
      of({ o: { $ref: "#/definitions/o" } }, { definitions: { o: of({ b: five }) } }),
      { o: {} },
      { o: { b: 5 } },
    ],
    ["a default in one of two ways: none", { anyOf: [of({ b: five }), of({ c: five })] }, itself, itself],
    ["a default the schema refuses: none", of({ b: { type: "integer", default: "5" } }), itself, itself],
    [
      "one property too many: none",
      of({ b: five }, { maxProperties: 1, additionalProperties: true }),
      itself,
      itself,
    ],
    ["nothing to inherit", of({ ["__proto__"]: { default: { x: 1 } } }), {}, {}],
    ["a property that is called default", of({ default: { type: "string" } }), itself, itself],
  ])("with %s", async (_name, schema, input, given) => {
    const sent = JSON.stringify(input);
    expect(await applyDefaults(input, schema)).toEqual(given);
    expect(JSON.stringify(input)).toBe(sent);
  });

  it("is never more than an input may be", async () => {
    const long = of({ l: { items: of({ text: { default: "x".repeat(40_000) } }) } });
    for (const items of [2, 3, 100, 30_000]) {
      const input = { l: Array.from({ length: items }, () => ({})) };
      const given = await applyDefaults(input, long);
      expect([items, JSON.stringify(given).length <= 100 * 1024]).toEqual([items, true]);
      expect([items, given === input]).toEqual([items, items > 2]);
    }
    const wide = of(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, { default: n }])));
    expect(await applyDefaults({}, wide)).toEqual({});
    const deep = { default: JSON.parse(`${"[".repeat(32)}${"]".repeat(32)}`) as unknown };
    expect(await applyDefaults({}, of({ deep }))).toEqual({});
  });

  it("is decided by the input as it was sent: what is required is sent", async () => {
    const schema = of({ b: five }, { required: ["b"] });
    expect((await refusal(acceptInput({}, schema))).code).toBe("INPUT_INVALID");
    expect(await acceptInput({}, of({ b: five }))).toEqual({});
  });
});

describe("the input of a call", () => {
  it("passes unchanged, without defaults", async () => {
    expect(await acceptInput({ a: "안녕" }, closed)).toEqual({ a: "안녕" });
    expect(await acceptInput({ anything: [1] }, null)).toEqual({ anything: [1] });
  });

  it("is refused with the place of each error", async () => {
    const error = await refusal(acceptInput({ a: 1, b: 2 }, closed));
    expect(error.code).toBe("INPUT_INVALID");
    expect(error.details["errors"]).toEqual([
      { pointer: "", detail: 'The property "b" is not declared.' },
      { pointer: "/a", detail: 'Found number; allowed: "string".' },
    ]);
  });

  it("that takes too long to check is refused to who sent it, and stays possible for others", async () => {
    const schema = { properties: { a: { type: "array", uniqueItems: true } } };
    const slow = { a: Array.from({ length: 6_000 }, (_, k) => ({ k })) };
    for (let each = 0; each < 4; each++) {
      const error = await refusal(acceptInput(slow, schema));
      expect(error.code).toBe("INPUT_INVALID");
      expect(error.message).toMatch(/takes longer than 250 ms\. Send a smaller input/);
    }
    const good = { a: [{ i: 1 }, { i: 2 }] };
    expect(await acceptInput(good, schema)).toEqual(good);
  });

  it("must be one object", async () => {
    for (const input of [["a"], "a", 5, null, true, undefined]) {
      expect((await refusal(acceptInput(input, closed))).code).toBe("INPUT_INVALID");
    }
  });

  it("has no undeclared __proto__", async () => {
    const smuggled = '{"a":"x","__proto__":{"admin":true}}';
    expect((await refusal(acceptInput(JSON.parse(smuggled), closed))).code).toBe("INPUT_INVALID");
  });

  it("has at most 20 properties and what the schema allows, if less", async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, 1]));
    expect(await acceptInput(many(20), null)).toEqual(many(20));
    expect((await refusal(acceptInput(many(21), null))).message).toMatch(/21 properties; at most 20/);
    expect((await refusal(acceptInput(many(4), { maxProperties: 3 }))).code).toBe("INPUT_INVALID");
  });

  it("has at most 100 KiB and 32 levels", async () => {
    const sized = (bytes: number) => ({ a: "x".repeat(bytes - '{"a":""}'.length) });
    expect(await acceptInput(sized(100 * 1024), null)).toBeTruthy();
    expect((await refusal(acceptInput(sized(100 * 1024 + 1), null))).message).toMatch(/102401 bytes/);
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect((await refusal(acceptInput({ deep }, null))).code).toBe("INPUT_INVALID");
  });

  it("is not blamed for a schema that cannot be used", async () => {
    expect((await refusal(acceptInput({}, { type: "objekt" }))).code).toBe("SKILL_NOT_RUNNABLE");
  });

  it("is either returned or refused by code, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (input) => {
        const result = await acceptInput(input, null).catch((error: unknown) => error);
        return isDomainError(result, "INPUT_INVALID") || typeof result === "object";
      }),
    );
  });
});

it("that is ordinary is accepted as it is", async () => {
  const input = { proto: "__proto__", list: [{ constructor: 1 }] };
  expect(await acceptInput(input, null)).toEqual(input);
});

it("with a member named __proto__ is refused with its place, at any depth and under any schema", async () => {
  for (const schema of [null, { type: "object" }]) {
    const input: unknown = JSON.parse('{"a":[{"b/c":{"__proto__":{"admin":true}}}]}');
    const error = await refusal(acceptInput(input, schema));
    expect(error.details["errors"]).toMatchObject([{ pointer: "/a/0/b~1c/__proto__" }]);
  }
  expect((await refusal(acceptInput(JSON.parse('{"__proto__":1}'), null))).code).toBe("INPUT_INVALID");
});
