import { expect, test } from "vitest";
import { jobHandlers } from "./job-handlers";
import { SCHEDULES, schedulesOfSettings } from "./schedules";

test("the worker can do what it is to do again and again, each thing once in its time", () => {
  const kinds = SCHEDULES.map(({ kind }) => kind);
  expect(kinds.filter((kind) => jobHandlers[kind] === undefined)).toEqual([]);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds).toContain("forget_unpaid_quotes");
});

test("without a model for meaning and a source of rates neither is asked again and again", () => {
  const kinds = new Set(schedulesOfSettings().map(({ kind }) => kind));
  expect(SCHEDULES.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([
    "embed_skills",
    "refresh_rate",
  ]);
});
