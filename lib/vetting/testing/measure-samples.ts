import { RULES } from "../rules";
import type { VettingReport } from "../report";
import { readContext, vetPackage } from "../vet-package";
import { BENIGN } from "./benign-samples";
import { EVERYDAY } from "./everyday";
import { HOSTILE } from "./hostile-samples";
import { LOOK_ALIKES } from "./look-alikes";
import { PUBLISHED } from "./published-skills";
import { sampleFiles, type Sample } from "./sample";

/** What the engine says of a sample. */
export function vetSample(sample: Sample): VettingReport {
  return vetPackage(inputOf(sample)).report;
}

const inputOf = (sample: Sample) => ({
  files: sampleFiles(sample),
  facts: { name: "sample", description: "A sample.", permissions: sample.permissions ?? null },
});

export interface Measured {
  hostile: { all: number; found: number };
  honest: { all: number; alarmed: number };
  /** For each rule: the hostile samples it alone finds something in; its look-alikes and the alarms they gave. */
  byRule: { rule: string; found: number; lookAlikes: number; alarms: number }[];
}

/** How many of the hostile samples are found, and how many of the honest ones alarm. */
export function measureSamples(): Measured {
  const hostile = HOSTILE.map((sample) => ({ sample, report: vetSample(sample) }));
  const contexts = HOSTILE.map((sample) => readContext(inputOf(sample)));
  const lookAlikes = LOOK_ALIKES.map((sample) => ({ sample, report: vetSample(sample) }));
  const honest = [
    ...lookAlikes.map(({ report }) => report),
    ...[...BENIGN, ...EVERYDAY, ...PUBLISHED].map(vetSample),
  ];
  return {
    hostile: {
      all: hostile.length,
      found: hostile.filter(({ report }) => report.verdict !== "approved").length,
    },
    honest: { all: honest.length, alarmed: honest.filter(isAlarmed).length },
    byRule: RULES.map((rule) => {
      const similar = lookAlikes.filter(({ sample }) => sample.lookAlikeOf === rule.id);
      return {
        rule: rule.id,
        found: contexts.filter((context) => rule.check(context).length > 0).length,
        lookAlikes: similar.length,
        alarms: similar.filter(({ report }) => isAlarmed(report)).length,
      };
    }),
  };
}

/** A remark that states a fact, without a suspicion, is no alarm. */
const isAlarmed = ({ findings }: Pick<VettingReport, "findings">): boolean =>
  findings.some(({ severity }) => severity !== "info");
