import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { logger } from "@/lib/kernel/observability/logger";
import { layBootstraps } from "@/lib/running/sandbox/bootstraps";
import { describeMissing, describeRefusal, NOT_LINUX } from "@/lib/running/bubblewrap/describe-missing";
import { BOOTSTRAP_PATHS, ENVIRONMENT, NODE_PATH, SECCOMP_FD } from "@/lib/running/sandbox/launcher";
import { SANDBOX_ID, LIMITS } from "@/lib/running/sandbox/limits";
import { buildSeccompFilter, isSeccompArchitecture } from "@/lib/running/sandbox/seccomp";
import { SandboxImpossible } from "@/lib/running/sandbox/sandbox-runner";
import { OutputPipes } from "@/lib/running/bubblewrap/output-pipes";
import { makeWorkDirectory, removeIfFails } from "@/lib/running/sandbox/work-directory";
import { digestsOf, prepareImages, type RuntimeImages } from "@/lib/running/images/runtime-images";
import { RUNTIMES, type Runtime, NO_ENVIRONMENT } from "@/lib/running/runners/skill-runner";
import os from "node:os";

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

const FILTER = "filter.bpf";
/** Where the user of a sandbox can get to when the market lives in a closed home directory of root. */
const IMAGES_OF_ROOT = "/var/cache/emporion/runtime-images";

/** Everything the sandboxes of one process share; none of it is ever writable from inside. */
export interface SandboxGround {
  readonly bwrapPath: string;
  readonly version: string;
  /** Where bwrap reads its arguments for each language. */
  readonly argumentsFile: (runtime: Runtime) => string;
  /** Digest of the root file system of each language; none where sandboxes see the machine's own programs. */
  readonly images: Readonly<Partial<Record<Runtime, string>>>;
  readonly seccompFile: string;
  readonly pipes: OutputPipes;
  /** The user bwrap is started as, when we are root; null when we are an ordinary user ourselves. */
  readonly switchToId: number | null;
  readonly hostUid: number;
  remove(): void;
}

interface GroundOptions {
  readonly bwrapPath: string;
  /** Where runtime images are kept; without it sandboxes see the machine's own programs. */
  readonly imageDirectory?: string | undefined;
}

/** Finds what a sandbox needs and lays it ready. Throws SandboxImpossible. */
export async function prepareSandbox({ bwrapPath, imageDirectory }: GroundOptions): Promise<SandboxGround> {
  const architecture = process.arch;
  const uid = process.getuid?.();
  if (process.platform !== "linux" || uid === undefined) {
    throw new SandboxImpossible(`There is no sandbox for ${process.platform}.`, NOT_LINUX);
  }
  if (!isSeccompArchitecture(architecture)) {
    throw new SandboxImpossible(
      `There is no system call filter for ${architecture}.`,
      "Use x86-64 or aarch64.",
    );
  }
  const version = await findVersion(bwrapPath);
  // Root inside a sandbox would be root outside of it, and process limits do not hold for root.
  const switchToId = uid === 0 ? findSkillUser() : null;
  if (switchToId === undefined) {
    const last = SANDBOX_ID + SKILL_USERS - 1;
    throw new SandboxImpossible(
      `Every user from ${SANDBOX_ID} to ${last} has an account here, and skills need one that has none.`,
      "Remove one of those accounts, or start the market as an ordinary user.",
    );
  }
  const node = reachableNode(switchToId);
  const images =
    imageDirectory === undefined ? null : await findImages(imageDirectory, switchToId, node.path);
  const bootstraps = removeIfFails(node, layBootstraps);
  const laid = { remove: () => [node, bootstraps].forEach((each) => each.remove()) };
  const proc = removeIfFails(laid, layProc);
  const remove = () => [laid, proc].forEach((each) => each.remove());
  const argumentsFor = (runtime: Runtime) =>
    sandboxArguments(runtime, {
      imageRoot: images?.[runtime].root ?? null,
      nodeBinary: node.path,
      bootstraps: bootstraps.files,
      proc: proc.arguments,
    });
  const closed = removeIfFails({ remove }, () =>
    makeWorkDirectory("closed", (place) => {
      fs.writeFileSync(path.join(place, FILTER), buildSeccompFilter(architecture), { mode: 0o600 });
      for (const runtime of RUNTIMES)
        fs.writeFileSync(path.join(place, runtime), argumentsFor(runtime).join("\0"), { mode: 0o600 });
    }),
  );
  return {
    bwrapPath,
    version,
    argumentsFile: (runtime) => path.join(closed.path, runtime),
    images: images ? digestsOf(images) : {},
    seccompFile: path.join(closed.path, FILTER),
    pipes: new OutputPipes(closed.path),
    switchToId,
    hostUid: switchToId ?? uid,
    remove: () => {
      remove();
      closed.remove();
    },
  };
}

