import { decideVerdict, type Verdict } from "../../verdict";
import { vetPackage } from "../../vet-package";
import { readClassSamples, type ClassSample, type Part } from "./class-samples";

export interface ClassFigures {
  readonly group: number;
  readonly part: Part;
  readonly all: number;
  /** Not approved. */
  readonly stopped: number;
  /** Approved or not, with a finding. */
  readonly found: number;
}

/** What vetting says of a sample: with the name and description that its SKILL.md has. */
export function vetClassSample(sample: Pick<ClassSample, "files" | "name" | "description">): {
  verdict: Verdict;
  findings: number;
} {
  const { files, name, description } = sample;
  const { report } = vetPackage({ files, facts: { name, description, permissions: null } });
  return {
    verdict: decideVerdict(report.findings),
    findings: report.findings.filter(({ severity }) => severity !== "info").length,
  };
}

/** By class and by part, so that what was in sight never flatters what was not. */
export function measureClasses(samples: readonly ClassSample[] = readClassSamples()): ClassFigures[] {
  const groups = [...new Set(samples.map(({ group }) => group))].sort((left, right) => left - right);
  return groups.flatMap((group) =>
    (["open", "apart"] as const).map((part) => {
      const results = samples
        .filter((sample) => sample.group === group && sample.part === part)
        .map(vetClassSample);
      return {
        group,
        part,
        all: results.length,
        stopped: results.filter(({ verdict }) => verdict !== "approved").length,
        found: results.filter(({ findings }) => findings > 0).length,
      };
    }),
  );
}
