import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { checkSkill } from "../check-skill";
import { matchSchema } from "./match-schema";
import { patternSize, PatternWork } from "./pattern-work";
import { PATTERN_MAX_STEPS } from "../constants";

/** Patterns whose programs are small; ordinary ones, of skills. */
const ORDINARY = [
  "^[a-z0-9]+(-[a-z0-9]+)*$",
  "^[^\\s@]{1,64}@[^\\s@.]+(\\.[^\\s@.]+)*$",
  "^\\d{4}-\\d{2}-\\d{2}$",
  "^[\\p{L}\\p{N} _-]{1,1000}$",
  "^(csv|tsv|json)$",
  "^#[0-9a-fA-F]{6}$",
  "^.{1,500}$",
  "[\\u4e00-\\u9fff]{2,20}",
];

describe("the size of a pattern's program, told from its text", () => {
  test.each([
    ...ORDINARY,
    ".*".repeat(900),
    "(a*)*".repeat(300),
    "((a{1,9}){1,9}){1,9}",
    "[]a\\]]{5}",
    "a|b|(c|d){3}",
  ])("%s is no more than twice what it is said to be", (pattern) => {
    const steps = RE2JS.compile(RE2JS.translateRegExp(pattern)).programSize();
    expect(steps).toBeLessThanOrEqual(2 * patternSize(pattern) + 8);
  });

  test.each([
    "\\p{L}{0,1000}".repeat(100),
    "(\\P{Lu}{1,99}){1,99}",
    "(?:(?:a{1,99}){1,99}){1,99}",
    "[\\p{L}\\p{N}]{1000}".repeat(9),
  ])("%s is found to be too large without being compiled", (pattern) => {
    expect(patternSize(pattern)).toBeGreaterThan(PATTERN_MAX_STEPS);
    expect(() => new PatternWork().matches(pattern, "a")).toThrow("too long to evaluate");
  });

  test.each(["(", "[", "a{", "a{1,", "\\", "{5}", ")*", "\\p{", "a{999999999}{999999999}"])(
    "%s, which is no pattern or none that can be had, gets some number",
    (pattern) => expect(patternSize(pattern)).toBeGreaterThan(0),
  );
});

describe("the work that the patterns of a document share", () => {
  test.each(ORDINARY)("%s is decided on ten texts of five hundred characters", (pattern) => {
    const work = new PatternWork();
    for (let each = 0; each < 10; each++)
      expect(matchSchema({ type: "string", pattern }, "a".repeat(500), work).state).not.toBe("undecided");
  });

  test.each([
    ".*".repeat(900),
    "(a*)*".repeat(300),
    "(x|xx|xxx)+y".repeat(80),
    "a?".repeat(500) + "a".repeat(500),
  ])("%s on a long text is undecided, and counted before it is run", (pattern) => {
    const result = matchSchema({ type: "string", pattern }, "a".repeat(50_000));
    expect(result).toMatchObject({
      state: "undecided",
      reason: expect.stringContaining("too long") as string,
    });
  });

  test("adds up over patterns, texts and names of members", () => {
    const work = new PatternWork();
    const pattern = ".*".repeat(90);
    const results = Array.from(
      { length: 20 },
      (_, each) =>
        matchSchema({ patternProperties: { [`${pattern}${each}`]: {} } }, { ["a".repeat(20_000)]: 1 }, work)
          .state,
    );
    expect(results[0]).toBe("match");
    expect(results.at(-1)).toBe("undecided");
  });

  test("is shared by the examples of a skill: those beyond it are not judged", () => {
    const pattern = `^${".*".repeat(100)}$`;
    const examples = Array.from(
      { length: 6 },
      () => `  - input: { text: "${"a".repeat(30_000)}\\n" }\n    output: {}\n`,
    );
    const skillMd = `---\nname: a-b\ndescription: does a thing\ninput_schema:\n  type: object\n  properties:\n    text: { type: string, pattern: '${pattern}' }\nexamples:\n${examples.join("")}---\n# A\n`;
    const { reports } = checkSkill({ files: new Map([["SKILL.md", skillMd]]), dialects: ["usk"] });
    const issues = reports
      .flatMap((report) => report.issues)
      .filter(({ code }) => code === "EXAMPLE_MISMATCH");
    expect(issues.length).toBeLessThan(6);
  });
});
