import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ERROR_CODES } from "@/lib/kernel/error-codes";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const FOLDERS = ["api", "app", "components", "lib", "cli", "client", "processes", "e2e"];
const TABLES = new Set(["lib/kernel/error-codes.ts", "lib/web/http/problems/problem.ts"]);
/** A line that makes or sorts an error proves nothing about what a failure is told as. */
const MAKES_ERROR = /new DomainError\(|isDomainError\(/;
// These two go through all codes there are, so naming one there says nothing.
const ABOUT_ALL_CODES = new Set([
  "lib/web/http/problems/problem.test.ts",
  "lib/web/http/problems/error-coverage.test.ts",
]);

test("each error code is what at least one test expects something to fail with", () => {
  const expected = codesIn(
    sources((name) => TEST.test(name) && !ABOUT_ALL_CODES.has(name)),
    (line) => !MAKES_ERROR.test(line),
  );
  expect(ERROR_CODES.filter((code) => !expected.has(code))).toEqual([]);
});

test("there is no error code that nothing is told with", () => {
  const told = codesIn(
    sources((name) => !TEST.test(name) && !name.includes("/testing/") && !TABLES.has(name)),
  );
  expect(ERROR_CODES.filter((code) => !told.has(code))).toEqual([]);
});

const TEST = /\.(test|spec)\.tsx?$/;

function codesIn(texts: readonly string[], counts: (line: string) => boolean = () => true): Set<string> {
  const lines = texts.flatMap((text) => text.split("\n")).filter(counts);
  return new Set(
    lines.flatMap((line) => [...line.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, code = ""]) => code)),
  );
}

function sources(wanted: (name: string) => boolean): string[] {
  return FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name).replaceAll(path.sep, "/"))
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("lib/db/generated/") && wanted(name))
      .map((name) => fs.readFileSync(path.join(ROOT, name), "utf8")),
  );
}
