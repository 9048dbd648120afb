import { measureVariants } from "@/lib/vetting/testing/classes/measure-variants";
import { measureClasses, type ClassFigures } from "@/lib/vetting/testing/classes/measure-classes";
import { EVERYDAY } from "@/lib/vetting/testing/everyday";
import { measureSamples, vetSample } from "@/lib/vetting/testing/measure-samples";
import { PUBLISHED } from "@/lib/vetting/testing/published-skills";
import { readStrangers } from "@/lib/vetting/testing/strangers/read-strangers";
import { quantile } from "../quantile";

const WARM_UP = 20;

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** Recall over the hostile samples and false alarms over the honest ones, together, by rule and by class of harm. */
export function benchVetting(): Promise<void> {
  const { hostile, honest, byRule } = measureSamples();
  console.log(
    `vetting: recall ${percent(hostile.found, hostile.all)} (${hostile.found} of ${hostile.all} hostile samples not approved)`,
  );
  console.log(
    `vetting: false alarms ${percent(honest.alarmed, honest.all)} (${honest.alarmed} of ${honest.all} honest samples with a finding)`,
  );
  console.log("rule                     hostile samples found  look-alikes  alarms");
  for (const { rule, found, lookAlikes, alarms } of byRule) {
    const cells = [String(found).padStart(21), String(lookAlikes).padStart(12), String(alarms).padStart(7)];
    console.log(`${rule.padEnd(24)} ${cells.join(" ")}`);
  }
  printTimes();
  printClasses();
  return Promise.resolve();
}

/** Of real skills and everyday ones, each as a package of its own; the first few warm up and are left out. */
function printTimes(): void {
  const samples = [...PUBLISHED, ...EVERYDAY];
  const times = [...samples.slice(0, WARM_UP), ...samples].map((sample) => {
    const begin = performance.now();
    vetSample(sample);
    return performance.now() - begin;
  });
  const measured = times.slice(WARM_UP);
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(measured, share).toFixed(1));
  console.log(`vetting: a package takes ${p50} ms p50, ${p95} ms p95 (${measured.length} packages)`);
}

function printFigures(head: string, figures: readonly ClassFigures[]): void {
  console.log(head);
  for (const { group, part, all, stopped, found } of figures) {
    const cells = [String(all).padStart(7), String(stopped).padStart(13), String(found).padStart(15)];
    console.log(`${String(group).padStart(5)}  ${part.padEnd(5)}  ${cells.join(" ")}`);
  }
}

/** `apart`: samples that no rule was written with in sight. Class 11 holds honest twins, where nothing may be found. */
function printClasses(): void {
  printFigures("class  part   samples  not approved  with a finding", measureClasses());
  printFigures("as strangers write: class  part", measureClasses(readStrangers()));
  console.log("variant          samples  not approved");
  for (const { variant, all, stopped } of measureVariants())
    console.log(`${variant.padEnd(15)}  ${String(all).padStart(7)}  ${String(stopped).padStart(12)}`);
}
