import fs from "node:fs";
import type { RunOutcome } from "../runners/skill-runner";

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

const MACHINE_SERVICES = ["bpf", "io_uring_setup", "userfaultfd", "keyctl", "add_key", "perf_event_open"];
const PRIVILEGED = ["mount", "pivot_root", "setns", "open_by_handle_at", "process_vm_readv"];

/** Thirty ways out of a sandbox or to use the machine up. Each runner contains them all, whoever started the market. */
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
