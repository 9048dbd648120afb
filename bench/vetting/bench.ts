import { measureSamples } from "@/lib/vetting/testing/measure-samples";

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** Recall over the hostile samples and false alarms over the honest ones, together and by rule. */
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
  return Promise.resolve();
}
