import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { PublishedExperience } from "@/components/skill/overview/overview-tab";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import type { SkillDetail } from "@/lib/registry/views";
import { checkSkill } from "@/lib/skill-format";

const HASH = "a".repeat(40);
const SAMPLE = {
  preferences: ["优先使用 mp4 格式"],
  fixes: ["Windows 下 ffmpeg 路径需要转义"],
  contexts: ["下载直播时需要等待直播结束"],
  custom_prompts: "在执行下载前，总是先打印预估文件大小和下载时间",
  last_updated: "2026-01-23T10:30:00Z",
  last_evolved_hash: HASH,
};

/** The words of the section for this evolution.json. */
function wordsOf(evolution: unknown, lines = `source_hash: ${HASH}`, locale: Locale = "en"): string {
  const source = `---\nname: a-b\ndescription: Says hello when asked.\n${lines}\n---\n`;
  const files = new Map([["SKILL.md", source]]);
  if (evolution !== undefined)
    files.set("evolution.json", typeof evolution === "string" ? evolution : JSON.stringify(evolution));
  const { manifest } = checkSkill({ files });
  const skill = { manifest, slug: "a-b", contentLanguage: "zh" } as unknown as SkillDetail;
  const html = htmlOf(<PublishedExperience skill={skill} pinned={undefined} />, locale);
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test.each(LOCALES)("all that was published is shown, with its date, in %s", (locale) => {
  const words = wordsOf(SAMPLE, undefined, locale);
  const { preferences, fixes, contexts, custom_prompts: prompt } = SAMPLE;
  for (const text of [...preferences, ...fixes, ...contexts, prompt]) expect(words).toContain(text);
  expect(words).toContain("2026");
  expect(words).not.toContain("EVOLUTION_STALE");
});

test.each<[string, unknown, string, boolean]>([
  ["of the same source", SAMPLE, `source_hash: ${HASH}`, false],
  ["of the same, in capitals", SAMPLE, `source_hash: ${HASH.toUpperCase()}`, false],
  ["of another source", SAMPLE, `source_hash: ${"b".repeat(40)}`, true],
  ["of a package that names no source", SAMPLE, "version: 1.0.0", false],
  ["of a source that is no commit", SAMPLE, "source_hash: main", false],
  ["that names none", { ...SAMPLE, last_evolved_hash: undefined }, `source_hash: ${HASH}`, false],
])("experience %s", (_, evolution, lines, isStale) => {
  const words = wordsOf(evolution, lines);
  expect(words.includes("Stale: gathered on another version of the source")).toBe(isStale);
  if (isStale) expect(words).toMatch(/EVOLUTION_STALE\)\. Last updated .*2026/);
});

test("experience that is switched off, or of a static skill, is said to be unused", () => {
  expect(wordsOf(SAMPLE, "evolution_enabled: false")).toContain("Not used");
  expect(wordsOf(SAMPLE, "license: MIT")).toContain("Not used");
  expect(wordsOf(SAMPLE)).not.toContain("Not used");
});

test.each<[string, unknown]>([
  ["without a file", undefined],
  ["with an empty one", {}],
  ["with blank entries", { fixes: [" "], custom_prompts: "" }],
  ["with one that is no JSON", "{"],
  ["with one of the wrong types", { fixes: [1] }],
  ["with one that is too deep", `{"fixes":["a"],"x":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ["with one that is too large", { fixes: ["a".repeat(600_000)] }],
])("a skill %s has no such section", (_, evolution) => expect(wordsOf(evolution)).toBe(""));

test("texts are escaped and bounded", () => {
  expect(wordsOf({ fixes: ["<script>x</script>"] })).toContain("&lt;script&gt;x&lt;/script&gt;");
  const words = wordsOf({
    fixes: Array.from({ length: 150 }, (_, index) => `${index} ${"😀".repeat(600)}`),
    custom_prompts: "p".repeat(50_000),
  });
  expect(words.length).toBeLessThan(35_000);
  expect(words).toContain("All of it: evolution.json");
  expect(words.isWellFormed()).toBe(true);
  expect(wordsOf('{"fixes":["a"],"__proto__":{"preferences":["b"]}}')).not.toMatch(/\bb\b/);
});
