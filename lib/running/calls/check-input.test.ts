import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { isDomainError } from "@/lib/kernel/errors";
import { checkInput, checkInputText } from "./check-input";
import { closeSchemaThread } from "../contract/json-schema";

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

describe("the input of a call", () => {
  it("passes unchanged, without defaults", async () => {
    expect(await checkInput({ a: "안녕" }, closed)).toEqual({ a: "안녕" });
    expect(await checkInputText(' {"a":"x"} ', closed)).toEqual({ a: "x" });
    expect(await checkInput({ anything: [1] }, null)).toEqual({ anything: [1] });
  });

  it("is refused with the place of each error", async () => {
    const error = await refusal(checkInput({ a: 1, b: 2 }, closed));
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
      const error = await refusal(checkInput(slow, schema));
      expect(error.code).toBe("INPUT_INVALID");
      expect(error.message).toMatch(/takes longer than 250 ms\. Send a smaller input/);
    }
    const good = { a: [{ i: 1 }, { i: 2 }] };
    expect(await checkInput(good, schema)).toEqual(good);
  });

  it("must be one object", async () => {
    for (const input of [["a"], "a", 5, null, true, undefined]) {
      expect((await refusal(checkInput(input, closed))).code).toBe("INPUT_INVALID");
    }
    expect((await refusal(checkInputText("{} {}", null))).code).toBe("INPUT_INVALID");
    expect((await refusal(checkInputText("", null))).message).toMatch(/is empty/);
  });

  it("has no undeclared __proto__ and no key twice", async () => {
    const smuggled = '{"a":"x","__proto__":{"admin":true}}';
    expect((await refusal(checkInputText(smuggled, closed))).code).toBe("INPUT_INVALID");
    expect((await refusal(checkInput(JSON.parse(smuggled), closed))).code).toBe("INPUT_INVALID");
    expect((await refusal(checkInputText('{"a":"x","a":"y"}', closed))).message).toMatch(/twice/);
  });

  it("has at most 20 properties and what the schema allows, if less", async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, 1]));
    expect(await checkInput(many(20), null)).toEqual(many(20));
    expect((await refusal(checkInput(many(21), null))).message).toMatch(/21 properties; at most 20/);
    expect((await refusal(checkInput(many(4), { maxProperties: 3 }))).code).toBe("INPUT_INVALID");
  });

  it("has at most 100 KiB and 32 levels", async () => {
    const sized = (bytes: number) => ({ a: "x".repeat(bytes - '{"a":""}'.length) });
    expect(await checkInput(sized(100 * 1024), null)).toBeTruthy();
    expect((await refusal(checkInput(sized(100 * 1024 + 1), null))).message).toMatch(/102401 bytes/);
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect((await refusal(checkInput({ deep }, null))).code).toBe("INPUT_INVALID");
  });

  it("is not blamed for a schema that cannot be used", async () => {
    expect((await refusal(checkInput({}, { type: "objekt" }))).code).toBe("SKILL_NOT_RUNNABLE");
  });

  it("is either returned or refused by code, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (input) => {
        const result = await checkInput(input, null).catch((error: unknown) => error);
        return isDomainError(result, "INPUT_INVALID") || typeof result === "object";
      }),
    );
  });
});
