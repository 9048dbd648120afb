import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { LIMITS } from "@/lib/running/sandbox/limits";
import { makeWorkDirectory } from "@/lib/running/sandbox/work-directory";

/** The one thing of /proc that is no process and is seen as it is: every program can ask the processor itself. */
const SHOWN = "cpuinfo";
/** Scripts read it for a random name; everything beside it is the machine's. */
const RANDOM = "sys/kernel/random/uuid";
const EMPTY_FILE = "empty";
const EMPTY_FOLDER = "none";

interface LaidProc {
  /** What mounts /proc and covers what it tells of the machine, as bwrap arguments. */
  readonly arguments: readonly string[];
  remove(): void;
}

/**
 * A /proc that shows a skill its own processes and nothing of the machine: whatever the kernel lists beside processes
 * is covered, also what a newer one lists. What programs read to start has figures of the sandbox; all else is empty.
 */
export function layProc(): LaidProc {
  const figures = Object.entries(sandboxFigures());
  const directory = makeWorkDirectory("readable", (place) => {
    for (const [name, text] of [...figures, [EMPTY_FILE, ""], [RANDOM, ""]] as const) lay(place, name, text);
    fs.mkdirSync(path.join(place, EMPTY_FOLDER), { mode: 0o755 });
  });
  const own = (name: string) => path.join(directory.path, name);
  const known = new Set([...figures.map(([name]) => name), "sys"]);
  const cover = ({ name, isFolder }: Listed) => {
    const source = known.has(name) ? name : isFolder ? EMPTY_FOLDER : EMPTY_FILE;
    return ["--ro-bind", own(source), `/proc/${name}`];
  };
  const random = fs.existsSync(`/proc/${RANDOM}`) ? ["--ro-bind", `/proc/${RANDOM}`, `/proc/${RANDOM}`] : [];
  return {
    arguments: ["--proc", "/proc", ...listMachineFacts().flatMap(cover), ...random],
    remove: () => directory.remove(),
  };
}

interface Listed {
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * Links lead to the reader's own process. Names come first and alone: a process that ends while they are listed has no
 * kind any more, and whoever asks for one there fails.
 */
function listMachineFacts(): Listed[] {
  return fs
    .readdirSync("/proc")
    .filter((name) => !/^\d+$/.test(name) && name !== SHOWN)
    .flatMap((name) => {
      const found = fs.lstatSync(path.join("/proc", name), { throwIfNoEntry: false });
      return !found || found.isSymbolicLink() ? [] : [{ name, isFolder: found.isDirectory() }];
    });
}

/** In the forms of proc(5): how much a skill may have, and no load, no age and no name of the machine. */
function sandboxFigures(): Readonly<Record<string, string>> {
  const memory = `${LIMITS.memoryBytes / 1024} kB`;
  const times = " 0".repeat(10);
  const processors = os.cpus().map((_, index) => `cpu${index}${times}`);
  return {
    loadavg: "0.00 0.00 0.00 1/1 1\n",
    meminfo: `MemTotal: ${memory}\nMemFree: ${memory}\nMemAvailable: ${memory}\nBuffers: 0 kB\nCached: 0 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n`,
    stat: [`cpu ${times}`, ...processors, "intr 0", "ctxt 0", "btime 0", "processes 1", ""].join("\n"),
    uptime: "1.00 1.00\n",
    version: "Linux\n",
  };
}

/** Readable for the user of a sandbox, whatever the market keeps from others by itself. */
function lay(place: string, name: string, text: string): void {
  const file = path.join(place, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  for (let each = file, mode = 0o644; each !== place; each = path.dirname(each), mode = 0o755)
    fs.chmodSync(each, mode);
}
