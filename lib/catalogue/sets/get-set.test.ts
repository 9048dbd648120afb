import { expect, test } from "vitest";
import { sumAccess, weakest } from "./get-set";

type Access = Parameters<typeof sumAccess>[0][number];
const access = (more: Partial<Access>): Access =>
  ({ network: false, filesystem: false, subprocess: false, envVars: [], ...more }) as Access;

test.each<[string, Access[], boolean | null]>([
  ["no part", [], false],
  ["all say no", [access({}), access({})], false],
  ["one says yes", [access({}), access({ network: true })], true],
  ["one says nothing", [access({}), access({ network: null })], null],
  ["one says yes and one nothing", [access({ network: null }), access({ network: true })], true],
])("the sum of network, where %s", (_name, all, sum) => expect(sumAccess(all).network).toBe(sum));

test("the sum of variables is all of them, and how many parts say nothing", () => {
  const all = [access({ envVars: ["B", "A"] }), access({ envVars: ["A"] }), access({ envVars: null })];
  expect(sumAccess(all)).toMatchObject({ envVars: ["A", "B"], envVarsUndeclared: 1 });
});

test("the weakest audit", () => {
  expect(weakest([])).toBeNull();
  expect(weakest(["Audited", "Audited"])).toBe("Audited");
  expect(weakest(["Audited", "Optimistic"])).toBe("Optimistic");
  expect(weakest(["Audited", "Unverified", "Optimistic"])).toBe("Unverified");
});
