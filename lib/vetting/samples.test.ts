import { expect, test } from "vitest";
import { RULES } from "./rules/rule";
import { BENIGN } from "./testing/benign-samples";
import { EVERYDAY } from "./testing/everyday";
import { HOSTILE } from "./testing/hostile-samples";
import { LOOK_ALIKES } from "./testing/look-alikes";
import { measureSamples, vetSample } from "./testing/measure-samples";
import { PUBLISHED } from "./testing/published-skills";

/** Of honest samples so many may be held for a person. */
const MOST_HELD = 0.02;
/** Facts that no verdict comes of, unless something is declared. */
const WITHOUT_CASES = new Set(RULES.filter(({ cases }) => cases.length === 0).map(({ id }) => id));
const ONLY_SHOWN = new Set(["suspicious.weakened_protection"]);

test("each sample has a name of its own", () => {
  const titles = [...HOSTILE, ...BENIGN, ...EVERYDAY, ...LOOK_ALIKES, ...PUBLISHED].map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

test("every rule finds a hostile sample; no honest one is rejected, and few are held", async ({
  annotate,
}) => {
  const { hostile, honest, byCode } = await measureSamples();
  await annotate(
    `${hostile.found} of ${hostile.all} hostile samples found; of ${honest.all} honest ones ${honest.rejected.length} rejected, ${honest.held.length} held`,
  );
  const silent = RULES.map(({ id }) => id).filter((id) => !byCode.has(id) && !WITHOUT_CASES.has(id));
  expect(silent.filter((id) => !ONLY_SHOWN.has(id))).toEqual([]);
  expect(hostile.found).toBe(hostile.all);
  expect(honest.rejected).toEqual([]);
  expect(honest.held.length / honest.all, honest.held.join(", ")).toBeLessThanOrEqual(MOST_HELD);
});

test("the 28 skills written after published collections are approved without a finding", async () => {
  expect(PUBLISHED).toHaveLength(28);
  for (const sample of PUBLISHED) {
    const { verdict, findings: all } = await vetSample(sample);
    const findings = all.filter(({ severity }) => severity !== "info");
    expect({ verdict, findings }, sample.title).toEqual({ verdict: "approved", findings: [] });
  }
});
