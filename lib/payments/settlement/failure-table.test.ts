import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const CASES = 46;
const ROOM = path.resolve(import.meta.dirname, "..");
const tests = fs.readdirSync(ROOM, { recursive: true, encoding: "utf8" });
const ROW = /^\| (\d+) +\|[^|]+\|[^|]+\| `([\w/-]+\.test\.ts)`: (.+?) *\|$/gm;
const rows = [...fs.readFileSync("docs/settlement-failures.md", "utf8").matchAll(ROW)];

test("the table of failures has every case, once", () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: CASES }, (_, i) => i + 1));
});

test.each(rows.map(([, number, file, title]) => ({ number, file, title })))(
  "case $number is tested: $title",
  ({ file = "", title = "" }) => {
    const named = tests.filter((each) => path.basename(each) === path.basename(file));
    expect(named.map((each) => fs.readFileSync(path.join(ROOM, each), "utf8")).join("\n")).toContain(title);
  },
);
