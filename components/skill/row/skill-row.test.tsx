import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { SkillRowItem, type SkillRowItemProps } from "@/components/skill/row/skill-row";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import type { SkillRow } from "@/lib/registry/views";

const ROW: Partial<SkillRow> = {
  slug: "csv-profiles",
  displayName: "csv-profiles",
  description: "Profiles tables.",
  auditState: "Unverified",
  trustLevel: "community",
  claimStatus: "registered",
  access: {
    network: false,
    filesystem: false,
    subprocess: false,
    envVars: [],
    origins: { network: "declared", filesystem: "declared", subprocess: "declared", envVars: "declared" },
  },
  challenges: { open: 0, quiet: 0, upheld: 0, carried: 0 },
  deprecated: null,
  rating: { average: null, count: 0 },
  priceLamports: "0",
  convertsTo: [],
  examplesTotal: 0,
  calls7d: 0,
  category: "Data",
  iconPath: null,
  takes: ["old_text", "newText", "depth", "order"],
  gives: ["changes"],
};

function renderRow(locale: Locale, props: Partial<SkillRowItemProps>): string {
  return htmlOf(<SkillRowItem skill={ROW as SkillRow} {...props} />, locale);
}

test.each(LOCALES)(
  "a row named almost like an older skill says so, and has one link still (%s)",
  (locale) => {
    const render = (resembled?: Resembled) => renderRow(locale, { resembled });
    const html = render({ slug: "csv-profile", publisher: "ledgerline" });
    expect(html).toMatch(/csv-profile(?!s).*ledgerline|ledgerline.*csv-profile(?!s)/);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(render()).not.toContain("ledgerline");
  },
);

test.each([
  ["en", "Takes old text, new text, depth and more; gives changes"],
  ["zh-Hans", "输入：old text、new text、depth 等；输出：changes"],
  ["ko", "입력: old text, new text, depth 등 / 출력: changes"],
] as const)("a row says in words what goes in and comes out (%s)", (locale, words) => {
  expect(renderRow(locale, {})).toContain(words);
  expect(renderRow(locale, { skill: { ...ROW, takes: [], gives: [] } as SkillRow })).not.toMatch(
    /Takes|gives|输入|입력/,
  );
});

test("what is said above the list is not said in its rows", () => {
  const said = new Set(["audit", "trust", "access", "platforms"] as const);
  expect(renderRow("en", {})).toContain("Unverified");
  expect(renderRow("en", { said })).not.toMatch(/Unverified|Community|no outside access|manual/);
});

test.each([
  ["en", "Challenged, not decided", "One unproved claim"],
  ["zh-Hans", "受到 1 项质疑，尚未裁定", "1 项未经核实的主张"],
  ["ko", "이의 1건, 결정 전", "확인되지 않은 주장 1건"],
] as const)("a row says that a challenge waits, and what it weighs (%s)", (locale, open, quiet) => {
  const counts = { open: 0, quiet: 0, upheld: 0, carried: 0 };
  const row = (challenges: SkillRow["challenges"]) =>
    renderRow(locale, { skill: { ...ROW, challenges } as SkillRow });
  expect(row({ ...counts, open: 1 })).toContain(open);
  expect(row({ ...counts, open: 1 })).not.toContain(quiet);
  expect(row({ ...counts, quiet: 1 })).toContain(quiet);
  expect(row(counts)).not.toContain(open);
});

test.each(LOCALES)("a row says that another skill replaces it, and has one link still (%s)", (locale) => {
  const deprecated = { message: "old", successor: "table-facts", since: "2026-03-01T00:00:00.000Z" };
  const html = renderRow(locale, { skill: { ...ROW, deprecated } as SkillRow });
  expect(html).toContain("table-facts");
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(renderRow(locale, {})).not.toContain("table-facts");
});
