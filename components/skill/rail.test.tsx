import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { StatedInMetadata } from "@/components/skill/rail";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import type { SkillDetail } from "@/lib/registry/views";
import { checkSkill } from "@/lib/skill-format";

/** The words of the section for these lines of a front matter. */
function wordsOf(lines: string, locale: Locale = "en"): string {
  const source = `---\nname: a-b\ndescription: Says hello when asked.\n${lines}\n---\n`;
  const { manifest } = checkSkill({ files: new Map([["SKILL.md", source]]) });
  const html = htmlOf(<StatedInMetadata skill={{ manifest } as unknown as SkillDetail} />, locale);
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test("version and author are told as their author's word, with their places", () => {
  const words = wordsOf('metadata:\n  author: example-org\n  version: "1.0"');
  expect(words).toMatch(/Version written 1\.0 Author written example-org As its author wrote it/);
  expect(words).toContain("under metadata.version, metadata.author.");
});

test("what OpenClaw requires is told, and nothing that is not said", () => {
  const needs =
    '{"requires":{"env":["A_KEY"],"bins":["jq","uv"]},"install":[{"kind":"brew","formula":"jq"}]}';
  const words = wordsOf(`metadata: {"clawdbot": ${needs}}`);
  expect(words).toContain("Environment A_KEY Programs jq, uv Installed with brew: jq As its author");
  expect(words).toContain("metadata.clawdbot");
  expect(words).not.toContain("Systems");
});

test("markup in it is text, in every language", () => {
  for (const locale of LOCALES)
    expect(wordsOf("metadata: {author: '<b>x</b>'}", locale)).toContain("&lt;b&gt;x&lt;/b&gt;");
});

test("a skill without any of it has no such section", () => expect(wordsOf("metadata: {team: x}")).toBe(""));
