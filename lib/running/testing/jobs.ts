import type { PackageFile, RunJob, Runtime, SkillRunner } from "@/lib/running/runners/skill-runner";

/** A text file of a package. */
export const textFile = (name: string, text: string): PackageFile => ({
  path: name,
  bytes: Buffer.from(text),
});

/** A job whose first file is its script. */
export function jobOf(
  runtime: Runtime,
  files: readonly PackageFile[],
  changed: Partial<RunJob> = {},
): RunJob {
  return {
    packageDigest: "sha256:test",
    files,
    entryPoint: files[0]?.path ?? "main",
    runtime,
    stdin: '{"name":"안녕"}',
    timeoutMs: 10_000,
    ...changed,
  };
}

/** What a job that must succeed wrote. */
export async function outputOf(runner: SkillRunner, job: RunJob): Promise<Record<string, unknown>> {
  const outcome = await runner.run(job);
  if (outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.stdout) as Record<string, unknown>;
}
