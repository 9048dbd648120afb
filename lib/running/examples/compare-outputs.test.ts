import { expect, test } from "vitest";
import { compareOutputs } from "@/lib/running/examples/replay-examples";

test("the order of keys does not count, the order of entries does", () => {
  expect(compareOutputs({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe("equal");
  expect(compareOutputs([1, 2], [2, 1])).toBe("same_shape");
});

test("a number is compared by its value, as JSON has it", () => {
  expect(compareOutputs({ a: 0 }, { a: -0 })).toBe("equal");
});

test("other values of the same kinds have the same shape", () => {
  expect(compareOutputs({ total: 1, at: "x" }, { total: 2, at: "y" })).toBe("same_shape");
});

test("a missing key, another kind or an emptied list is different", () => {
  expect(compareOutputs({ a: 1, b: 2 }, { a: 1 })).toBe("different");
  expect(compareOutputs({ a: 1 }, { a: "1" })).toBe("different");
  expect(compareOutputs({ a: null }, { a: 1 })).toBe("different");
  expect(compareOutputs({ a: [1] }, { a: [] })).toBe("different");
  expect(compareOutputs(JSON.parse('{"__proto__":{}}'), { a: {} })).toBe("different");
});
