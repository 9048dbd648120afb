import { expect, test } from "vitest";
import { decideAccessChange, isSkillAccess } from "@/lib/publishing/access/decide-access-change";
import { SKILL_ACCESSES } from "@/lib/registry/views";

const CALLED = null;
const TEXT = "It has instructions alone.";

test.each([
  // from, to, isJudged, notCalled, refusal
  ["public", "public", true, TEXT, null],
  ["call_only", "call_only", true, TEXT, null],
  ["private", "private", true, TEXT, null],
  ["public", "private", false, CALLED, null],
  ["public", "private", true, CALLED, "was_shown"],
  ["call_only", "private", false, CALLED, null],
  ["call_only", "private", true, CALLED, "was_shown"],
  ["public", "call_only", false, CALLED, null],
  ["public", "call_only", true, CALLED, null],
  ["public", "call_only", false, TEXT, "not_callable"],
  ["public", "call_only", true, TEXT, "not_callable"],
  ["private", "call_only", true, CALLED, null],
  ["private", "call_only", true, TEXT, "not_callable"],
  ["private", "public", true, CALLED, null],
  ["private", "public", true, TEXT, null],
  ["private", "public", false, TEXT, null],
  ["call_only", "public", true, CALLED, null],
  ["call_only", "public", true, TEXT, null],
] as const)("from %s to %s, judged: %s, not called because: %s", (from, to, isJudged, notCalled, refusal) => {
  expect(decideAccessChange({ from, to }, { isJudged, notCalled })).toBe(refusal);
});

test("the three words, and no other", () => {
  expect(SKILL_ACCESSES.every(isSkillAccess)).toBe(true);
  expect(["", "Public", "call-only", "members", "toString"].some(isSkillAccess)).toBe(false);
});
