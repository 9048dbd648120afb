import { EVERYDAY } from "@/lib/vetting/testing/everyday";
import { measureSamples, vetSample } from "@/lib/vetting/testing/measure-samples";
import { PUBLISHED } from "@/lib/vetting/testing/published-skills";
import { loadParsers } from "@/lib/vetting/syntax/parsers";
import { quantile } from "../quantile";

const WARM_UP = 20;

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** Recall over the hostile samples and false alarms over the honest ones, by code, and the time that a package takes. */
export async function benchVetting(): Promise<void> {
  const begin = performance.now();
  await loadParsers();
  console.log(`vetting: the parsers are loaded in ${(performance.now() - begin).toFixed(1)} ms, once`);
  const { hostile, honest, byCode } = await measureSamples();
  const { held, rejected } = honest;
  console.log(
    `vetting: ${hostile.found} of ${hostile.all} hostile samples not approved (${percent(hostile.found, hostile.all)})`,
  );
  console.log(
    `vetting: ${held.length} of ${honest.all} honest samples held (${percent(held.length, honest.all)}), ${rejected.length} rejected`,
  );
  for (const [code, found] of [...byCode].sort(([left], [right]) => (left < right ? -1 : 1)))
    console.log(`${code.padEnd(44)} ${String(found).padStart(5)}`);
  await printTimes();
}

/** Of real skills and everyday ones, each as a package of its own; the first few warm up and are left out. */
async function printTimes(): Promise<void> {
  const samples = [...PUBLISHED, ...EVERYDAY];
  const times: number[] = [];
  for (const sample of [...samples.slice(0, WARM_UP), ...samples]) {
    const begin = performance.now();
    await vetSample(sample);
    times.push(performance.now() - begin);
  }
  const measured = times.slice(WARM_UP);
  const [p50, p95] = [0.5, 0.95].map((share) => quantile(measured, share).toFixed(1));
  console.log(`vetting: a package takes ${p50} ms p50, ${p95} ms p95 (${measured.length} packages)`);
}
