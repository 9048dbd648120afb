import { ENVIRONMENT, NODE_PATH, SECCOMP_FD } from "./launcher";
import { LIMITS, SANDBOX_ID } from "./limits";
import { systemView } from "./system-view";

/** bwrap 0.8.0 is the first with `--disable-userns` and sizes for tmpfs. */
export const MINIMUM_BWRAP = [0, 8, 0] as const;

/**
 * Arguments of bwrap up to the command, the same for every run: all namespaces new, no capability, no further user
 * namespace, a read-only root with two small fresh tmpfs, and an environment that holds nothing of ours.
 * `nodeBinary` is bound as one file because it may live anywhere.
 */
export function sandboxArguments(nodeBinary: string | null): string[] {
  const id = String(SANDBOX_ID);
  return [
    ["--unshare-all", "--unshare-user", "--disable-userns", "--uid", id, "--gid", id],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "skill"],
    systemView(),
    nodeBinary === null ? [] : ["--ro-bind", nodeBinary, NODE_PATH],
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
