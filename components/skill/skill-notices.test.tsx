import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { SkillNotices } from "@/components/skill/skill-notices";
import type { ShownAdvisory } from "@/components/advisories/advisory-table";
import { LOCALES } from "@/lib/platform/i18n/routing";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import type { SkillDetail } from "@/lib/registry/views";

const SKILL: Partial<SkillDetail> = {
  slug: "csv-profiles",
  skillAccess: "public",
  versionId: "ver_1",
  vettingStatus: "approved",
  isLatest: true,
  claimStatus: "registered",
  claimExpiresAt: null,
  audit: null,
  challenges: { open: 0, upheld: 0, carried: 0, quiet: 0 },
  deprecated: null,
};

test.each(LOCALES)("a skill named almost like an older one says so and leads there (%s)", (locale) => {
  const render = (resembled: Resembled | null) =>
    htmlOf(
      <SkillNotices
        advisories={[]}
        skill={SKILL as SkillDetail}
        versions={[]}
        resembled={resembled}
        sameContent={null}
      />,
      locale,
    );
  const html = render({ slug: "csv-profile", publisher: "ledgerline" });
  expect(html).toContain("ledgerline");
  expect(html).toContain('/skills/csv-profile"');
  expect(render(null)).not.toContain("note");
});

test.each(LOCALES.flatMap((locale) => [true, false].map((isExact) => [locale, isExact] as const)))(
  "a skill that holds the same as an earlier one, or nearly, says so and leads there (%s, %s)",
  (locale, isExact) => {
    const sameContent = {
      skillId: "skl_1",
      slug: "table-facts",
      publisher: "ledgerline",
      publishedAt: new Date("2026-03-01"),
      isExact,
    };
    const html = htmlOf(
      <SkillNotices
        advisories={[]}
        skill={SKILL as SkillDetail}
        versions={[]}
        resembled={null}
        sameContent={sameContent}
      />,
      locale,
    );
    expect(html).toContain("ledgerline");
    expect(html).toContain("2026");
    expect(html).toContain('/skills/table-facts"');
  },
);

test.each(LOCALES)("a challenge of the shown version is said on every tab and led to (%s)", (locale) => {
  const render = (challenges: SkillDetail["challenges"]) =>
    htmlOf(
      <SkillNotices
        advisories={[]}
        skill={{ ...SKILL, challenges } as SkillDetail}
        versions={[]}
        resembled={null}
        sameContent={null}
      />,
      locale,
    );
  expect(render({ open: 0, upheld: 0, carried: 0, quiet: 0 })).not.toContain("note");
  expect(render({ open: 1, upheld: 0, carried: 0, quiet: 0 })).toContain(
    '/skills/csv-profiles/security#challenges"',
  );
  const both = render({ open: 1, upheld: 2, carried: 0, quiet: 0 });
  expect(both).toContain("note-warn");
  expect(both).toContain("note-bad");
  const quiet = render({ open: 0, upheld: 0, carried: 0, quiet: 1 });
  expect(quiet).not.toContain("note");
  expect(quiet).toContain('/skills/csv-profiles/security#challenges"');
});

test.each(LOCALES)("a challenge of the version whose audit it carries is said and led to (%s)", (locale) => {
  const challenges = { open: 0, upheld: 0, carried: 1, quiet: 0 };
  const html = htmlOf(
    <SkillNotices
      advisories={[]}
      skill={{ ...SKILL, challenges, audit: { carriedFrom: "1.0.0" } } as SkillDetail}
      versions={[]}
      resembled={null}
      sameContent={null}
    />,
    locale,
  );
  expect(html).toContain("note-warn");
  expect(html).toContain('/skills/csv-profiles/security?version=1.0.0#challenges"');
});

test.each(LOCALES)(
  "a skill that another one replaces says so, in its owner's words, and leads there (%s)",
  (locale) => {
    const render = (deprecated: SkillDetail["deprecated"]) =>
      htmlOf(
        <SkillNotices
          advisories={[]}
          skill={{ ...SKILL, deprecated } as SkillDetail}
          versions={[]}
          resembled={null}
          sameContent={null}
        />,
        locale,
      );
    const said = { message: "Not kept up <b>", since: "2026-03-01T00:00:00.000Z" };
    const html = render({ ...said, successor: "table-facts" });
    expect(html).toContain("Not kept up &lt;b&gt;");
    expect(html).toContain("2026");
    expect(html).toContain('/skills/table-facts"');
    expect(render({ ...said, successor: null })).not.toContain("<a ");
    expect(render(null)).not.toContain("note");
  },
);

test.each(LOCALES)("advisories about the shown version are named with what they say (%s)", (locale) => {
  const advisory = {
    id: "EMP-2026-0007",
    severity: "high",
    words: { summary: "It follows <links>" },
  } as ShownAdvisory;
  const render = (advisories: ShownAdvisory[]) =>
    htmlOf(
      <SkillNotices
        skill={SKILL as SkillDetail}
        versions={[]}
        resembled={null}
        sameContent={null}
        advisories={advisories}
      />,
      locale,
    );
  const html = render([advisory]);
  expect(html).toContain('/advisories/EMP-2026-0007"');
  expect(html).toContain("It follows &lt;links&gt;");
  expect(html).toContain("note-bad");
  expect(render([{ ...advisory, severity: "low" }])).toContain("note-warn");
  expect(render([])).not.toContain("note");
});
