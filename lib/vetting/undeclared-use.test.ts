import { expect, test } from "vitest";
import { inShort } from "@/lib/testing/full-form";
import { vetSample } from "./testing/measure-samples";
import { HOSTILE } from "./testing/hostile-samples";
import { countUndeclared, undeclaredAccess, UNDECLARED_PERMISSION } from "./undeclared-use";

/** The same words that the rule writes are read again: a table that could not would say that the code agrees. */
test.each([
  ["reaches the network from Node", "network"],
  ["starts a program", "subprocess"],
  ["writes a file from a shell", "filesystem"],
] as const)("a skill that %s counts as undeclared %s", async (title, kind) => {
  const sample = HOSTILE.find((each) => each.title === `${title}, though it declares no permission`);
  if (sample === undefined) throw new Error(`no sample ${title}`);
  expect(countUndeclared((await vetSample(sample)).findings)[kind]).toBeGreaterThan(0);
});

test("every finding of the rule, in every sample, is of one kind of access", async () => {
  const reports = await Promise.all(inShort(HOSTILE, (_, at) => at % 4 === 0).map(vetSample));
  const ofRule = reports
    .flatMap(({ findings }) => findings)
    .filter(({ code }) => code.startsWith("suspicious.undeclared_"));
  expect(ofRule.length).toBeGreaterThan(0);
  expect(ofRule.filter((finding) => undeclaredAccess(finding) === null)).toEqual([]);
});

test("another finding is no undeclared access, whatever its message", () => {
  const message = "permissions.network is false, but the code uses fetch().";
  expect(undeclaredAccess({ code: UNDECLARED_PERMISSION, message })).toBe("network");
  expect(undeclaredAccess({ code: "suspicious.other", message })).toBeNull();
});
