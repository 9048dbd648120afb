import fs from "node:fs";
import os from "node:os";
import type { RunOutcome } from "@/lib/running/runners/skill-runner";

type Seen = Record<string, unknown>;

/** What an attack runs beside: things of the machine it would like to reach. */
export interface Surroundings {
  /** A listener of the machine. */
  readonly port: number;
  readonly abstract: string;
  readonly hostPid: number;
  /** A file that everybody on the machine can read. */
  readonly canary: string;
  /** Name that every process of an attack gives itself, seen from the machine. */
  readonly mark: string;
}

/** What came of one attack: how it ended, and what it reported of itself. */
export interface Answer {
  readonly killedBy: RunOutcome["killedBy"];
  readonly exitCode: number | null;
  readonly wallMs: number;
  readonly stdoutBytes: number;
  readonly seen: Seen;
}

export interface Probe {
  readonly name: string;
  /** A function of `hostile.py`, and what it is told. */
  readonly attack: string;
  readonly options?: (around: Surroundings) => object;
  readonly timeoutMs?: number;
  /** True when the attack was contained. `ownKernel` has calls that reach nothing of the machine's. */
  readonly contained: (answer: Answer, ownKernel: boolean) => boolean;
}

const GONE = /^(E[A-Z]+|[A-Z][a-zA-Z]+Error)$/;
/** Ends within its time, and half of it again for a busy machine. */
const soonAfter = (timeoutMs: number, { wallMs }: Answer) => wallMs < timeoutMs * 1.5 + 5_000;
const refused = (value: unknown) => typeof value === "string" && GONE.test(value);
const stopped = ({ killedBy, exitCode }: Answer) => killedBy !== null || exitCode !== 0;
const number = (value: unknown) => (typeof value === "number" ? value : Infinity);

/** An engine gives a container some files of its own, whose names the machine has too. */
export function isOwnFile(file: string, text: unknown): boolean {
  const machines = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8") : "";
  const named = file === "/etc/passwd" || file === "/job/skill/link" || file === "/job/hard";
  return named && typeof text === "string" && !machines.startsWith(text.slice(0, 100));
}

const filesProbe = (name: string, paths: (around: Surroundings) => string[]): Probe => ({
  name,
  attack: "files",
  options: (around) => ({ paths: paths(around) }),
  contained: ({ seen }) =>
    Object.entries(seen).every(([file, text]) => refused(text) || isOwnFile(file, text)),
});

const socketProbe = (name: string, kind: string, inOwnKernel = false): Probe => ({
  name,
  attack: "sockets",
  options: ({ port, abstract }) => ({ port, abstract }),
  contained: ({ seen }, ownKernel) => refused(seen[kind]) || (inOwnKernel && ownKernel),
});

const endsInTime = (name: string, attack: string): Probe => ({
  name,
  attack,
  timeoutMs: 3_000,
  contained: (answer) => answer.killedBy === "timeout" && soonAfter(3_000, answer),
});

const wallsProbe = (name: string, contained: Probe["contained"]): Probe => ({
  name,
  attack: "walls",
  contained,
});

/** What /proc tells in one place: "" where nobody may read it, or nothing is there. */
function factOf({ seen }: Answer, name: string): string {
  const facts = seen["facts"] as Record<string, unknown> | undefined;
  const text = facts?.[`/proc/${name}`];
  return typeof text === "string" && !refused(text) ? text : "";
}

const machines = (name: string) => fs.readFileSync(`/proc/${name}`, "utf8");
const valueIn = (text: string, name: string) => new RegExp(`^${name}:?\\s+(\\d+)`, "m").exec(text)?.[1];
/** The same value as the machine's would be the machine's. */
const differs = (answer: Answer, file: string, name: string) =>
  valueIn(factOf(answer, file), name) !== valueIn(machines(file), name);

/** Load is told as threads too, and no sandbox has as many as a machine. */
function hidesLoadAndAge(answer: Answer, ownKernel: boolean): boolean {
  const threads = /\/(\d+) /.exec(factOf(answer, "loadavg"))?.[1] ?? 0;
  const age = (text: string) => Math.round(Number.parseFloat(text) / 60);
  return (
    answer.seen["facts"] !== undefined &&
    Number(threads) <= 64 &&
    age(factOf(answer, "uptime")) !== age(machines("uptime")) &&
    differs(answer, "stat", "btime") &&
    // gVisor tells how much there is, and not how much of it is used.
    (ownKernel || differs(answer, "meminfo", "MemTotal"))
  );
}

const PATHS_OF_THE_MACHINE = [process.cwd(), `${os.tmpdir()}/emporion`];
/** A kernel of its own may have disks of its own. */
const DEVICES = ["cmdline", "partitions", "diskstats", "interrupts", "modules", "kallsyms", "vmstat", "keys"];

const MACHINE_SERVICES = ["bpf", "io_uring_setup", "userfaultfd", "keyctl", "add_key", "perf_event_open"];
const PRIVILEGED = ["mount", "pivot_root", "setns", "open_by_handle_at", "process_vm_readv"];

/**
 * Ways out of a sandbox, to learn of the machine or to use it up. Each runner contains them all, whoever started the
 * market, but for those that its suite names.
 */
