import { expect, test } from "vitest";
import { failureSummary } from "./failure-summary.ts";

const REQUEST = 'web    │ {"level":30,"path":"/healthz","status":200}';

test("of unit tests it begins with the first failure", () => {
  const output = `${" ✓ fine\n".repeat(500)}\n⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n\n FAIL a.test.ts\nAssertionError\n\n Tests 1 failed | 500 passed (501)\n`;
  expect(failureSummary(output)).toMatch(/^⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n\n FAIL a\.test\.ts\n[^]*\(501\)$/);
});

test("an error outside of any test is told, although every test passed", () => {
  const output =
    " ✓ fine\n⎯⎯ Unhandled Errors ⎯⎯\nError: write EPIPE\n Tests 1 passed (1)\n Errors 1 error\n";
  expect(failureSummary(output)).toBe(
    "⎯⎯ Unhandled Errors ⎯⎯\nError: write EPIPE\n Tests 1 passed (1)\n Errors 1 error",
  );
});

test("of browser tests it leaves out what the market's processes say", () => {
  const output = `  ✘  1 [market] › a.spec.ts\n${REQUEST}\n\n  1) [market] › a.spec.ts:3:1 › a page\n\n    Error: no such button\n${REQUEST}\n  1 failed\n`;
  expect(failureSummary(output)).toBe(
    "  1) [market] › a.spec.ts:3:1 › a page\n\n    Error: no such button\n  1 failed",
  );
});

test("of anything else it is the last lines, 150 at most", () => {
  const lines = Array.from({ length: 400 }, (_, i) => `line ${i}`);
  expect(failureSummary(lines.join("\n"))).toBe(lines.slice(250).join("\n"));
  const failures = ["  1) first", ...lines].join("\n");
  expect(failureSummary(failures).split("\n")).toHaveLength(150);
});
