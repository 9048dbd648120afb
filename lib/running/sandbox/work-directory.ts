import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { HOUR_MS } from "@/lib/kernel/clock";

const NAME = /^emporion-runner-(\d+)-/;
const STALE_MS = HOUR_MS;

export interface WorkDirectory {
  readonly path: string;
  remove(): void;
}

/**
 * A fresh directory with what `fill` puts into it, removed on `remove`, when the process ends, and when `fill` fails:
 * on a full disk what is left of each try would take the place the next one needs. `closed` keeps everybody else out;
 * `readable` lets the sandbox's user in, and holds nothing private. What killed processes left is cleared first.
 */
export function makeWorkDirectory(
  access: "closed" | "readable",
  fill: (path: string) => void = () => {},
): WorkDirectory {
  const base = os.tmpdir();
  clearStale(base);
  const directory = fs.mkdtempSync(path.join(base, `emporion-runner-${process.pid}-`));
  if (access === "readable") fs.chmodSync(directory, 0o755);
  const remove = () => {
    try {
      fs.rmSync(directory, { recursive: true, force: true });
    } catch {
      return; // without a free descriptor it cannot be listed; it goes with the process
    }
    process.off("exit", remove);
  };
  process.on("exit", remove);
  removeIfFails({ remove }, () => fill(directory));
  return { path: directory, remove };
}

/** Does the work, and takes away what was laid ready for it when it fails. */
export function removeIfFails<T>(laid: { remove(): void }, work: () => T): T {
  try {
    return work();
  } catch (error) {
    laid.remove();
    throw error;
  }
}

// By age too, because a process of another container may have the same /tmp and not be seen from here.
function clearStale(base: string): void {
  for (const name of fs.readdirSync(base)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const directory = path.join(base, name);
    const found = fs.lstatSync(directory, { throwIfNoEntry: false });
    const stale = found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > STALE_MS;
    if (stale) removeWithOthers(directory);
  }
}

/** Other processes clear the same place, and take files away under each other: what is left then goes the next time. */
function removeWithOthers(directory: string): void {
  try {
    fs.rmSync(directory, { recursive: true, force: true });
  } catch {
    // No run is refused for it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
