// The directory of a market: can be written, has room, and belongs to one market at a time.
import crypto from "node:crypto";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { explain, Stop } from "./explain.ts";
import { isAlive } from "./running-postgres.ts";

const LOCK = "market.lock";
const PATIENCE_MS = 1_000;
const MEBIBYTE = 1024 * 1024;
/** What a new market writes at once: a database and the starter catalogue take some 60 MiB. */
const FIRST_MEBIBYTES = 200;

/**
 * Holds the directory until this process ends. Throws Stop where another market holds it, where it
 * cannot be written, and where a new one would not fit.
 */
export async function holdDataDirectory(directory: string): Promise<void> {
  assertUsable(directory);
  const file = path.join(directory, LOCK);
  const holder = readHolder(file);
  if (holder && (await isHeld(holder))) {
    throw new Stop(
      `A market runs on ${directory} already (process ${holder.pid}): use that one, stop it, or set DATA_DIRECTORY to another directory.`,
    );
  }
  const word = crypto.randomBytes(16).toString("hex");
  // Whoever listens lives: a number of a process may be another's by now, a word on a port is not.
  const server = net.createServer((socket) => socket.on("error", () => {}).end(word));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  server.unref();
  fs.rmSync(file, { force: true });
  fs.writeFileSync(
    file,
    JSON.stringify({ pid: process.pid, port: (server.address() as AddressInfo).port, word }),
    {
      flag: "wx",
      mode: 0o600,
    },
  );
  process.once("exit", () => fs.rmSync(file, { force: true }));
}

function assertUsable(directory: string): void {
  const probe = path.join(directory, `.probe-${process.pid}`);
  try {
    makeDirectory(path.resolve(directory));
    fs.writeFileSync(probe, "x");
    fs.rmSync(probe);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const said = code === "ENOSPC" ? explain(error) : null;
    if (said) throw new Stop(said.sentence, 1);
    throw new Stop(
      `The data of the market cannot be kept in ${directory} (${code}): give this user a directory there, or set DATA_DIRECTORY to another one.`,
    );
  }
  const { bavail, bsize } = fs.statfsSync(directory);
  const free = Math.floor((bavail * bsize) / MEBIBYTE);
  if (free < FIRST_MEBIBYTES && !fs.existsSync(path.join(directory, "session-secret"))) {
    throw new Stop(
      `A new market needs ${FIRST_MEBIBYTES} MiB, and ${directory} has ${free} MiB left: make room, or set DATA_DIRECTORY to a directory on another disk.`,
      1,
    );
  }
}

/** Step by step: Node's own recursion never ends where a file system refuses with ENOENT, as /proc does. */
function makeDirectory(directory: string): void {
  if (fs.existsSync(directory)) return;
  makeDirectory(path.dirname(directory));
  fs.mkdirSync(directory);
}

interface Holder {
  pid: number;
  port: number;
  word: string;
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as Holder;
  } catch {
    return null; // none, or half written by one that was killed
  }
}

/**
 * True when the market that wrote the file is still there. One that is just building connects, and says its word later.
 */
function isHeld({ pid, port, word }: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    let said = "";
    let silent = false;
    const socket = net.connect(port || 1, "127.0.0.1");
    socket.setTimeout(PATIENCE_MS, () => {
      silent = true;
      socket.destroy();
    });
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (said += chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(said === word || (silent && isAlive(pid))));
  });
}
