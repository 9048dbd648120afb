import { afterAll, expect, test } from "vitest";
import { acceptInput } from "@/lib/running/calls/check-input";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";

afterAll(closeSchemaThread);

test("an ordinary input is accepted as it is", async () => {
  const input = { proto: "__proto__", list: [{ constructor: 1 }] };
  expect(await acceptInput(input, null)).toEqual(input);
});

test("a member named __proto__ is refused with its place, at any depth and under any schema", async () => {
  for (const schema of [null, { type: "object" }]) {
    const input: unknown = JSON.parse('{"a":[{"b/c":{"__proto__":{"admin":true}}}]}');
    await expect(acceptInput(input, schema)).rejects.toMatchObject({
      code: "INPUT_INVALID",
      details: { errors: [{ pointer: "/a/0/b~1c/__proto__" }] },
    });
  }
  await expect(acceptInput(JSON.parse('{"__proto__":1}'), null)).rejects.toMatchObject({
    code: "INPUT_INVALID",
  });
});

test("what checkInput refuses stays refused", async () => {
  await expect(acceptInput({ a: 1 }, { required: ["b"] })).rejects.toMatchObject({ code: "INPUT_INVALID" });
});
