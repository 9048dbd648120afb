import { expect, test } from "vitest";
import { findWeakest, sumAccess } from "./get-set";

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

test("the weakest is the first of those with the lowest audit state", () => {
  const rows = (...states: ("Audited" | "Optimistic" | "Unverified")[]) =>
    states.map((auditState, place) => ({ auditState, place }));
  expect(findWeakest([])).toBeNull();
  expect(findWeakest(rows("Audited", "Audited"))?.place).toBe(0);
  expect(findWeakest(rows("Audited", "Optimistic"))?.place).toBe(1);
  expect(findWeakest(rows("Audited", "Unverified", "Optimistic", "Unverified"))?.place).toBe(1);
});
