import type { VettingReport } from "../report";
import { vetPackage } from "../vet-package";
import { BENIGN } from "./benign-samples";
import { EVERYDAY } from "./everyday";
import { HOSTILE } from "./hostile-samples";
import { PUBLISHED } from "./published-skills";
import { HONEST_OF_RULES } from "./rule-samples";
import { sampleFiles, type Sample } from "./sample";

/** What the engine says of a sample. */
export async function vetSample(sample: Sample): Promise<VettingReport> {
  const facts = { name: "sample", description: "A sample.", permissions: sample.permissions ?? null };
  return (await vetPackage({ files: sampleFiles(sample), facts })).report;
}

export interface Measured {
  hostile: { all: number; found: number };
  honest: { all: number; held: readonly string[]; rejected: readonly string[] };
  /** For each code: in how many hostile samples it is found. */
  byCode: ReadonlyMap<string, number>;
}

/** How many of the hostile samples are found, and which of the honest ones are held or rejected. */
export async function measureSamples(): Promise<Measured> {
  const hostile = await Promise.all(HOSTILE.map(vetSample));
  const honest = await Promise.all(
    [...BENIGN, ...EVERYDAY, ...HONEST_OF_RULES, ...PUBLISHED].map(async (sample) => ({
      title: sample.title,
      verdict: (await vetSample(sample)).verdict,
    })),
  );
  const titlesOf = (asked: string) =>
    honest.filter(({ verdict }) => verdict === asked).map(({ title }) => title);
  const byCode = new Map<string, number>();
  for (const { findings } of hostile)
    for (const code of new Set(findings.map((finding) => finding.code)))
      byCode.set(code, (byCode.get(code) ?? 0) + 1);
  return {
    hostile: { all: hostile.length, found: hostile.filter(({ verdict }) => verdict !== "approved").length },
    honest: { all: honest.length, held: titlesOf("caution"), rejected: titlesOf("rejected") },
    byCode,
  };
}
