import fs from "node:fs";
import path from "node:path";
import type { RunJob, RunOutcome, SkillRunner } from "@/lib/running/runners/skill-runner";

export const HOSTILE_FIXTURE = path.resolve("lib/running/testing/hostile.py");
const hostile = fs.readFileSync(HOSTILE_FIXTURE);

/** Where tests keep runtime images: built once for all of them. */
export const TEST_IMAGES = path.resolve(".data/runtime-images");

/**
 * Runs the named attack of the fixture with these options. Its time is long, so that on a busy machine the limit
 * that the attack is about ends it, not the clock.
 */
export function attackOn(
  runner: SkillRunner,
  name: string,
  options: Record<string, unknown> = {},
  job: Partial<RunJob> = {},
): Promise<RunOutcome> {
  return runner.run({
    packageDigest: "sha256:test",
    files: [{ path: "scripts/main.py", bytes: hostile }],
    entryPoint: "scripts/main.py",
    runtime: "python3",
    stdin: JSON.stringify({ attack: name, ...options }),
    timeoutMs: 45_000,
    ...job,
  });
}

/** What an attack that ends by itself reports. */
export async function seenBy(
  runner: SkillRunner,
  name: string,
  options: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const outcome = await attackOn(runner, name, options);
  if (outcome.exitCode !== 0) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.stdout) as Record<string, unknown>;
}

/** Fails with what to do where there is no sandbox: skipping would call an unprotected machine safe. */
export async function assertProven(runner: SkillRunner): Promise<void> {
  const probe = await runner.probe();
  if (!probe.ok) throw new Error(`${probe.reason} ${probe.remedy}`);
}
