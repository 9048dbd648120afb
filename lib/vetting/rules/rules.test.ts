import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { FACT_KINDS, ORIGINS } from "../facts/fact";
import { WRITTEN_RULES } from "../testing/rule-samples";
import { VOCABULARY } from "../vocabulary/data";
import type { Rule } from "./rule";

const FOLDER = "lib/vetting/rules";
const TRANSLATIONS = ["zh-Hans", "ko"] as const;

/** What is made of the files of rules, so that a rule is written in one place. */
function keepMade(file: string, made: string): void {
  if (process.env["RECORD_DATA"] === "1") fs.writeFileSync(file, made);
  expect(fs.readFileSync(file, "utf8"), "RECORD_DATA=1 npx vitest run lib/vetting/rules").toBe(made);
}

const rules: readonly Rule[] = WRITTEN_RULES.map(({ samples: _samples, ...rule }) => rule);

test("rules.json is what the files of the rules say", () => {
  keepMade(path.join(FOLDER, "rules.json"), `${JSON.stringify(rules)}\n`);
});

test.each(TRANSLATIONS)("the meanings of findings in %s are those of the rules", (locale) => {
  const meanings: Record<string, Record<string, { meaning: string; remedy: string }>> = {};
  for (const { id, title, remedy } of rules) {
    const [group = "", code = ""] = id.split(".");
    (meanings[group] ??= {})[code] = { meaning: title[locale], remedy: remedy[locale] };
  }
  keepMade(`lib/platform/i18n/messages/${locale}/findings.json`, `${JSON.stringify(meanings, null, 2)}\n`);
});

/** Letters of East Asia take two places, so that the source of a table is one too. */
const widthOf = (text: string) =>
  Array.from(text, (letter) =>
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/.test(letter) ? 2 : 1,
  ).reduce<number>((sum, width) => sum + width, 0);

/** A table of Markdown whose columns stand below each other. */
function drawTable([head, ...rows]: readonly (readonly string[])[]): string {
  const cells = [head ?? [], ...rows];
  const widths = (head ?? []).map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ""))));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - widthOf(cell))).join(" | ")} |\n`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |\n`;
  return line(head ?? []) + rule + rows.map(line).join("");
}

const TABLE = /\|([^|\n]+)\|([^|\n]+)\|\n\| -+ \| -+ \|\n(?:\| `[a-z]+\.[a-z_]+` .*\n)+/;

test.each([
  ["docs/vetting.md", "en"],
  ["docs/zh-Hans/vetting.md", "zh-Hans"],
  ["docs/ko/vetting.md", "ko"],
] as const)("%s says of every code what is looked for, by the rules as they are", (file, locale) => {
  const document = fs.readFileSync(file, "utf8");
  expect(document).toMatch(TABLE);
  const [, code = "", sought = ""] = TABLE.exec(document) ?? [];
  const rows = rules.map(({ id, title }) => [`\`${id}\``, title[locale]]);
  const table = drawTable([[code.trim(), sought.trim()], ...rows]);
  keepMade(
    file,
    document.replace(TABLE, () => table),
  );
});

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (_id, rule) => {
  it("says what it looks for, why, and what to do", () => {
    for (const text of [rule.title.en, rule.why, rule.remedy.en]) expect(text.length).toBeGreaterThan(10);
  });

  it("asks for kinds of facts, places and purposes that there are", () => {
    for (const { when, unless, message } of rule.cases) {
      expect(message.includes("{object}")).toBe(true);
      for (const { fact, same, origin } of when) {
        expect(same === true || FACT_KINDS.includes(fact!)).toBe(true);
        for (const each of origin ?? []) expect(ORIGINS).toContain(each);
      }
      for (const kind of unless ?? []) expect(Object.keys(VOCABULARY.words)).toContain(kind);
    }
  });
});

test("no pattern of the vocabularies is longer than a person can read", () => {
  const strings = JSON.stringify(VOCABULARY).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(strings.map((each) => JSON.parse(each) as string).filter((each) => each.length > 200)).toEqual([]);
});

/** Regular expressions of a source, as far as a line shows them; a division is none. */
const LITERAL = /(?<=[\s(,[=:!?&|])\/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//g;

test("nor is one in the code", () => {
  const files = fs
    .readdirSync("lib/vetting", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|testing\//.test(name));
  const literals = files.flatMap((name) => {
    const source = fs.readFileSync(path.join("lib/vetting", name), "utf8");
    return (source.match(LITERAL) ?? []).map((literal) => `${name}: ${literal}`);
  });
  expect(literals.length).toBeGreaterThan(400);
  expect(literals.filter((each) => each.length - each.indexOf("/") > 202)).toEqual([]);
});
