import type { Runtime, SandboxLimits } from "@/lib/running/runners/skill-runner";

const MEBIBYTE = 1024 * 1024;

/** The uid and gid a skill has inside. Not 65534: as nobody others run too, and files of theirs are nobody's. */
export const SANDBOX_ID = 65_520;

/** What one run may use. Per process by rlimits, in sum by the watchdog, so that no cgroup is needed. */
export const LIMITS = {
  memoryBytes: 400 * MEBIBYTE,
  // The real cap of ordinary memory: RLIMIT_AS must be far larger for node, which reserves what it never touches.
  processMemoryBytes: 256 * MEBIBYTE,
  processes: 32,
  openFiles: 128,
  fileBytes: 32 * MEBIBYTE,
  temporaryBytes: 32 * MEBIBYTE,
  // Holds the package and the input.
  jobBytes: 48 * MEBIBYTE,
  inodes: 10_000,
  // Of all processes together; each is kernel memory. Node has some hundred mappings, a database file a handful
  // of locks.
  mappings: 16_384,
  locks: 1_000,
  stackBytes: 4 * MEBIBYTE,
  stdoutBytes: MEBIBYTE,
  stderrBytes: 4 * MEBIBYTE,
  maxTimeoutMs: 300_000,
} as const;

/** A package above this does not fit the sandbox beside its own work. */
export const MAX_PACKAGE_BYTES = 32 * MEBIBYTE;

/**
 * RLIMIT_AS per language. RLIMIT_DATA alone is bypassed by shared anonymous mappings, so both are set.
 */
export const ADDRESS_SPACE_BYTES: Readonly<Record<Runtime, number>> = {
  python3: 512 * MEBIBYTE,
  node: 2048 * MEBIBYTE,
  bash: 512 * MEBIBYTE,
};

/**
 * RLIMIT_DATA per language. From Node.js 24 on the kernel counts what V8 reserves for code, most of which is never
 * touched: the rest stays what every process may use.
 */
export function dataBytes(runtime: Runtime): number {
  const [major = 0] = process.versions.node.split(".").map(Number);
  const codeRange = runtime === "node" && major >= 24 ? 512 * MEBIBYTE : 0;
  return LIMITS.processMemoryBytes + codeRange;
}

/** The limits of a run, in the form in which they are reported. */
export function describeLimits(hostUid: number): SandboxLimits {
  return {
    network: "none",
    hostUid,
    seccomp: true,
    capabilities: "none",
    memoryBy: "rlimit+watchdog",
    memoryBytes: LIMITS.memoryBytes,
    processMemoryBytes: LIMITS.processMemoryBytes,
    processes: LIMITS.processes,
    openFiles: LIMITS.openFiles,
    fileBytes: LIMITS.fileBytes,
    temporaryBytes: LIMITS.temporaryBytes,
    inodes: LIMITS.inodes,
    stdoutBytes: LIMITS.stdoutBytes,
    stderrBytes: LIMITS.stderrBytes,
    imageEnforced: false,
  };
}
