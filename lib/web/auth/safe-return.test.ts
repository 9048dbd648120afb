import { expect, test } from "vitest";
import { safeReturn } from "@/lib/web/auth/safe-return";

test.each<[unknown, boolean]>([
  ["/", true],
  ["/skills/json-diff?tab=files&n=1#reviews", true],
  ["/ko/%ED%95%9C", true],
  ["//evil.example", false],
  ["/.//evil.example", false],
  ["/a/..//evil.example", false],
  ["/a//b", true],
  ["/\\evil.example", false],
  ["https://evil.example", false],
  ["javascript:alert(1)", false],
  ["skills", false],
  ["", false],
  ["/a b", false],
  ["/a#", false],
  ["/a\n", false],
  [undefined, false],
  [["/a"], false],
])("%j stays here: %s", (wanted, stays) => {
  expect(safeReturn(wanted, "/dashboard")).toBe(stays ? wanted : "/dashboard");
});
