import type { Runtime } from "../skill-runner";
import { ADDRESS_SPACE_BYTES, LIMITS } from "./limits";

/** Where the node binary is bound, wherever it lives on the machine. */
export const NODE_PATH = "/runtime/node";
export const PACKAGE_ROOT = "/job/skill";
/** Inside the archive of a job: the package below one folder, the input beside it. */
export const PACKAGE_FOLDER = "skill";
export const INPUT_FILE = "input";

/** File descriptors `bwrap` inherits besides the three standard ones. */
export const SECCOMP_FD = 3;
export const STATUS_FD = 4;
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

/**
 * The trusted first program of every sandbox. It closes what was inherited (a parent's descriptors come through
 * bwrap), unpacks the job from its standard input, puts the input file in its place, lowers the limits and becomes
 * the skill. A file and not the stream is standard input because a socket cannot be opened as /dev/stdin.
 */
const SCRIPT = `
fail() { printf '%s' "$1" >&${STATUS_FD}; exit 125; }
for fd in /proc/self/fd/*; do
  fd=\${fd##*/}
  if [[ $fd -gt 2 && $fd -ne ${STATUS_FD} ]]; then exec {fd}>&-; fi
done
/usr/bin/tar -x -f - -C /job 2>&${STATUS_FD} || fail 'the package could not be unpacked'
exec </job/${INPUT_FILE} || fail 'the input could not be opened'
cd ${PACKAGE_ROOT} || fail 'the package is empty'
ulimit "\${@:2:$1}" 2>&${STATUS_FD} || fail 'the limits could not be set'
shift $(($1 + 1))
printf ${READY} >&${STATUS_FD}
exec ${STATUS_FD}>&-
exec -c /usr/bin/env "$@"
`;

// bash would add variables of its own to the environment; `env` starts from nothing.
const VARIABLES = Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`);

/** The command inside the sandbox for one entry point. */
export function launcherCommand(runtime: Runtime, entryPoint: string): string[] {
  const limits = rlimits(runtime);
  const program = [...VARIABLES, ...INTERPRETERS[runtime], `${PACKAGE_ROOT}/${entryPoint}`];
  return ["/usr/bin/bash", "-c", SCRIPT, "launcher", String(limits.length), ...limits, ...program];
}

// Options of bash's `ulimit`, hard and soft at once; -d -f -l -s -v count in KiB.
function rlimits(runtime: Runtime): string[] {
  const kibibytes = (bytes: number) => String(bytes / 1024);
  const values: Record<string, string> = {
    "-c": "0",
    "-d": kibibytes(LIMITS.processMemoryBytes),
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
  python3: ["/usr/bin/python3", "-s"],
  // Leaves room under RLIMIT_DATA for code, stacks and buffers, so that node ends with its own message.
  node: [NODE_PATH, "--max-old-space-size=160"],
  bash: ["/usr/bin/bash"],
};