/**
 * Null where images cannot be kept or built: sandboxes are as closed without them, but see the machine's own programs.
 */
async function findImages(
  directory: string,
  switchToId: number | null,
  nodeBinary: string,
): Promise<RuntimeImages | null> {
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o755 });
    const reachable = switchToId === null || isReachableByOthers(directory);
    return await prepareImages(reachable ? directory : IMAGES_OF_ROOT, nodeBinary);
  } catch (error) {
    logger.warn(
      { err: error, directory },
      "there are no runtime images; sandboxes use the system's own programs",
    );
    return null;
  }
}

async function findVersion(bwrapPath: string): Promise<string> {
  const missing = describeMissing().filter(({ name }) => name !== "python3");
  if (!fs.existsSync(bwrapPath) || missing.some(({ name }) => name !== "bubblewrap")) {
    const names = missing.map(({ name }) => name).join(", ") || bwrapPath;
    const remedy = [...new Set(missing.map((program) => program.remedy))].join("; ");
    throw new SandboxImpossible(
      `Missing: ${names}.`,
      remedy || `install bubblewrap so that ${bwrapPath} exists`,
    );
  }
  const { stdout } = await promisify(execFile)(bwrapPath, ["--version"], { env: NO_ENVIRONMENT }).catch(
    (error: unknown) => {
      throw new SandboxImpossible(
        `bubblewrap does not start: ${String(error)}`,
        describeRefusal(String(error)),
      );
    },
  );
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(stdout);
  if (!version || !isAtLeast(version.slice(1).map(Number), MINIMUM_BWRAP)) {
    const wanted = MINIMUM_BWRAP.join(".");
    throw new SandboxImpossible(
      `bubblewrap is ${stdout.trim()}; ${wanted} or newer is needed.`,
      `Install bubblewrap ${wanted} (Debian 12, Ubuntu 24.04, Fedora 38 or newer have it).`,
    );
  }
  return version[0];
}

function isAtLeast(found: readonly number[], wanted: readonly number[]): boolean {
  const differing = wanted.findIndex((part, index) => part !== found[index]);
  return differing < 0 || (found[differing] ?? 0) > (wanted[differing] ?? 0);
}

/** bwrap 0.8.0 is the first with `--disable-userns` and sizes for tmpfs. */
const MINIMUM_BWRAP = [0, 8, 0] as const;

/** What a sandbox for one language is made of. */
interface SandboxParts {
  /** The root file system; null for a view of the machine's own. */
  readonly imageRoot: string | null;
  /** Bound as one file because it may live anywhere; images have their own. */
  readonly nodeBinary: string;
  /** The programs that take a job, by language. */
  readonly bootstraps: Readonly<Record<keyof typeof BOOTSTRAP_PATHS, string>>;
  /** What mounts /proc, as arguments. */
  readonly proc: readonly string[];
}

/**
 * Arguments of bwrap for one language, the same for every run: all namespaces new, no capability, no
 * further user namespace, a read-only root with two small fresh tmpfs, and an environment that holds nothing of ours.
 */
function sandboxArguments(
  runtime: Runtime,
  { imageRoot, nodeBinary, bootstraps, proc }: SandboxParts,
): string[] {
  const id = String(SANDBOX_ID);
  return [
    ["--unshare-all", "--unshare-user", "--disable-userns", "--uid", id, "--gid", id],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "skill"],
    imageRoot === null
      ? [...systemView(), "--ro-bind", nodeBinary, NODE_PATH]
      : ["--ro-bind", imageRoot, "/"],
    runtime === "bash" ? [] : ["--ro-bind", bootstraps[runtime], BOOTSTRAP_PATHS[runtime]],
    proc,
    // Mapped and shared, /dev/zero is memory that no resident set shows. /dev/full reads the same and cannot be mapped.
    ["--dev", "/dev", "--dev-bind", "/dev/full", "/dev/zero", "--remount-ro", "/dev"],
    ["--size", String(LIMITS.temporaryBytes), "--tmpfs", "/tmp"],
    ["--size", String(LIMITS.jobBytes), "--tmpfs", "/job"],
    ["--remount-ro", "/", "--chdir", "/job", "--clearenv"],
    Object.entries(ENVIRONMENT).flatMap(([name, value]) => ["--setenv", name, value]),
    ["--seccomp", String(SECCOMP_FD)],
  ].flat();
}

