import { setMaxListeners } from "node:events";
import { DomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { MemoizedSuccess } from "@/lib/kernel/memoize";
import type { Isolation } from "@/lib/platform/config/isolation-policy";
import {
  NEVER_STARTED,
  RUNTIMES,
  type LaunchedRun,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type Runtime,
  type SandboxLimits,
  type SkillRunner,
} from "@/lib/running/runners/skill-runner";
import { boundTimeout, packJob } from "@/lib/running/sandbox/job";
import type { PackedJob } from "@/lib/running/sandbox/run-watch";
import {
  isCutShort,
  SELF_TEST_MS,
  SelfTests,
  selfTestJob,
  type Languages,
} from "@/lib/running/sandbox/self-test";

/** What is laid ready for all runs of a sandbox. */
interface Laid {
  /** Digest of the image of each language; none where sandboxes see the machine's own programs. */
  readonly images: Readonly<Partial<Record<Runtime, string>>>;
  remove(): void | Promise<void>;
}

/** How a sandbox was seen to separate. */
export interface Walls {
  /** Name of what runs skills, with its version where it is known. */
  readonly runner: string;
  readonly isolation: Isolation;
  readonly limits: SandboxLimits;
}

type Place<Ground extends Laid> = Ground & Walls & { readonly tests: SelfTests };

/** A sandbox that cannot be made here: why, and what to do. */
export class SandboxImpossible extends Error {
  readonly remedy: string;

  constructor(reason: string, remedy: string) {
    super(reason);
    this.name = "SandboxImpossible";
    this.remedy = remedy;
  }
}

/**
 * The walk of a run, the same for every sandbox of this machine:
 *
 * 1. `lay`, once: what all runs use is laid ready.
 * 2. `judge`, once: each language says that it starts, and the one in bash looks at the walls from inside. They are
 *    believed only when seen. A language that had no time to say it is asked again by the next run.
 * 3. `execute`, for each run: the job in a sandbox of its own, watched to its end (`RunWatch`).
 * 4. What did not start is nobody's run: it is refused, and what was laid ready is made anew by the next run. It may
 *    have been cleared away under a long-lived server, and installing what is missing helps without a restart.
 */
export abstract class SandboxRunner<Ground extends Laid> implements SkillRunner {
  abstract readonly name: string;
  /** As sentences name what runs skills and where, and what helps where it cannot. */
  protected abstract readonly words: {
    readonly sandbox: string;
    readonly place: string;
    readonly remedy: string;
  };
  /** What the self-test in bash prints besides. */
  protected readonly furtherTest: string = "";
  readonly #shutdown = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #place = new MemoizedSuccess(() => this.#track(this.#prepare()));

  constructor() {
    setMaxListeners(0, this.#shutdown.signal); // each run listens
  }

  protected abstract lay(): Promise<Ground>;
  /** What the self-test in bash shows. Throws where the sandbox does not hold. */
  protected abstract judge(ground: Ground, test: LaunchedRun): Walls;
  protected abstract execute(
    ground: Ground,
    run: PackedJob & { readonly runtime: Runtime; readonly image: string | null },
  ): Promise<LaunchedRun>;

  /** The image that a job runs in; null for the machine's own programs. */
  protected async imageFor({ images }: Ground, { runtime }: RunJob): Promise<string | null> {
    return images[runtime] ?? null;
  }

  /** Why a language does not start, with what to do. */
  protected explain(runtime: Runtime, test: LaunchedRun): string {
    return isCutShort(test)
      ? `${runtime} did not start in ${this.words.place} in time: this server is busy. Try again later.`
      : `${runtime} does not start in ${this.words.place}. ${test.stderrTail}`;
  }

  /** Makes ready what the next run may use: after each run, and when somebody asks, as before a call is sold. */
  protected prepareNext(_place: Place<Ground>, _runtimes: readonly Runtime[]): void {}

  async probe(): Promise<ProbeResult> {
    try {
      const [place, { runtimes, unavailable }] = await this.#ready();
      this.prepareNext(
        place,
        RUNTIMES.filter((runtime) => Object.hasOwn(runtimes, runtime)),
      );
      const { isolation, limits, images } = place;
      return { ok: true, isolation, limits, runtimes, unavailable, images };
    } catch (error) {
      const { sandbox, remedy } = this.words;
      if (error instanceof SandboxImpossible)
        return { ok: false, reason: error.message, remedy: error.remedy };
      logger.warn({ err: error }, "there is no sandbox");
      // What the system says may name places of the machine: it is for the log alone.
      const said = error instanceof Error && !("code" in error) ? ` ${error.message}` : "";
      return { ok: false, reason: `${sandbox} cannot run skills here.${said}`, remedy };
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const [place, languages] = await this.#ready().catch((error: unknown) => this.#refuseAll(error));
    const reason = languages.unavailable[job.runtime];
    if (reason !== undefined) throw new DomainError("RUNNER_UNAVAILABLE", reason);
    const image = await this.imageFor(place, job);
    const { started, ...ended } = await this.#runOn(place, job, image);
    const isLeft = ended.killedBy === "cancelled" && job.signal?.aborted === true;
    if (!isLeft && (!started || ended.killedBy === "cancelled"))
      refuse(`${this.words.sandbox} did not start the skill. ${complaintOf(ended)}`);
    this.prepareNext(place, [job.runtime]);
    return {
      ...ended,
      runner: place.runner,
      isolation: place.isolation,
      imageDigest: image,
      enforced: {
        ...place.limits,
        imageEnforced: image !== null && image === job.imageDigest,
        timeoutMs: boundTimeout(job.timeoutMs),
      },
    };
  }

  async close(): Promise<void> {
    this.#shutdown.abort();
    await Promise.allSettled(this.#running);
    await (await this.#place.take())?.remove();
  }

  async #prepare(): Promise<Place<Ground>> {
    if (this.#shutdown.signal.aborted) throw new SandboxImpossible("The runner is shut down.", "");
    const ground = await this.lay();
    try {
      const bash = await this.#testIn(ground, "bash");
      if (bash.killedBy === "timeout") throw this.#tooBusy();
      const walls = this.judge(ground, bash);
      const tests = new SelfTests(bash, {
        test: (runtime) => this.#testIn(ground, runtime),
        explain: (...test) => this.explain(...test),
      });
      return { ...ground, ...walls, tests };
    } catch (error) {
      await ground.remove();
      throw error;
    }
  }

  /** What is laid ready, and the languages that start there. */
  async #ready(): Promise<[Place<Ground>, Languages]> {
    const place = await this.#place.get();
    try {
      return [place, await this.#track(place.tests.languages())];
    } catch (error) {
      this.#leave(place);
      throw error;
    }
  }

  #tooBusy(): SandboxImpossible {
    const seconds = SELF_TEST_MS / 1000;
    return new SandboxImpossible(
      `${this.words.sandbox} did not start within ${seconds} seconds: this server is busy.`,
      "Try again later.",
    );
  }

  #testIn(ground: Ground, runtime: Runtime): Promise<LaunchedRun> {
    const job = selfTestJob(runtime, runtime === "bash" ? this.furtherTest : undefined);
    return this.#launch(ground, job, ground.images[runtime] ?? null);
  }

  #launch(ground: Ground, job: RunJob, image: string | null): Promise<LaunchedRun> {
    return this.execute(ground, {
      archive: packJob(job),
      timeoutMs: boundTimeout(job.timeoutMs),
      startedAtMs: performance.now(),
      signals: job.signal ? [this.#shutdown.signal, job.signal] : [this.#shutdown.signal],
      runtime: job.runtime,
      image,
    });
  }

  async #runOn(place: Place<Ground>, job: RunJob, image: string | null): Promise<LaunchedRun> {
    if (job.signal?.aborted) return NEVER_STARTED;
    try {
      const ended = await this.#track(this.#launch(place, job, image));
      if (!ended.started && ended.killedBy === null) this.#leave(place);
      return ended;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.#leave(place);
      return refuse(`${this.words.sandbox} did not run the skill.`, error);
    }
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** What another run has laid ready since stays. */
  #leave(place: Place<Ground>): void {
    if (this.#place.forget(place)) void place.remove();
  }

  #refuseAll(error: unknown): never {
    const { sandbox, remedy } = this.words;
    const message =
      error instanceof SandboxImpossible
        ? `${error.message} ${error.remedy}`.trim()
        : `${sandbox} cannot run skills here. ${remedy}`;
    return refuse(message, error);
  }
}

/** What a sandbox that failed to start said, or how it ended. */
export function complaintOf({
  stderrTail,
  killedBy,
  exitCode,
}: Pick<LaunchedRun, "stderrTail" | "killedBy" | "exitCode">): string {
  return stderrTail.trim().slice(-500) || `It ended with ${killedBy ?? `status ${exitCode}`}.`;
}

function refuse(message: string, cause?: unknown): never {
  throw new DomainError("RUNNER_UNAVAILABLE", message, { cause });
}
