// A server of PostgreSQL that somebody else started, and what one left behind.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "./ports.ts";

const STOP_POLLS = 100;
const STOP_POLL_MS = 50;
const END_POLL_MS = 1_000;

/** The server of `data` that answers, left behind by a supervisor that was killed; undefined when there is none. */
export async function findRunning(data: string): Promise<{ pid: number; port: number } | undefined> {
  const pidFile = path.join(data, "postmaster.pid");
  if (!fs.existsSync(pidFile)) return undefined;
  const lines = fs.readFileSync(pidFile, "utf8").split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  // After a power cut the file is still there, and by then somebody else may listen on the port.
  return isAlive(pid) && servesFrom(data, pid) && (await answers(port)) ? { pid, port } : undefined;
}

/**
 * True when the process may be the server of `data`: it works in there. One that has ended and that nobody has asked
 * about, as in a container without an init, works nowhere. Where that cannot be seen, it may be.
 */
function servesFrom(data: string, pid: number): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT" || !fs.existsSync(`/proc/${pid}`);
  }
}

/**
 * PostgreSQL does not start while a process has the number that its last server left behind, and after a power cut, or
 * in a container that begins to count anew, that is soon somebody else. The number of its parent it does not take for a
 * server, and still looks for what the last one may have left running, as it would not with the file gone.
 */
export function disownPidFile(data: string): void {
  const file = path.join(data, "postmaster.pid");
  if (!fs.existsSync(file)) return;
  const [pid, ...rest] = fs.readFileSync(file, "utf8").split("\n");
  if (!isAlive(Number(pid)) || servesFrom(data, Number(pid))) return;
  fs.writeFileSync(file, [process.pid, ...rest].join("\n"));
}

/** Of a server that is nobody's child here: looked at again and again, without keeping this process alive. */
export async function endOf(pid: number): Promise<string> {
  while (isAlive(pid)) await sleep(END_POLL_MS, undefined, { ref: false });
  return "nobody knows why";
}

/** Asks the server to finish and waits for it, five seconds at most. */
export async function stopByPid(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, "SIGINT");
  for (let i = 0; i < STOP_POLLS && isAlive(pid); i++) await sleep(STOP_POLL_MS);
}

/** True while there is a process of this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
