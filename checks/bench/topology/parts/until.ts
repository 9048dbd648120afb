import { setTimeout as sleep } from "node:timers/promises";
import fs from "node:fs";
import path from "node:path";

const POLL_MS = 250;

/** Asks until the answer is true; what throws is asked again. Throws with `what` after `ms`. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { ms = 90_000 } = {},
): Promise<void> {
  const endMs = performance.now() + ms;
  for (let last: unknown = "no"; performance.now() < endMs; await sleep(POLL_MS)) {
    try {
      if (await isSo()) return;
    } catch (error) {
      last = error;
    }
    if (performance.now() + POLL_MS >= endMs)
      throw new Error(`${what} was waited for in vain for ${ms / 1000} s`, { cause: last });
  }
}

/** True when this address answers 200. */
export const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).status === 200;

const GROUPS = "/sys/fs/cgroup";
const PERIOD_US = 100_000;

/**
 * From now on these processes, and what they start, have `share` of one core between them, as a small machine of their
 * own would give them. The function that it returns ends that. Null where the kernel's groups cannot be written, and
 * nothing has changed.
 */
export function giveShare(name: string, pids: readonly number[], share: number): (() => void) | null {
  const isUnified = fs.existsSync(path.join(GROUPS, "cgroup.controllers"));
  const all = isUnified ? GROUPS : path.join(GROUPS, "cpu");
  const group = path.join(all, `emporion-${process.pid}-${name}`);
  const quota = String(Math.round(share * PERIOD_US));
  const move = (to: string, whose: readonly string[]) => {
    for (const pid of whose) {
      try {
        fs.writeFileSync(path.join(to, "cgroup.procs"), pid);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // it has ended meanwhile
      }
    }
  };
  const end = () => {
    move(all, fs.readFileSync(path.join(group, "cgroup.procs"), "utf8").split("\n").filter(Boolean));
    fs.rmdirSync(group);
  };
  try {
    if (isUnified) fs.writeFileSync(path.join(all, "cgroup.subtree_control"), "+cpu");
    fs.mkdirSync(group);
    if (isUnified) fs.writeFileSync(path.join(group, "cpu.max"), `${quota} ${PERIOD_US}`);
    else {
      fs.writeFileSync(path.join(group, "cpu.cfs_period_us"), String(PERIOD_US));
      fs.writeFileSync(path.join(group, "cpu.cfs_quota_us"), quota);
    }
    move(group, pids.map(String));
    return end;
  } catch {
    if (fs.existsSync(group)) end();
    return null;
  }
}
