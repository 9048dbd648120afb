import { env } from "@/lib/platform/config/env";
import type {
  ProbeResult,
  RunJob,
  RunOutcome,
  SandboxLimits,
  SkillRunner,
} from "@/lib/running/runners/skill-runner";

const LIMITS: SandboxLimits = {
  network: "host",
  hostUid: null,
  seccomp: false,
  capabilities: "inherited",
  memoryBy: "none",
  memoryBytes: null,
  processMemoryBytes: null,
  processes: null,
  openFiles: null,
  fileBytes: null,
  temporaryBytes: null,
  inodes: null,
  stdoutBytes: null,
  stderrBytes: null,
  imageEnforced: false,
};

/** What a scripted run does; what is left out is a success without output. */
export type FakeEnding = Partial<
  Pick<RunOutcome, "exitCode" | "killedBy" | "stdout" | "stderrTail" | "wallMs" | "peakRssBytes">
>;

/**
 * Answers runs from a script, for tests of what surrounds them; nothing of a package is executed. Refuses to exist in
 * production. `jobs` holds what was asked of it.
 */
export class FakeRunner implements SkillRunner {
  readonly name = "fake";
  readonly jobs: RunJob[] = [];
  readonly #answer: (job: RunJob) => FakeEnding | Promise<FakeEnding>;

  constructor(answer: (job: RunJob) => FakeEnding | Promise<FakeEnding>) {
    if (env().NODE_ENV === "production")
      throw new Error("The fake runner is for tests; production refuses it.");
    this.#answer = answer;
  }

  probe(): Promise<ProbeResult> {
    const runtimes = { python3: "0", node: "0", bash: "0" };
    const found = { isolation: "none", limits: LIMITS, runtimes, unavailable: {}, images: {} } as const;
    return Promise.resolve({ ok: true, ...found });
  }

  async run(job: RunJob): Promise<RunOutcome> {
    this.jobs.push(job);
    const ending = await this.#answer(job);
    const killedBy = ending.killedBy ?? null;
    return {
      exitCode: killedBy === null ? 0 : null,
      killedBy,
      stdout: "",
      stderrTail: "",
      wallMs: 1,
      peakRssBytes: 0,
      runner: "fake",
      isolation: "none",
      enforced: { ...LIMITS, timeoutMs: job.timeoutMs },
      ...ending,
    };
  }

  async close(): Promise<void> {}
}