export const PROBES: readonly Probe[] = [
  filesProbe("reads /etc/passwd", () => ["/etc/passwd"]),
  filesProbe("reads secrets of root", () => ["/etc/shadow", "/root/.ssh", "/proc/1/root/root/.ssh"]),
  filesProbe("reads a file that everybody on the machine can read", ({ canary }) => [canary]),
  filesProbe("follows links out of its package", () => []),
  {
    name: "reads our environment",
    attack: "environment",
    contained: ({ seen }) => !/CANARY|NODE_ENV|VITEST|SECRET/.test(JSON.stringify(seen["environment"])),
  },
  socketProbe("connects to a port of the machine", "tcp"),
  socketProbe("connects to it by IPv6", "tcp6"),
  socketProbe("connects to an abstract socket of the machine", "abstract"),
  socketProbe("connects to the hypervisor", "vsock"),
  socketProbe("asks the kernel about the network", "netlink", true),
  socketProbe("opens a packet socket", "packet"),
  {
    name: "forks without end",
    attack: "forks",
    contained: ({ seen }) => number(seen["forks"]) <= 64,
  },
  {
    name: "starts threads without end",
    attack: "threads",
    contained: (answer) => stopped(answer) || number(answer.seen["threads"]) <= 64,
  },
  {
    name: "takes memory without end",
    attack: "memory",
    contained: (answer) => stopped(answer) || number(answer.seen["megabytes"]) <= 512,
  },
  {
    name: "takes memory with many processes",
    attack: "shared_memory_of_many",
    timeoutMs: 8_000,
    contained: stopped,
  },
  {
    name: "leaves shared memory where no process has it mapped",
    attack: "left_shared_memory",
    timeoutMs: 20_000,
    contained: (answer, ownKernel) =>
      stopped(answer) || (!ownKernel && [answer.seen["anonymous"], answer.seen["device"]].every(refused)),
  },
  endsInTime("loops for ever", "endless"),
  endsInTime("ignores every signal", "ignore_signals"),
  {
    name: "writes one file without end",
    attack: "big_file",
    options: () => ({ places: ["/tmp/big"] }),
    contained: (answer) => stopped(answer) || number(answer.seen["total"]) <= 32,
  },
  {
    name: "fills every place it can write to",
    attack: "fill_temporary",
    contained: (answer) => stopped(answer) || number(answer.seen["megabytes"]) <= 82,
  },
  { name: "makes 200,000 files", attack: "many_inodes", timeoutMs: 4_000, contained: stopped },
  ...["output", "errors"].map((what, index): Probe => {
    const killedBy = index === 0 ? "stdout_limit" : "stderr_limit";
    return {
      name: `writes 64 MB of ${what}`,
      attack: "flood",
      options: () => ({ fd: index + 1 }),
      contained: (answer) => answer.killedBy === killedBy && answer.stdoutBytes <= 1024 * 1024,
    };
  }),
  ...[false, true].map((holds_output): Probe => ({
    name: holds_output ? "leaves a child that holds its output" : "leaves a child in a session of its own",
    attack: "daemon",
    options: () => ({ holds_output }),
    contained: (answer) => answer.seen["left"] === true && soonAfter(3_000, answer),
  })),
  { name: "leaves zombies", attack: "zombies", contained: ({ seen }) => seen["left"] === true },
  {
    name: "looks for processes of the machine and signals ours",
    attack: "processes",
    options: ({ hostPid }) => ({ host_pid: hostPid }),
    contained: ({ seen }) => number(seen["seen"]) <= 5 && seen["signal_parent"] === "ESRCH",
  },
  {
    name: "looks for the load, the memory and the age of the machine",
    attack: "machine",
    contained: hidesLoadAndAge,
  },
  {
    name: "looks for disks, devices, modules and how busy they are",
    attack: "machine",
    contained: (answer, ownKernel) =>
      ownKernel ||
      [...DEVICES, "pressure/cpu", "pressure/io", "sys/kernel/random/boot_id"].every(
        (name) => factOf(answer, name).trim() === "",
      ),
  },
  {
    name: "looks for paths of the machine in the first process",
    attack: "machine",
    contained: ({ seen: { first_process: told } }) =>
      typeof told === "string" && PATHS_OF_THE_MACHINE.every((place) => !told.includes(place)),
  },
  {
    name: "calls what reaches past namespaces",
    attack: "syscalls",
    contained: ({ seen }, ownKernel) =>
      [...MACHINE_SERVICES, ...PRIVILEGED].every((call) => refused(seen[call])) &&
      (ownKernel || ["ptrace", "unshare", "clone_newuser"].every((call) => seen[call] === "EPERM")),
  },
  {
    name: "looks for descriptors, capabilities and programs that change the user",
    attack: "privileges",
    contained: ({ seen }) =>
      JSON.stringify(seen["open"]) === "[0,1,2]" &&
      /^0+$/.test(String(seen["effective"])) &&
      JSON.stringify(seen["set_user_id"]) === "[]",
  },
  wallsProbe(
    "writes to its root, and finds what an earlier call left",
    ({ seen }, ownKernel) =>
      [seen["root"], seen["usr"]].every(refused) &&
      (ownKernel || refused(seen["device"])) &&
      JSON.stringify([seen["found_in_tmp"], seen["found_in_package"]]) === '[[],["scripts"]]',
  ),
];
