import { BOOTSTRAP_PATHS, ENVIRONMENT, NODE_PATH, SECCOMP_FD } from "./launcher";
import type { Runtime } from "../runners/skill-runner";
import { LIMITS, SANDBOX_ID } from "./limits";
import { systemView } from "./view/system-view";

/** bwrap 0.8.0 is the first with `--disable-userns` and sizes for tmpfs. */
export const MINIMUM_BWRAP = [0, 8, 0] as const;

/** What a sandbox for one language is made of. */
export interface SandboxParts {
  /** The root file system; null for a view of the machine's own. */
  readonly imageRoot: string | null;
  /** Bound as one file because it may live anywhere; images have their own. */
  readonly nodeBinary: string;
  /** The programs that take a job, by language. */
  readonly bootstraps: Readonly<Record<keyof typeof BOOTSTRAP_PATHS, string>>;
  /** What mounts /proc, as arguments. */
  readonly proc: readonly string[];
}

/**
 * Arguments of bwrap for one language, the same for every run: all namespaces new, no capability, no
 * further user namespace, a read-only root with two small fresh tmpfs, and an environment that holds nothing of ours.
 */
export function sandboxArguments(
  runtime: Runtime,
  { imageRoot, nodeBinary, bootstraps, proc }: SandboxParts,
): string[] {
  const id = String(SANDBOX_ID);
  return [
    ["--unshare-all", "--unshare-user", "--disable-userns", "--uid", id, "--gid", id],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "skill"],
    imageRoot === null
      ? [...systemView(), "--ro-bind", nodeBinary, NODE_PATH]
      : ["--ro-bind", imageRoot, "/"],
    runtime === "bash" ? [] : ["--ro-bind", bootstraps[runtime], BOOTSTRAP_PATHS[runtime]],
    proc,
    // Mapped and shared, /dev/zero is memory that no resident set shows. /dev/full reads the same and cannot be mapped.
    ["--dev", "/dev", "--dev-bind", "/dev/full", "/dev/zero", "--remount-ro", "/dev"],
    ["--size", String(LIMITS.temporaryBytes), "--tmpfs", "/tmp"],
    ["--size", String(LIMITS.jobBytes), "--tmpfs", "/job"],
    ["--remount-ro", "/", "--chdir", "/job", "--clearenv"],
    Object.entries(ENVIRONMENT).flatMap(([name, value]) => ["--setenv", name, value]),
    ["--seccomp", String(SECCOMP_FD)],
  ].flat();
}
