import { expect, test } from "vitest";
import { scriptJson } from "@/components/site/island";
import { skillData } from "@/components/skill/skill-data";

const SKILL = {
  slug: "invoice-reader",
  displayName: "Invoice reader",
  description: "Reads invoices.",
  version: "1.2.0",
  publishedAt: "2026-11-21T00:00:00.000Z",
  license: "MIT",
  publisher: "somebody",
  tags: ["invoices"],
  rating: { average: 4.5, count: 2 },
  contentLanguage: "en" as const,
  withdrawn: false,
  claimStatus: "registered" as const,
  vettingStatus: "approved" as const,
};

test("a skill as search engines read it", () => {
  expect(skillData(SKILL, "https://m.example")).toMatchObject({
    "@type": "SoftwareApplication",
    url: "https://m.example/skills/invoice-reader",
    image: "https://m.example/opengraph.png?skill=invoice-reader&lang=en",
    softwareVersion: "1.2.0",
    author: { name: "somebody" },
    aggregateRating: { ratingValue: 4.5, ratingCount: 2 },
  });
});

test("nothing is claimed that is not there", () => {
  const bare = { ...SKILL, license: null, publisher: null, tags: [], rating: { average: null, count: 0 } };
  const data = skillData({ ...bare, contentLanguage: "und", withdrawn: true }, "https://m.example");
  for (const name of ["image", "license", "author", "keywords", "aggregateRating", "inLanguage"]) {
    expect(data).not.toHaveProperty(name);
  }
});

test.each(["</script><script>alert(1)</script>", "<!--<script>", "a\u2028b\u2029c"])(
  "no description ends the element it stands in: %j",
  (description) => {
    const text = scriptJson(skillData({ ...SKILL, description }, "https://m.example"));
    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect((JSON.parse(text) as { description: string }).description).toBe(description);
  },
);
