import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const TABLE = "lib/web/http/limits/request-limits.ts";
const SOURCE = /(?<!\.test)\.tsx?$/;

test("no two limits share a counter", () => {
  const names = Object.values(REQUEST_LIMITS).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(new Set(names).size).toBe(names.length);
});

test("every limit of requests stands in the table", () => {
  const files = ["api", "app", "lib"].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/"))),
  );
  const sources = files.filter((name) => SOURCE.test(name) && !name.includes("/generated/"));
  const own = sources.filter((name) =>
    /\bpoints: [\d(]/.test(fs.readFileSync(path.join(ROOT, name), "utf8")),
  );
  expect(sources).toContain(TABLE);
  expect(own).toEqual([]);
});
