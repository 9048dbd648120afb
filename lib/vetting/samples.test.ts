import { expect, test } from "vitest";
import { RULES } from "./rules";
import { BENIGN } from "./testing/benign-samples";
import { EVERYDAY } from "./testing/everyday";
import { HOSTILE } from "./testing/hostile-samples";
import { LOOK_ALIKES } from "./testing/look-alikes";
import { measureSamples, vetSample } from "./testing/measure-samples";
import { PUBLISHED } from "./testing/published-skills";

const LEAST_SAMPLES = 60;

test("there are enough samples of both kinds, and each has a name of its own", () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(LEAST_SAMPLES);
  const honest = [...BENIGN, ...EVERYDAY, ...LOOK_ALIKES];
  expect(honest.length).toBeGreaterThanOrEqual(LEAST_SAMPLES);
  const titles = [...HOSTILE, ...honest, ...PUBLISHED].map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

test("every rule finds a hostile sample, and leaves an honest one alone that looks like it", () => {
  const measured = measureSamples();
  for (const { rule, found, lookAlikes, alarms } of measured.byRule) {
    expect(found, `${rule} has a hostile sample and finds it`).toBeGreaterThan(0);
    expect(lookAlikes, `${rule} has an honest look-alike`).toBeGreaterThan(0);
    expect(alarms, rule).toBe(0);
  }
  const rules = new Set(RULES.map(({ id }) => id));
  for (const { lookAlikeOf } of LOOK_ALIKES) expect(rules).toContain(lookAlikeOf);
  expect(measured.hostile.found).toBe(measured.hostile.all);
  expect(measured.honest.alarmed).toBe(0);
});

test("the 28 skills written after published collections are approved without a finding", () => {
  expect(PUBLISHED).toHaveLength(28);
  for (const sample of PUBLISHED) {
    const { verdict, findings: all } = vetSample(sample);
    const findings = all.filter(({ severity }) => severity !== "info");
    expect({ verdict, findings }, sample.title).toEqual({ verdict: "approved", findings: [] });
  }
});
