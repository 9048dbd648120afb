import { expect, test } from "vitest";
import { LEAST_ALIKE, sketchContent } from "./sketch-content";

const SENTENCES = Array.from(
  { length: 40 },
  (_, at) =>
    `Step ${at} reads table number ${at * 7} and writes row ${at * 13} into the report of day ${at % 5}.`,
);
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const skill = (text: string, name = "pdf-tools") => [
  file("SKILL.md", `---\nname: ${name}\n---\n\n${text}\n`),
];
const TEXT = SENTENCES.join("\n");
const of = (files: ReturnType<typeof skill>, name = "pdf-tools") => sketchContent(files, name);
const alike = (one: number[], other: number[]) => one.filter((value, at) => value === other[at]).length;
const own = of(skill(TEXT));

test.each([
  ["other blanks", TEXT.replaceAll(" ", "  ").replaceAll("\n", "\n\n")],
  ["another word", TEXT.replace("report", "summary")],
  ["a sentence more", `${TEXT}\nAsk before you begin with it.`],
  ["a sentence less", SENTENCES.slice(1).join("\n")],
  ["capitals and signs", TEXT.toUpperCase().replaceAll(".", "!")],
])("%s is nearly the same, and is found by a band", (_, text) => {
  const other = of(skill(text, "table-tools"), "table-tools");
  expect(alike(own.contentSketch, other.contentSketch)).toBeGreaterThanOrEqual(LEAST_ALIKE);
  expect(other.contentBands.some((band) => own.contentBands.includes(band))).toBe(true);
});

test.each([
  ["half of it", SENTENCES.slice(0, 20).join("\n")],
  [
    "another text of the same length",
    SENTENCES.map((each, at) => `${at} pictures: ${each.split(" ").reverse().join(" ")}`).join("\n"),
  ],
])("%s is another content", (_, text) => {
  expect(alike(own.contentSketch, of(skill(text)).contentSketch)).toBeLessThan(LEAST_ALIKE);
});

test("texts without blanks count by letters, and other files count too", () => {
  const chinese = "读取表格并写出报告，需要时询问使用者，然后把结果保存到文件中。".repeat(3) + TEXT;
  expect(
    alike(of(skill(chinese)).contentSketch, of(skill(chinese.replace("报告", "总结"))).contentSketch),
  ).toBeGreaterThanOrEqual(LEAST_ALIKE);
  expect(of([...skill("Short."), file("run.py", TEXT)]).contentSketch).toHaveLength(64);
});

test("too little, and what is no text, has none", () => {
  expect(of(skill("Do it."))).toEqual({ contentSketch: [], contentBands: [] });
  expect(of([...skill("Do it."), { path: "a.bin", bytes: Buffer.alloc(5_000) }]).contentSketch).toEqual([]);
});

test("equal contents have equal sketches of 32 bits", () => {
  expect(of(skill(TEXT))).toEqual(own);
  for (const value of [...own.contentSketch, ...own.contentBands]) expect(value | 0).toBe(value);
});
