import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const CASES = 46;
const ROW = /^\| (\d+) +\|[^|]+\|[^|]+\| `([\w/-]+\.test\.ts)`: (.+?) *\|$/gm;
const rows = [...fs.readFileSync("docs/settlement-failures.md", "utf8").matchAll(ROW)];

test("the table of failures has every case, once", () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: CASES }, (_, i) => i + 1));
});

test.each(rows.map(([, number, file, title]) => ({ number, file, title })))(
  "case $number is tested: $title",
  ({ file = "", title = "" }) => {
    expect(fs.readFileSync(path.join(import.meta.dirname, file), "utf8")).toContain(title);
  },
);
