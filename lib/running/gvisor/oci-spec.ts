import { BOOTSTRAP_PATHS, ENVIRONMENT, launcherOnStderr } from "../bubblewrap/launcher";
import { ADDRESS_SPACE_BYTES, LIMITS, SANDBOX_ID } from "../bubblewrap/limits";
import type { Runtime } from "../runners/skill-runner";

export interface OciParts {
  readonly runtime: Runtime;
  readonly imageRoot: string;
  readonly bootstraps: Readonly<Record<keyof typeof BOOTSTRAP_PATHS, string>>;
  /** We are an ordinary user. */
  readonly rootless: boolean;
}

const NAMESPACES = ["pid", "network", "ipc", "uts", "mount"];
const ONLY_USER = { containerID: 0, hostID: 0, size: 1 };
const NO_CAPABILITIES = { bounding: [], effective: [], inheritable: [], permitted: [] };

/** The OCI runtime specification of one sandbox: no network, no capability, a read-only root, two fresh tmpfs. */
export function ociSpec({ runtime, imageRoot, bootstraps, rootless }: OciParts): object {
  // Without root there is one user to map; inside it is called 0 and is nobody outside.
  const user = rootless ? { uid: 0, gid: 0 } : { uid: SANDBOX_ID, gid: SANDBOX_ID };
  const namespaces = [...NAMESPACES, ...(rootless ? ["user"] : [])].map((type) => ({ type }));
  return {
    ociVersion: "1.0.0",
    process: {
      user,
      args: launcherOnStderr(runtime),
      env: Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
      cwd: "/job",
      noNewPrivileges: true,
      capabilities: NO_CAPABILITIES,
      rlimits: rlimits(runtime),
    },
    root: { path: imageRoot, readonly: true },
    hostname: "skill",
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "size=65536"] },
      tmpfs("/tmp", LIMITS.temporaryBytes),
      tmpfs("/job", LIMITS.jobBytes),
      ...(runtime === "bash" ? [] : [readOnlyFile(BOOTSTRAP_PATHS[runtime], bootstraps[runtime])]),
    ],
    linux: {
      namespaces,
      // runsc has started itself anew in a user namespace where we are 0, so that is who there is to map.
      ...(rootless ? { uidMappings: [ONLY_USER], gidMappings: [ONLY_USER] } : {}),
    },
  };
}

const tmpfs = (destination: string, bytes: number) => ({
  destination,
  type: "tmpfs",
  source: "tmpfs",
  options: ["nosuid", "nodev", "mode=1777", `size=${bytes}`],
});

const readOnlyFile = (destination: string, source: string) => ({
  destination,
  type: "bind",
  source,
  options: ["bind", "ro"],
});

function rlimits(runtime: Runtime): object[] {
  const values: Record<string, number> = {
    RLIMIT_AS: ADDRESS_SPACE_BYTES[runtime],
    RLIMIT_CORE: 0,
    RLIMIT_DATA: LIMITS.processMemoryBytes,
    RLIMIT_FSIZE: LIMITS.fileBytes,
    RLIMIT_NOFILE: LIMITS.openFiles,
    RLIMIT_NPROC: LIMITS.processes,
  };
  return Object.entries(values).map(([type, value]) => ({ type, hard: value, soft: value }));
}
