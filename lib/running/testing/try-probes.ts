import fs from "node:fs";
import type { SkillRunner } from "@/lib/running/runners/skill-runner";
import { PROBES, type Answer, type Probe, type Surroundings } from "./containment";

const AT_ONCE = 3;
const TIMEOUT_MS = 20_000;

/**
 * Runs every probe, several at a time; probes that look at the same attack share its run. Answers by the name of
 * the probe.
 */
export async function tryProbes(
  runner: SkillRunner,
  around: Surroundings,
  hostile: Uint8Array,
): Promise<Record<string, Answer>> {
  const runs = new Map<string, Promise<Answer>>();
  const answers: Record<string, Answer> = {};
  const open = [...PROBES];
  const work = async () => {
    for (let probe = open.shift(); probe !== undefined; probe = open.shift()) {
      const key = JSON.stringify([probe.attack, probe.options?.(around), probe.timeoutMs]);
      const run = runs.get(key) ?? tryProbe(runner, probe, around, hostile);
      runs.set(key, run);
      answers[probe.name] = await run;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

async function tryProbe(
  runner: SkillRunner,
  { attack, options, timeoutMs = TIMEOUT_MS }: Probe,
  around: Surroundings,
  hostile: Uint8Array,
): Promise<Answer> {
  const { mark } = around;
  const { killedBy, exitCode, wallMs, stdout, stderrTail } = await runner.run({
    packageDigest: "sha256:test",
    files: [{ path: "scripts/main.py", bytes: hostile }],
    entryPoint: "scripts/main.py",
    runtime: "python3",
    stdin: JSON.stringify({ attack, mark, ...options?.(around) }),
    timeoutMs,
  });
  const ended = killedBy === null && exitCode === 0;
  const seen = ended ? (JSON.parse(stdout) as Record<string, unknown>) : { said: stderrTail.slice(-500) };
  return { killedBy, exitCode, wallMs, stdoutBytes: Buffer.byteLength(stdout), seen };
}

/** Processes of the machine that gave themselves the mark of an attack. */
export function findMarked(mark: string): string[] {
  return fs.readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return fs.readFileSync(`/proc/${name}/comm`, "utf8").trim() === mark;
    } catch {
      return false; // Gone while we looked.
    }
  });
}
