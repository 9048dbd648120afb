import type { Runtime } from "@/lib/running/runners/skill-runner";
import { ADDRESS_SPACE_BYTES, dataBytes, LIMITS } from "./limits";
import { ARGUMENTS_FILE, ENTRY_FILE, INPUT_FILE, PACKAGE_FOLDER } from "@/lib/running/sandbox/job";

/** Where the platform's own files are bound, wherever they live on the machine. */
export const NODE_PATH = "/runtime/node";
export const BOOTSTRAP_PATHS = { python3: "/runtime/start.py", node: "/runtime/start.cjs" } as const;

/** File descriptors `bwrap` inherits besides the three standard ones. */
export const SECCOMP_FD = 3;
export const STATUS_FD = 4;
/** Its arguments are read there: the first process of a sandbox would show them, with paths of the machine. */
export const ARGUMENTS_FD = 5;
/** Written to the status descriptor once the launcher waits for its job. */
export const WAITING = "waiting ";
/** Written to the status descriptor just before the skill takes over; without it nothing of the skill has run. */
export const READY = "ready";

/** The environment of a skill, whole. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/bin",
  HOME: "/tmp",
  LANG: "C.UTF-8",
  TZ: "UTC",
  PYTHONHASHSEED: "0",
  PYTHONDONTWRITEBYTECODE: "1",
};

const BASH_FAIL = `
fail() { printf '%s' "$1" >&${STATUS_FD}; exit 125; }
`;

/**
 * The trusted first program of every sandbox. It closes what was inherited (a parent's descriptors come through
 * bwrap) and lowers the limits.
 */
const CLOSE_AND_LIMIT = `
for fd in /proc/self/fd/*; do
  fd=\${fd##*/}
  if [[ $fd -gt 2 && $fd -ne ${STATUS_FD} ]]; then exec {fd}>&-; fi
done
ulimit "\${@:2:$1}" 2>&${STATUS_FD} || fail 'the limits could not be set'
shift $(($1 + 1))
`;

/** Becomes the interpreter, whose own bootstrap takes the job. */
const BECOME_INTERPRETER = `exec -c /usr/bin/env "$@"`;

/**
 * bash is its own bootstrap: it unpacks the job from its standard input, puts the input file in its place and becomes
 * the skill. A file and not the stream is standard input because a socket cannot be opened as /dev/stdin.
 */
const TAKE_JOB = `
printf '${WAITING}' >&${STATUS_FD}
/usr/bin/tar -x -f - -C /job 2>&${STATUS_FD} || fail 'the package could not be unpacked'
exec </job/${INPUT_FILE} || fail 'the input could not be opened'
cd /job/${PACKAGE_FOLDER} || fail 'the package is empty'
entry=$(</job/${ENTRY_FILE})
mapfile -d '' given </job/${ARGUMENTS_FILE} || fail 'the arguments could not be read'
printf ${READY} >&${STATUS_FD}
exec ${STATUS_FD}>&-
exec -c /usr/bin/env "$@" "/job/${PACKAGE_FOLDER}/$entry" "\${given[@]}"
`;

// bash would add variables of its own to the environment; `env` starts from nothing.
const VARIABLES = Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`);

/**
 * The command where the sandbox sets the limits itself and passes no descriptors on: the launcher speaks on standard
 * error before anything of the skill can. `limitAddressSpace` is for a sandbox that cannot set that one limit.
 */
export function launcherOnStderr(
  runtime: Runtime,
  { limitAddressSpace = false }: { limitAddressSpace?: boolean } = {},
): string[] {
  const limit = limitAddressSpace ? `ulimit -v ${ADDRESS_SPACE_BYTES[runtime] / 1024} || exit 125\n` : "";
  const start = runtime === "bash" ? BASH_FAIL + TAKE_JOB : BECOME_INTERPRETER;
  const script = `exec ${STATUS_FD}>&2\n${limit}${start}`;
  return ["/usr/bin/bash", "-c", script, "launcher", ...VARIABLES, ...INTERPRETERS[runtime]];
}

/** The command inside a sandbox that waits for one job in this language. */
export function launcherCommand(runtime: Runtime): string[] {
  const limits = rlimits(runtime);
  const script = BASH_FAIL + CLOSE_AND_LIMIT + (runtime === "bash" ? TAKE_JOB : BECOME_INTERPRETER);
  const program = [...VARIABLES, ...INTERPRETERS[runtime]];
  return ["/usr/bin/bash", "-c", script, "launcher", String(limits.length), ...limits, ...program];
}

// Options of bash's `ulimit`, hard and soft at once; -d -f -l -s -v count in KiB.
function rlimits(runtime: Runtime): string[] {
  const kibibytes = (bytes: number) => String(bytes / 1024);
  const values: Record<string, string> = {
    "-c": "0",
    "-d": kibibytes(dataBytes(runtime)),
    "-f": kibibytes(LIMITS.fileBytes),
    "-i": "64",
    "-l": "0",
    "-n": String(LIMITS.openFiles),
    "-q": "0",
    "-s": kibibytes(LIMITS.stackBytes),
    "-t": String(LIMITS.maxTimeoutMs / 1000),
    "-u": String(LIMITS.processes),
    "-v": kibibytes(ADDRESS_SPACE_BYTES[runtime]),
  };
  return Object.entries(values).flat();
}

const INTERPRETERS: Readonly<Record<Runtime, readonly string[]>> = {
  python3: ["/usr/bin/python3", "-s", BOOTSTRAP_PATHS.python3],
  // Leaves room under RLIMIT_DATA for code, stacks and buffers, so that node ends with its own message.
  node: [NODE_PATH, "--max-old-space-size=160", BOOTSTRAP_PATHS.node],
  bash: ["/usr/bin/bash"],
};
