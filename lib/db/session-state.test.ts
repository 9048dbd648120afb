import fs from "node:fs";
import { expect, test } from "vitest";

/**
 * What stays with a connection when its transaction has ended. A pooler hands the connection to somebody else, who then
 * has a lock, a setting or a table that they know nothing of.
 */
const STAYS =
  /pg_(?:try_)?advisory_(?:lock|unlock)\b|\b(?:un)?listen "?[a-z_]+"?\s*[`;]|set_config\([^)]*,\s*false\)|["'`;]\s*set (?!local\b|transaction\b)[a-z_]+ (?:=|to) |create temp(?:orary)? |\bwith hold\b|\bdiscard (?:all|plans)\b/i;

const FOLDERS = ["api", "app", "cli", "lib", "processes", "scripts"];
const sources = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$|(?:generated|testing)\//.test(name))
    .map((name) => `${folder}/${name}`),
);

test("no statement leaves anything on a connection that outlives its transaction", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => STAYS.test(fs.readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  "select pg_advisory_lock($1)",
  "select set_config('lock_timeout', '1', false)",
  "`set lock_timeout = 1`",
  "create temporary table x (a text)",
  "`listen jobs`",
])("%s is such a statement", (statement) => expect(statement).toMatch(STAYS));
