import fs from "node:fs";
import path from "node:path";

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
