import fs from "node:fs";
import { expect, test } from "vitest";
import { RULES } from "./rules";

test("docs/vetting.md says of every code what is looked for, by the rules as they are and in their order", () => {
  const [, table = ""] = fs.readFileSync("docs/vetting.md", "utf8").split("## The rules");
  const rows = table.split("\n").flatMap((line) => {
    const [, code = "", sought] = line.split("|").map((cell) => cell.trim());
    return code.startsWith("`") ? [[code.replaceAll("`", ""), sought]] : [];
  });
  const codes = [...new Set(RULES.flatMap((rule) => rule.codes))];
  const sought = (code: string) =>
    RULES.filter((rule) => rule.codes.includes(code)).map(({ title }) => title);
  expect(rows).toEqual(codes.map((code) => [code, sought(code).join(". ")]));
});
