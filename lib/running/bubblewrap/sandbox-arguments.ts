import { BOOTSTRAP_PATHS, ENVIRONMENT, NODE_PATH, SECCOMP_FD } from "./launcher";
import { LIMITS, SANDBOX_ID } from "./limits";
import { systemView } from "./system-view";

/** bwrap 0.8.0 is the first with `--disable-userns` and sizes for tmpfs. */
export const MINIMUM_BWRAP = [0, 8, 0] as const;

/** Files of the platform that a sandbox reads. */
export interface PlatformFiles {
  readonly nodeBinary: string;
  /** The programs that take a job, by language. */
  readonly bootstraps: Readonly<Record<keyof typeof BOOTSTRAP_PATHS, string>>;
}

/**
 * Arguments of bwrap up to the command, the same for every run: all namespaces new, no capability, no further user
 * namespace, a read-only root with two small fresh tmpfs, and an environment that holds nothing of ours.
 * `nodeBinary` is bound as one file because it may live anywhere, and so are the bootstraps.
 */
export function sandboxArguments({ nodeBinary, bootstraps }: PlatformFiles): string[] {
  const id = String(SANDBOX_ID);
  return [
    ["--unshare-all", "--unshare-user", "--disable-userns", "--uid", id, "--gid", id],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "skill"],
    systemView(),
    ["--ro-bind", nodeBinary, NODE_PATH],
    ["--ro-bind", bootstraps.python3, BOOTSTRAP_PATHS.python3],
    ["--ro-bind", bootstraps.node, BOOTSTRAP_PATHS.node],
    // The boot command line of the machine is nobody's business.
    ["--proc", "/proc", "--ro-bind", "/dev/null", "/proc/cmdline"],
    ["--dev", "/dev", "--remount-ro", "/dev"],
    ["--size", String(LIMITS.temporaryBytes), "--tmpfs", "/tmp"],
    ["--size", String(LIMITS.jobBytes), "--tmpfs", "/job"],
    ["--remount-ro", "/", "--chdir", "/job", "--clearenv"],
    Object.entries(ENVIRONMENT).flatMap(([name, value]) => ["--setenv", name, value]),
    ["--seccomp", String(SECCOMP_FD), "--"],
  ].flat();
}
