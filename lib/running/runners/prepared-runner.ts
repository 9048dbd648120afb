import { DomainError } from "@/lib/kernel/errors";
import { MemoizedSuccess } from "@/lib/kernel/memoize";
import { boundTimeout } from "@/lib/running/bubblewrap/job";
import type { SandboxPlace } from "@/lib/running/bubblewrap/self-test";
import {
  NEVER_STARTED,
  ActiveRuns,
  type LaunchedRun,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type SkillRunner,
} from "@/lib/running/runners/skill-runner";

/**
 * A runner that makes ready once what all its runs use, and looks at its walls from inside. Installing what is missing
 * helps without a restart; what was cleared away under a long-lived server is made anew by the next run.
 */
export abstract class PreparedRunner<Place extends SandboxPlace> implements SkillRunner {
  abstract readonly name: string;
  /** As sentences name what runs skills, and what helps where it cannot. */
  protected abstract readonly words: { readonly sandbox: string; readonly remedy: string };
  protected readonly runs = new ActiveRuns();
  readonly #place = new MemoizedSuccess(() => this.prepare());

  protected abstract prepare(): Promise<Place>;
  protected abstract execute(place: Place, job: RunJob, image: string): Promise<LaunchedRun>;

  /** The image that a job runs in. */
  protected async imageFor({ images }: Place, { runtime }: RunJob): Promise<string> {
    return images[runtime];
  }

  async probe(): Promise<ProbeResult> {
    const { sandbox, remedy } = this.words;
    try {
      const { isolation, limits, runtimes, unavailable, images } = await this.#place.get();
      return { ok: true, isolation, limits, runtimes, unavailable, images };
    } catch (error) {
      return { ok: false, reason: `${sandbox} cannot run skills here. ${String(error)}`, remedy };
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const { sandbox, remedy } = this.words;
    const place = await this.#place
      .get()
      .catch((error: unknown) => refuse(`${sandbox} cannot run skills here. ${remedy}`, error));
    const reason = place.unavailable[job.runtime];
    if (reason !== undefined) throw new DomainError("RUNNER_UNAVAILABLE", reason);
    const image = await this.imageFor(place, job);
    const { started, ...ended } = await this.#runOn(place, job, image);
    const isLeft = ended.killedBy === "cancelled" && job.signal?.aborted === true;
    if (!isLeft && (!started || ended.killedBy === "cancelled"))
      refuse(`${sandbox} did not start the skill. ${ended.stderrTail.slice(-500)}`);
    return {
      ...ended,
      runner: this.name,
      isolation: place.isolation,
      imageDigest: image,
      enforced: {
        ...place.limits,
        imageEnforced: image === job.imageDigest,
        timeoutMs: boundTimeout(job.timeoutMs),
      },
    };
  }

  async close(): Promise<void> {
    await this.runs.end();
    (await this.#place.take())?.remove();
  }

  async #runOn(place: Place, job: RunJob, image: string): Promise<LaunchedRun> {
    if (job.signal?.aborted) return NEVER_STARTED;
    try {
      const ended = await this.runs.track(this.execute(place, job, image));
      if (!ended.started && ended.killedBy === null) this.#leave(place);
      return ended;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      this.#leave(place);
      return refuse(`${this.words.sandbox} did not run the skill.`, error);
    }
  }

  #leave(place: Place): void {
    if (this.#place.forget(place)) place.remove();
  }
}

function refuse(message: string, cause?: unknown): never {
  throw new DomainError("RUNNER_UNAVAILABLE", message, { cause });
}
