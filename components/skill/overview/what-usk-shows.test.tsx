import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { ClaimPill } from "@/components/skill/publisher";
import { ExamplesPreview } from "@/components/skill/overview/overview-tab";
import type { ExampleView, SkillDetail } from "@/lib/registry/views";

/** The words of a part, without its markup. */
function wordsOf(what: ReactNode): string {
  const html = htmlOf(what);
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const example = (position: number): ExampleView => ({
  position,
  name: `Label ${position}`,
  description: null,
  input: { query: `in-${position}` },
  output: { result: `out-${position}` },
  tags: [],
  replay: null,
});

const preview = (examples: ExampleView[]) =>
  wordsOf(
    <ExamplesPreview
      skill={{ slug: "a", contentLanguage: "en", examples } as unknown as SkillDetail}
      pinned={undefined}
    />,
  );

test("the page of a skill has its first examples, input and output, and says how many there are", () => {
  const words = preview([0, 1, 2, 3].map(example));
  expect(words).toMatch(/^Examples All 4 examples /);
  expect(words).toContain("in-0");
  expect(words).toContain("out-1");
  expect(words).not.toContain("in-2");
});

test("a skill without examples has no such part", () => expect(preview([])).toBe(""));

test("the badge of a draft has its diamond in words too", () => {
  expect(wordsOf(<ClaimPill skill={{ claimStatus: "draft", claimExpiresAt: null }} />)).toBe("🔶 DRAFT");
});
