import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { FACT_KINDS, ORIGINS } from "../facts/fact";
import { VOCABULARY } from "../vocabulary/data";
import type { Rule } from "./rule";

const FOLDER = "lib/vetting/rules";
const TRANSLATIONS = ["zh-Hans", "ko"] as const;

/** The rules as they are written, by the names of their files. */
function readRules(): Rule[] {
  const names = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"));
  return names.sort().map((name) => parse(fs.readFileSync(path.join(FOLDER, name), "utf8")) as Rule);
}

/** What is made of the files of rules, so that a rule is written in one place. */
function keepMade(file: string, made: string): void {
  if (process.env["RECORD_DATA"] === "1") fs.writeFileSync(file, made);
  expect(fs.readFileSync(file, "utf8"), "RECORD_DATA=1 npx vitest run lib/vetting/rules").toBe(made);
}

const rules = readRules();

test("rules.json is what the files of the rules say", () => {
  keepMade(path.join(FOLDER, "rules.json"), `${JSON.stringify(rules)}\n`);
});

test.each(TRANSLATIONS)("the meanings of findings in %s are those of the rules", (locale) => {
  const meanings: Record<string, Record<string, { meaning: string; remedy: string }>> = {};
  for (const { id, title, remedy } of rules) {
    const [group = "", code = ""] = id.split(".");
    (meanings[group] ??= {})[code] = { meaning: title[locale], remedy: remedy[locale] };
  }
  keepMade(`lib/i18n/messages/${locale}/findings.json`, `${JSON.stringify(meanings, null, 2)}\n`);
});

test("docs/vetting.md says of every code what is looked for, by the rules as they are", () => {
  const [, table = ""] = fs.readFileSync("docs/vetting.md", "utf8").split("## The rules");
  const rows = table.split("\n").flatMap((line) => {
    const [, code = "", sought] = line.split("|").map((cell) => cell.trim());
    return code.startsWith("`") ? [[code.replaceAll("`", ""), sought]] : [];
  });
  expect(rows).toEqual(rules.map(({ id, title }) => [id, title.en]));
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
