import { describe, expect, it } from "vitest";
import { ADAPTERS } from "./adapters/registry";
import { loadDisputed } from "./runner/disputed";
import { CASES_DIRECTORY, loadCases } from "./runner/load-cases";
import { checkCase } from "./runner/run-cases";

const cases = await loadCases(CASES_DIRECTORY);
const disputed = await loadDisputed();

/** Adapters that need a server or a database are run by `npm run conformance`, not by every test run. */
const pure = ADAPTERS.filter(
  ({ kind, start }) => start === undefined && cases.some((candidate) => candidate.kind === kind),
);

describe.each(pure)("cases of the kind $kind", (adapter) => {
  const ofKind = cases.filter(({ kind, id }) => kind === adapter.kind && !disputed.has(id));

  it.each(ofKind)("$id: $title", async (testCase) => {
    expect(await checkCase(adapter, testCase)).toEqual([]);
  });
});

it("every case has a kind of its own id, and no id is used twice", () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThan(600);
});
