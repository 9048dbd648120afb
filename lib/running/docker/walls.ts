import os from "node:os";
import { describeLimits, LIMITS, SANDBOX_ID } from "../bubblewrap/limits";
import { findBreaches, findOpenWalls } from "../bubblewrap/self-test";
import type { Isolation } from "@/lib/config/isolation-policy";
import type { SandboxLimits } from "../runners/skill-runner";

/**
 * What the self-test in bash prints besides, so that nothing is believed of an engine that was not seen from inside.
 */
export const LOOK_AROUND = `
read -r _ _ kernel _ </proc/version
echo "kernel $kernel"
look() {
  for file in "\${@:2}"; do
    if [[ -r $file ]]; then echo "$1 $(<"$file")"; fi
  done
}
look memory /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes
look processes /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max
`;

export interface Walls {
  readonly isolation: Isolation;
  readonly limits: SandboxLimits;
}

/**
 * What a container was seen to be separated by, from the report of the self-test. Throws where it does not hold, and
 * where runsc was asked for and the kernel inside is the machine's own.
 */
export function readWalls(report: string, ociRuntime: string | undefined): Walls {
  const kernel = /^kernel (\S+)/m.exec(report)?.[1];
  const ownKernel = kernel !== undefined && kernel !== os.release();
  const gvisor = ociRuntime !== undefined && /(^|\/)runsc[^/]*$/.test(ociRuntime);
  // An image may bring folders such as /root or /var; they are its own. Nor does gVisor's kernel tell of filters
  // under it.
  const breaches = gvisor ? findOpenWalls(report) : findBreaches(report.replace(/^visible .*$/gm, ""));
  if (gvisor && !ownKernel) breaches.push("the kernel is not gVisor's");
  if (breaches.length > 0) throw new Error(`A container does not hold: ${breaches.join("; ")}.`);
  const memoryBytes = boundOf(report, "memory", LIMITS.memoryBytes);
  return {
    isolation: gvisor ? "gvisor" : "oci-runc",
    limits: {
      ...describeLimits(SANDBOX_ID),
      memoryBy: memoryBytes === null ? "none" : "cgroup",
      memoryBytes,
      processes: boundOf(report, "processes", LIMITS.processes),
      inodes: null,
    },
  };
}

/** A bound of the control group, when it was seen and is what was asked for. */
function boundOf(report: string, name: string, asked: number): number | null {
  const found = Number(new RegExp(`^${name} (\\d+)`, "m").exec(report)?.[1] ?? Infinity);
  return found <= asked ? found : null;
}
