import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { IS_FULL } from "@/lib/testing/full-form";

const RUNSC = "/usr/bin/runsc";

/**
 * Why gVisor is not tried; null where it is. Asks gVisor itself, nothing of ours. The short form tries the same suites
 * with bubblewrap.
 */
export function whyNoGvisor(): string | null {
  if (!IS_FULL) return "only in the full form";
  if (!fs.existsSync(RUNSC)) return `no ${RUNSC}: sudo apt-get install -y runsc`;
  const { status, stderr } = spawnSync(
    RUNSC,
    ["--platform=ptrace", "--network=none", "--ignore-cgroups", "do", "true"],
    {
      encoding: "utf8",
    },
  );
  return status === 0 ? null : `gVisor does not start here: ${stderr.trim().slice(-200)}`;
}
