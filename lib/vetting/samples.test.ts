import { describe, expect, it, test } from "vitest";
import { BENIGN } from "./testing/benign-samples";
import { EVERYDAY } from "./testing/everyday";
import { HOSTILE } from "./testing/hostile-samples";
import { measureSamples, vetSample } from "./testing/measure-samples";
import { PUBLISHED } from "./testing/published-skills";
import { HONEST_OF_RULES, WRITTEN_RULES } from "./testing/rule-samples";

/** Of honest samples so many may be held for a person. */
const MOST_HELD = 0.02;

test("each sample has a name of its own", () => {
  const titles = [...HOSTILE, ...BENIGN, ...EVERYDAY, ...HONEST_OF_RULES, ...PUBLISHED].map(
    ({ title }) => title,
  );
  expect(new Set(titles).size).toBe(titles.length);
});

test("every hostile sample is found; no honest one is rejected, and few are held", async ({ annotate }) => {
  const { hostile, honest } = await measureSamples();
  await annotate(
    `${hostile.found} of ${hostile.all} hostile samples found; of ${honest.all} honest ones ${honest.rejected.length} rejected, ${honest.held.length} held`,
  );
  expect(hostile.found).toBe(hostile.all);
  expect(honest.rejected).toEqual([]);
  expect(honest.held.length / honest.all, honest.held.join(", ")).toBeLessThanOrEqual(MOST_HELD);
});

describe.each(WRITTEN_RULES.map((rule) => [rule.id, rule.samples, rule] as const))(
  "%s",
  (id, samples, rule) => {
    const { hostile = [], shown = [], honest = [] } = samples;
    const kinds = new Set(rule.cases.flatMap(({ when }) => when.flatMap(({ fact }) => fact ?? [])));

    it("has an honest twin, and a hostile sample where it decides", () => {
      const decides = rule.cases.some(({ severity }) => severity !== "note") || hostile.length > 0;
      expect(honest.length).toBeGreaterThan(0);
      expect((decides ? hostile : shown).length).toBeGreaterThan(0);
    });

    it.each(hostile.map((sample) => [sample.title, sample] as const))("finds: %s", async (_title, sample) => {
      const { verdict, findings } = await vetSample(sample);
      expect(verdict).toBe(sample.verdict);
      expect(findings.map(({ code }) => code)).toContain(id);
    });

    it.each(shown.map((sample) => [sample.title, sample] as const))(
      "only tells: %s",
      async (_title, sample) => {
        const { verdict, findings, picture } = await vetSample(sample);
        expect(verdict).toBe("approved");
        const isTold =
          findings.some(({ code }) => code === id) || picture.deeds.some(({ kind }) => kinds.has(kind));
        expect(isTold).toBe(true);
      },
    );

    it.each(honest.map((sample) => [sample.title, sample] as const))(
      "is silent: %s",
      async (_title, sample) => {
        const { findings } = await vetSample(sample);
        expect(findings.map(({ code }) => code)).not.toContain(id);
      },
    );
  },
);

test("the 28 skills written after published collections are approved without a finding", async () => {
  expect(PUBLISHED).toHaveLength(28);
  for (const sample of PUBLISHED) {
    const { verdict, findings: all } = await vetSample(sample);
    const findings = all.filter(({ severity }) => severity !== "info");
    expect({ verdict, findings }, sample.title).toEqual({ verdict: "approved", findings: [] });
  }
});
