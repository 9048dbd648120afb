import fs from "node:fs";
import { expect, test } from "vitest";
import { RULES } from "./rules";

test("docs/vetting.md lists the rules as they are, in their order", () => {
  const [, table = ""] = fs.readFileSync("docs/vetting.md", "utf8").split("## The rules");
  const rows = table.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    return cells[2]?.startsWith("`") === true ? [[cells[1], cells[2].replaceAll("`", "")]] : [];
  });
  expect(rows).toEqual(RULES.map(({ title, codes }) => [title, codes.join(", ")]));
});
