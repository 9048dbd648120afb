import { setTimeout as wait } from "node:timers/promises";
import { cacheFor } from "@/lib/kernel/memoize";
import { systemClock } from "@/lib/kernel/clock";
import { describeRunner, type RunnerDescription } from "@/lib/running/runners/current-runner";
import { RUNTIMES } from "@/lib/running/runners/skill-runner";

/**
 * Whether the runtime image a skill declares (Exo SKILL.md v1.1 section 2, `docker_image_hash`) is the one that runs it
 * here. `not_compared`: nothing here runs it, or nobody can say before a run which image that will be.
 */
export const IMAGE_MATCHES = ["same", "other", "not_compared"] as const;
export type ImageMatch = (typeof IMAGE_MATCHES)[number];

/** What is known of a skill's image: its digest as declared, and the language it runs in. */
interface DeclaredImage {
  imageDigest: string;
  runtime: string | null;
  /** Whether the market runs it at all. */
  runnable: boolean;
}

/** Runners that use their own images, whatever a skill declares. A container engine may have a declared one. */
const OWN_IMAGES_ONLY: ReadonlySet<string> = new Set(["bubblewrap", "gvisor"]);

/** Compares a declared image with those of a runner; null is a runner nobody has an answer from. */
export function compareImage(
  { imageDigest, runtime, runnable }: DeclaredImage,
  runner: Pick<RunnerDescription, "name" | "probe"> | null,
): ImageMatch {
  const language = RUNTIMES.find((each) => each === runtime);
  if (!runnable || language === undefined || runner?.probe.ok !== true) return "not_compared";
  const { images, runtimes, isolation } = runner.probe;
  if (!Object.hasOwn(runtimes, language)) return "not_compared";
  if (images[language] === imageDigest) return "same";
  // A runner elsewhere tells no name; only bubblewrap separates by user namespaces.
  return OWN_IMAGES_ONLY.has(runner.name) || isolation === "userns" ? "other" : "not_compared";
}

const ASKED_AGAIN_MS = 60_000;
/** A page does not wait for a sandbox that is being made ready. */
const LONGEST_WAIT_MS = 300;

const cached = cacheFor<RunnerDescription | null>({
  cacheMs: ASKED_AGAIN_MS,
  most: 1,
  worthCaching: () => true,
});

/**
 * How a skill's declared image compares with what runs here now; null where none is declared. The runner is asked
 * once a minute at most, and waited for only for a moment.
 */
export async function findImageMatch(skill: {
  manifest: { runtime?: { imageDigest?: string } };
  runtime: string | null;
  runnable: boolean;
}): Promise<ImageMatch | null> {
  const imageDigest = skill.manifest.runtime?.imageDigest;
  if (imageDigest === undefined) return null;
  const declared = { imageDigest, runtime: skill.runtime, runnable: skill.runnable };
  if (!skill.runnable) return compareImage(declared, null);
  const asked = cached("runner", systemClock.now(), () => describeRunner().catch(() => null));
  return compareImage(declared, await Promise.race([asked, wait(LONGEST_WAIT_MS, null, { ref: false })]));
}
