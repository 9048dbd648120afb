import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isDomainError } from "@/lib/kernel/errors";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import type { RunJob, SkillRunner } from "@/lib/running/runners/skill-runner";

const AT_ONCE = 3;
/** What has ended is taken off the books a moment later, which on a busy machine is long. */
const MOST_LOOKS = 20;

const ATTACKS: readonly [string, Record<string, unknown>, Partial<RunJob>?][] = [
  ["forks", {}],
  ["endless", {}, { timeoutMs: 1_000 }],
  ["flood", { fd: 1 }],
  ["flood", { fd: 2 }],
  ["daemon", { holds_output: true }],
  ["daemon", { holds_output: false }],
  ["ignore_signals", {}, { timeoutMs: 1_000 }],
  ["many_inodes", {}],
  ["memory", {}],
  ["syscalls", {}],
  ["descriptors", {}],
  ["threads", {}],
  ["big_file", { places: ["/tmp/big"] }],
  ["many_descriptors", {}],
  ["files", { paths: ["/etc/passwd"] }],
];

/** What a process holds: its children, open descriptors, files of runs and resident memory. */
export interface Holdings {
  readonly children: readonly string[];
  readonly descriptors: number;
  readonly files: readonly string[];
  readonly mebibytes: number;
}

export interface Soaked {
  readonly seconds: number;
  readonly ended: number;
  readonly refused: number;
  readonly before: Holdings;
  readonly after: Holdings;
  /**
   * Resident MiB after each tenth of the calls: what a process keeps rises with all of them, what it loads late
   * does not.
   */
  readonly mebibytesOnTheWay: readonly number[];
}

/**
 * Answers this many hostile calls, three at a time, and tells what the process holds before and after. For a process of
 * its own.
 */
export async function soakApart(calls: number, hostile: Uint8Array, imageDirectory: string): Promise<Soaked> {
  await soak(AT_ONCE * 3, hostile, imageDirectory); // What is loaded once is not a leak.
  const before = await holdings();
  const startedAt = performance.now();
  const mebibytesOnTheWay: number[] = [];
  const tenth = Math.ceil(calls / 10);
  const answers = await soak(calls, hostile, imageDirectory, (call) => {
    if (call % tenth === 0) mebibytesOnTheWay.push(residentMebibytes());
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const isAsBefore = ({ children, descriptors, files }: Holdings) =>
    String(children) === String(before.children) &&
    descriptors <= before.descriptors &&
    String(files) === String(before.files);
  let after = await holdings();
  for (let looks = 1; looks < MOST_LOOKS && !isAsBefore(after); looks++) after = await holdings();
  return { seconds, ...answers, before, after, mebibytesOnTheWay };
}

/**
 * Runs the attacks in turn with a runner of its own; returns how many ended, and how many the runner could not
 * start in time.
 */
async function soak(
  calls: number,
  hostile: Uint8Array,
  imageDirectory: string,
  onAnswer: (call: number) => void = () => {},
): Promise<{ ended: number; refused: number }> {
  const runner = new BubblewrapRunner({ warm: 1, imageDirectory });
  const answers = { ended: 0, refused: 0 };
  let next = 0;
  const work = async () => {
    while (next < calls) {
      answers[await answerOf(runner, next++, hostile)]++;
      onAnswer(answers.ended + answers.refused);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await runner.close();
  return answers;
}

async function answerOf(
  runner: SkillRunner,
  call: number,
  hostile: Uint8Array,
): Promise<"ended" | "refused"> {
  const [name = "", options, job] = ATTACKS[call % ATTACKS.length] ?? [];
  try {
    const { exitCode, killedBy } = await runner.run({
      packageDigest: "sha256:test",
      files: [{ path: "scripts/main.py", bytes: hostile }],
      entryPoint: "scripts/main.py",
      runtime: "python3",
      stdin: JSON.stringify({ attack: name, ...options }),
      timeoutMs: 8_000,
      ...job,
    });
    if (exitCode === null && killedBy === null) throw new Error(`${name} ended for no reason`);
    return "ended";
  } catch (error) {
    if (isDomainError(error, "RUNNER_UNAVAILABLE")) return "refused";
    throw error;
  }
}

async function holdings(): Promise<Holdings> {
  await sleep(1_000);
  const children = fs.readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
  return {
    children: children.split(" ").filter(Boolean),
    descriptors: fs.readdirSync("/proc/self/fd").length,
    files: fs.readdirSync("/tmp").filter((name) => name.startsWith(`emporion-runner-${process.pid}-`)),
    mebibytes: residentMebibytes(),
  };
}

const residentMebibytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
