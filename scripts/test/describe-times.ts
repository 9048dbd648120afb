import type { Result } from "./stages.ts";

const SLOWEST = 10;

export type Timed = Result & { stage: string; seconds: number };

/** The ten slowest test files of a stage, one line each; nothing for a stage that times no files. */
export function describeSlowest({ stage, files = [] }: Pick<Timed, "stage" | "files">): string {
  if (files.length === 0) return "";
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}\n`);
  return `the slowest files of ${stage}:\n${lines.join("")}`;
}

/** What each stage passed and failed, and its seconds, one line each. */
export function describeStages(results: readonly Omit<Timed, "output" | "files">[]): string {
  return results
    .map(
      ({ stage, seconds, passed, failed }) =>
        `${seconds.toFixed(0).padStart(6)} s  ${stage.padEnd(13)} ${passed} passed, ${failed} failed`,
    )
    .join("\n");
}
