import { findNameFault } from "@/lib/package";
import { decideVerdict, type Verdict } from "../../verdict";
import { vetPackage } from "../../vet-package";
import { readClassSamples, type ClassSample, type Part } from "./class-samples";

export interface ClassFigures {
  readonly group: number;
  readonly part: Part;
  readonly all: number;
  /** Not approved, or harmful by a file of a name that no package holds. */
  readonly stopped: number;
  /** Approved or not, with a finding. */
  readonly found: number;
}

/** Group of the same words for an honest purpose. */
const HONEST = 11;

/**
 * What vetting says of a sample, with the name and description that its SKILL.md has, and without the files that no
 * package holds by their names.
 */
export function vetClassSample(sample: Pick<ClassSample, "files" | "name" | "description">): {
  verdict: Verdict;
  findings: number;
  isWithout: boolean;
} {
  const { name, description } = sample;
  const files = sample.files.filter(({ path }) => findNameFault(path) === null);
  const { report } = vetPackage({ files, facts: { name, description, permissions: null } });
  return {
    verdict: decideVerdict(report.findings),
    findings: report.findings.filter(({ severity }) => severity !== "info").length,
    isWithout: files.length < sample.files.length,
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
        stopped: results.filter(
          ({ verdict, isWithout }) => verdict !== "approved" || (isWithout && group !== HONEST),
        ).length,
        found: results.filter(({ findings }) => findings > 0).length,
      };
    }),
  );
}
