import { createTranslator } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { checkLabels, verdictLabels } from "@/components/validate/check-labels";
import { remarksByLine } from "@/components/validate/check-view";
import { DialectVerdicts } from "@/components/validate/dialect-verdicts";
import { loadMeanings } from "@/components/validate/use-live-check";
import { SourceLines } from "@/components/validate/source-lines";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import { loadMessages } from "@/lib/platform/i18n/translations";
import { checkSkill } from "@/lib/skill-format";

const ENGLISH: Parameters<typeof checkLabels>[0] = createTranslator({
  locale: "en",
  messages: loadMessages("en"),
});
const SOURCE =
  "---\nname: notes\ndescription: Tidies notes. Use when notes are a mess.\nversion: one\n---\n\n# Notes\n";
const { reports } = checkSkill({ files: new Map([["SKILL.md", SOURCE]]), dialects: ["usk"] });

function verdicts(locale: string): string {
  const meanings = issueMeanings(locale, reports);
  return renderToStaticMarkup(
    <DialectVerdicts reports={reports} labels={verdictLabels(ENGLISH)} meanings={meanings} />,
  );
}

function lines(locale: string, text = SOURCE, said = reports): string {
  return renderToStaticMarkup(
    <SourceLines
      text={text}
      remarks={remarksByLine({ reports: said, files: ["SKILL.md"] })}
      meanings={issueMeanings(locale, said)}
      labels={checkLabels(ENGLISH, () => undefined)}
      fixes={[]}
    />,
  );
}

test("reference rules beside a verdict that decides are for information: in no colour of a refusal", () => {
  const own = "---\nname: tidy-notes\ndescription: Tidies. Use for notes.\nversion: 1.0.0\n---\n";
  const check = (dialects: Parameters<typeof checkSkill>[0]["dialects"] & {}) =>
    renderToStaticMarkup(
      <DialectVerdicts
        reports={checkSkill({ files: new Map([["SKILL.md", own]]), dialects }).reports}
        labels={verdictLabels(ENGLISH)}
      />,
    );
  const beside = check(["agent-skills", "agent-skills-upstream"]);
  expect(beside).toMatch(/<p class="[^"]+">For information: [^<]+<\/p><details>.*objection/);
  expect(beside).not.toMatch(/pill-bad|text-danger/);
  // Asked for alone, they are the verdict.
  expect(check(["agent-skills-upstream"])).toContain("pill-bad");
});

test("a verdict says in the reader's language what its code means, then the exact English message", () => {
  expect(verdicts("zh-Hans")).toMatch(
    /<code>version<\/code> 的写法不符合规定。<span class="[^"]+" lang="en">/,
  );
  expect(verdicts("ko")).toMatch(
    /<code>version<\/code> 값이 정해진 표기와 다릅니다\.<span class="[^"]+" lang="en">/,
  );
});

test("the remark below a line is marked as the reader's language, within a source that is not", () => {
  expect(lines("ko")).toMatch(/<p class="[^"]+" lang="ko"><code>version<\/code> 값이/);
});

test("English reads the exact messages alone", () => {
  const said =
    '<code>version</code> <span lang="en">&quot;one&quot; is not a semantic version such as 1.0.0</span>';
  expect(verdicts("en")).toContain(said);
  expect(verdicts("en").split('<span lang="en">').length - 1).toBe(reports[0]?.issues.length);
  expect(lines("en")).not.toMatch(/<p [^>]*lang=/);
});

test("a path is a text and never markup, whatever it holds", () => {
  const path = "$& {path} <b>";
  const shown = renderToStaticMarkup(
    <CodeMeaning meaning="{path} 缺失。" message="is required" path={path} />,
  );
  expect(shown).toBe("<code>$&amp; {path} &lt;b&gt;</code> 缺失。");
});

test("a code without a meaning is told in English, once", () => {
  const known = { meaning: undefined, message: "is new" };
  expect(renderToStaticMarkup(<CodeMeaning {...known} />)).toBe('<span lang="en">is new</span>');
  expect(renderToStaticMarkup(<ExactMessage {...known} />)).toBe("");
});

test("a live check fetches the table of the page's language, and none for English", async () => {
  expect((await loadMeanings("ko"))?.byCode["FIELD_TYPE"]).toContain("{path}");
  expect((await loadMeanings("zh-Hans"))?.lang).toBe("zh-Hans");
  expect(await loadMeanings("en")).toBeUndefined();
});

test("what is said of an empty body has its line, and the links to it lead there", () => {
  const source = "---\nname: notes\npricing: { model: per_call }\n---\n";
  const { reports: said } = checkSkill({ files: new Map([["SKILL.md", source]]), dialects: ["exo"] });
  const of = said.flatMap(({ issues }) => issues.filter(({ path }) => path === "body"));
  expect(of.map(({ line }) => line)).toContain(5);
  for (const text of [source, source.trimEnd()]) {
    expect(lines("en", text, said)).toContain('id="L5"');
    for (const { message } of of) expect(lines("en", text, said)).toContain(message);
  }
  expect(lines("en", `${source}\nText.\n`, said)).not.toContain('id="L7"');
});

test("the remark below a line names what it is about, so that its sentence is whole", () => {
  expect(lines("en")).toMatch(/<p class="[^"]+"><code>version<\/code> <span lang="en">/);
});