/**
 * What of the machine's own system a skill sees, as bwrap arguments: programs and libraries of the distribution,
 * read-only. Not /usr/local, not /etc but two files that programs and the dynamic linker are found through,
 * nothing of any person. Python packages the machine happens to have are hidden, so that a skill behaves alike
 * on every machine.
 */
function systemView(): string[] {
  return [
    ...["/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo"].flatMap(bindIfThere),
    ...["/bin", "/lib", "/lib32", "/lib64"].flatMap(sameAsHost),
    ...["/etc/alternatives", "/etc/ld.so.cache"].flatMap(bindIfThere),
    ...sitePackages().flatMap((directory) => ["--tmpfs", directory, "--remount-ro", directory]),
  ];
}

const bindIfThere = (place: string) => (fs.existsSync(place) ? ["--ro-bind", place, place] : []);

// Merged-usr systems have links here, older ones directories.
function sameAsHost(place: string): string[] {
  const found = fs.lstatSync(place, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return ["--symlink", fs.readlinkSync(place), place];
  return found ? ["--ro-bind", place, place] : [];
}

function sitePackages(): string[] {
  return ["/usr/lib", "/usr/lib64"].flatMap((library) =>
    ownDirectories(library, /^python3(\.\d+)?$/).flatMap((python) =>
      ownDirectories(python, /^(site|dist)-packages$/),
    ),
  );
}

// Real directories only: /usr/lib64 may be a link to one that is looked at already.
function ownDirectories(place: string, pattern: RegExp): string[] {
  if (!fs.lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
  return fs
    .readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && pattern.test(entry.name))
    .map(({ name }) => `${place}/${name}`);
}

/** From `SANDBOX_ID` on; neither systemd nor a distribution gives these numbers to anybody. */
const SKILL_USERS = 13;
/** `name:password:uid:…`, one account a line. */
const ACCOUNT_ID = /^[^:]*:[^:]*:(\d+):/gm;

/**
 * The user that skills are on the machine when root starts the market: one that has no account and owns nothing,
 * neither of the market and its database nor of anybody. Undefined where each of the range has an account in
 * `accounts`.
 */
export function findSkillUser(accounts = readAccounts()): number | undefined {
  const taken = new Set([...accounts.matchAll(ACCOUNT_ID)].map(([, id]) => Number(id)));
  return Array.from({ length: SKILL_USERS }, (_, index) => SANDBOX_ID + index).find((id) => !taken.has(id));
}

const readAccounts = () => (fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8") : "");

const OTHERS_MAY_ENTER = 0o001;
const OTHERS_MAY_READ_AND_RUN = 0o005;
const COPY = "node";

interface NodeBinary {
  readonly path: string;
  remove(): void;
}

/**
 * The node that runs us, where the sandbox's user can reach it. A version manager often keeps it in a home directory
 * that only root may enter; then one copy is made for the life of the process (about 100 MB).
 */
export function reachableNode(switchToId: number | null, binary = process.execPath): NodeBinary {
  const real = fs.realpathSync(binary);
  if (switchToId === null || isReachableByOthers(real)) return { path: real, remove: () => undefined };
  const directory = makeWorkDirectory("readable", (place) => {
    fs.copyFileSync(real, path.join(place, COPY), fs.constants.COPYFILE_FICLONE);
    fs.chmodSync(path.join(place, COPY), 0o755);
  });
  return { path: path.join(directory.path, COPY), remove: () => directory.remove() };
}

/** True when a user without any group may run the file: every directory above lets others through. */
export function isReachableByOthers(file: string): boolean {
  if ((fs.statSync(file).mode & OTHERS_MAY_READ_AND_RUN) !== OTHERS_MAY_READ_AND_RUN) return false;
  for (let directory = path.dirname(file); ; directory = path.dirname(directory)) {
    if ((fs.statSync(directory).mode & OTHERS_MAY_ENTER) === 0) return false;
    if (directory === path.dirname(directory)) return true;
  }
}
