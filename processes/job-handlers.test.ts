import { expect, test } from "vitest";
import { jobHandlers, schedules } from "./job-handlers";

test("the worker can do what it is to do again and again, each thing once in its time", () => {
  const kinds = schedules.map(({ kind }) => kind);
  expect(kinds.filter((kind) => jobHandlers[kind] === undefined)).toEqual([]);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds).toContain("forget_unpaid_quotes");
});
