import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ERROR_CODES } from "@/lib/error-codes";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["api", "app", "components", "lib", "cli", "processes", "e2e"];
// These two go through all codes there are, so naming one there says nothing.
const ABOUT_ALL_CODES = new Set(["lib/http/problem.test.ts", "lib/http/error-coverage.test.ts"]);

test("each error code is what at least one test expects something to fail with", () => {
  const tests = FOLDERS.flatMap(testFiles).map((file) => fs.readFileSync(file, "utf8"));
  const expected = new Set(
    tests.flatMap((text) => [...text.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, code]) => code)),
  );
  const untested = ERROR_CODES.filter((code) => !expected.has(code));
  expect(untested).toEqual([]);
});

function testFiles(folder: string): string[] {
  const names = fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((name) => !ABOUT_ALL_CODES.has(name.replaceAll(path.sep, "/")))
    .map((name) => path.join(ROOT, name));
}
