import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { layBootstraps, type LaidBootstraps } from "@/lib/running/sandbox/bootstraps";
import { BOOTSTRAP_PATHS, ENVIRONMENT, launcherOnStderr } from "@/lib/running/sandbox/launcher";
import { describeLimits, LIMITS, ADDRESS_SPACE_BYTES, SANDBOX_ID } from "@/lib/running/sandbox/limits";
import { listProcessTree, placeOf, sumMemoryBytes } from "@/lib/running/sandbox/process-tree";
import { assertDescriptorsFree } from "@/lib/running/bubblewrap/output-pipes";
import { makeWorkDirectory, removeIfFails, type WorkDirectory } from "@/lib/running/sandbox/work-directory";
import { digestsOf, prepareImages, type RuntimeImages } from "@/lib/running/images/runtime-images";
import { RunWatch, type PackedJob } from "@/lib/running/sandbox/run-watch";
import { SandboxRunner, type Walls } from "@/lib/running/sandbox/sandbox-runner";
import { NO_ENVIRONMENT, type LaunchedRun, type Runtime } from "@/lib/running/runners/skill-runner";

interface GvisorOptions {
  readonly imageDirectory: string;
  readonly runscPath?: string;
}

/** What is laid ready for all runs. */
interface Ground {
  readonly roots: RuntimeImages;
  readonly images: Readonly<Record<Runtime, string>>;
  readonly bootstraps: LaidBootstraps;
  readonly work: WorkDirectory;
  remove(): void;
}

const DEFAULT_RUNSC = "/usr/bin/runsc";
/** As whom runsc runs a sandbox that root starts, whatever user is asked for inside. */
const NOBODY = 65_534;

/**
 * Runs skills with gVisor, without Docker: a kernel of its own between the skill and the machine's. Slower to start
 * than namespaces alone, and what separates is more than they are. Works as root and, rootless, as an ordinary user.
 */
export class GvisorRunner extends SandboxRunner<Ground> {
  readonly name = "gvisor";
  protected readonly words = {
    sandbox: "gVisor",
    place: "gVisor",
    remedy: "Install gVisor (sudo apt-get install -y runsc), or set RUNNER=auto.",
  };
  readonly #options: GvisorOptions;

  constructor(options: GvisorOptions) {
    super();
    this.#options = options;
  }

  protected async lay(): Promise<Ground> {
    const { imageDirectory, runscPath = DEFAULT_RUNSC } = this.#options;
    if (!fs.existsSync(/* turbopackIgnore: true */ runscPath)) throw new Error(`There is no ${runscPath}.`);
    const roots = await prepareImages(imageDirectory, process.execPath);
    if (!roots) throw new Error("There are no runtime images on this system.");
    const bootstraps = layBootstraps();
    const work = removeIfFails(bootstraps, () => makeWorkDirectory("closed"));
    const remove = () => [work, bootstraps].forEach((each) => each.remove());
    return { roots, images: digestsOf(roots), bootstraps, work, remove };
  }

  protected judge(_ground: Ground, test: LaunchedRun): Walls {
    if (test.exitCode !== 0) throw new Error(this.explain("bash", test));
    // Inodes are the guest kernel's own, and no filter of ours is under it: gVisor brings its own.
    const limits = { ...describeLimits(process.getuid?.() || NOBODY), inodes: null };
    return { runner: this.name, isolation: "gvisor", limits };
  }

  protected async execute(
    { roots, bootstraps, work }: Ground,
    { runtime, ...job }: PackedJob & { runtime: Runtime },
  ): Promise<LaunchedRun> {
    const id = `emporion-${process.pid}-${randomUUID()}`;
    const bundle = path.join(work.path, id);
    const rootless = process.getuid?.() !== 0;
    const imageRoot = roots[runtime].root;
    const spec = ociSpec({ runtime, imageRoot, bootstraps: bootstraps.files, rootless });
    fs.mkdirSync(bundle);
    fs.writeFileSync(path.join(bundle, "config.json"), JSON.stringify(spec));
    const options = [
      "--platform=ptrace",
      "--network=none",
      "--ignore-cgroups",
      ...(rootless ? ["--rootless"] : []),
      "--root",
      path.join(work.path, "state"),
    ];
    try {
      return await runBundle(
        { runscPath: this.#options.runscPath ?? DEFAULT_RUNSC, options, id, bundle },
        job,
      );
    } finally {
      fs.rmSync(bundle, { recursive: true, force: true });
    }
  }
}

const WATCH_MS = 100;
/** Of a market that is killed nothing else would ever end what it runs. runsc takes its own processes along. */
const SETPRIV = "/usr/bin/setpriv";
const ENDED_WITH_US = ["--pdeathsig", "KILL", "--"];
/** The guest's own memory and that of the kernel gVisor puts under it. */
const GUEST_AND_KERNEL_BYTES = LIMITS.memoryBytes + 200 * 1024 * 1024;

interface Bundle {
  readonly runscPath: string;
  readonly options: readonly string[];
  readonly id: string;
  readonly bundle: string;
}

/** Runs one bundle to its end, within time, memory and output, and leaves no container behind. */
async function runBundle(given: Bundle, job: PackedJob): Promise<LaunchedRun> {
  const command = [given.runscPath, ...given.options, "run", "-bundle", given.bundle, given.id];
  assertDescriptorsFree();
  const child = spawn(SETPRIV, [...ENDED_WITH_US, ...command], {
    env: { ...NO_ENVIRONMENT, PATH: "/usr/bin:/usr/sbin" },
    cwd: "/",
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const watch = new RunWatch(job, () => killAll(child.pid), { launcherOn: "stderr" });
  child.stdout.on("data", (bytes: Buffer) => watch.write("stdout", bytes));
  child.stderr.on("data", (bytes: Buffer) => watch.write("stderr", bytes));
  child.stdin.on("error", () => undefined);
  const watchdog = setInterval(() => {
    const tree = child.pid === undefined ? [] : listProcessTree(child.pid);
    const { rssBytes } = sumMemoryBytes(tree.map(placeOf));
    watch.holds(rssBytes);
    if (Math.max(rssBytes, guestMemoryBytes(tree)) > GUEST_AND_KERNEL_BYTES) watch.end("memory");
  }, WATCH_MS);
  child.stdin.end(job.archive);
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code));
    });
    return watch.ended(exitCode);
  } finally {
    clearInterval(watchdog);
    watch.stop();
    killAll(child.pid);
    await removeContainer(given);
  }
}

/** runsc, its gofer and its sandbox; each has a session of its own. */
function killAll(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const target of [...listProcessTree(pid).slice(1), -pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // Already gone.
    }
  }
}

async function removeContainer({ runscPath, options, id }: Bundle): Promise<void> {
  const remove = [...options, "delete", "-force", id];
  const environment = { env: { ...NO_ENVIRONMENT, PATH: "/usr/bin:/usr/sbin" } };
  // Ended runs have taken themselves away already.
  await promisify(execFile)(runscPath, remove, environment).catch(() => undefined);
}

interface OciParts {
  readonly runtime: Runtime;
  readonly imageRoot: string;
  readonly bootstraps: Readonly<Record<keyof typeof BOOTSTRAP_PATHS, string>>;
  /** We are an ordinary user. */
  readonly rootless: boolean;
}

const NAMESPACES = ["pid", "network", "ipc", "uts", "mount"];
const ONLY_USER = { containerID: 0, hostID: 0, size: 1 };
const NO_CAPABILITIES = { bounding: [], effective: [], inheritable: [], permitted: [] };

/** The OCI runtime specification of one sandbox: no network, no capability, a read-only root, two fresh tmpfs. */
function ociSpec({ runtime, imageRoot, bootstraps, rootless }: OciParts): object {
  // Without root there is one user to map; inside it is called 0 and is nobody outside.
  const user = rootless ? { uid: 0, gid: 0 } : { uid: SANDBOX_ID, gid: SANDBOX_ID };
  const namespaces = [...NAMESPACES, ...(rootless ? ["user"] : [])].map((type) => ({ type }));
  return {
    ociVersion: "1.0.0",
    process: {
      user,
      args: launcherOnStderr(runtime),
      env: Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
      cwd: "/job",
      noNewPrivileges: true,
      capabilities: NO_CAPABILITIES,
      rlimits: rlimits(runtime),
    },
    root: { path: imageRoot, readonly: true },
    hostname: "skill",
    mounts: [
      { destination: "/proc", type: "proc", source: "proc" },
      { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "size=65536"] },
      tmpfs("/tmp", LIMITS.temporaryBytes),
      tmpfs("/job", LIMITS.jobBytes),
      ...(runtime === "bash" ? [] : [readOnlyFile(BOOTSTRAP_PATHS[runtime], bootstraps[runtime])]),
    ],
    linux: {
      namespaces,
      // runsc has started itself anew in a user namespace where we are 0, so that is who there is to map.
      ...(rootless ? { uidMappings: [ONLY_USER], gidMappings: [ONLY_USER] } : {}),
    },
  };
}

const tmpfs = (destination: string, bytes: number) => ({
  destination,
  type: "tmpfs",
  source: "tmpfs",
  options: ["nosuid", "nodev", "mode=1777", `size=${bytes}`],
});

const readOnlyFile = (destination: string, source: string) => ({
  destination,
  type: "bind",
  source,
  options: ["bind", "ro"],
});

function rlimits(runtime: Runtime): object[] {
  const values: Record<string, number> = {
    RLIMIT_AS: ADDRESS_SPACE_BYTES[runtime],
    RLIMIT_CORE: 0,
    RLIMIT_DATA: LIMITS.processMemoryBytes,
    RLIMIT_FSIZE: LIMITS.fileBytes,
    RLIMIT_NOFILE: LIMITS.openFiles,
    RLIMIT_NPROC: LIMITS.processes,
  };
  return Object.entries(values).map(([type, value]) => ({ type, hard: value, soft: value }));
}

/** gVisor keeps all memory of its guest in one file without a name. */
const MEMORY_FILE = "/memfd:runsc-memory";
const BLOCK_BYTES = 512;

/**
 * What the guest of a sandbox holds: also pages that no process has mapped any more, which stand in no resident set. 0
 * where the file is not found.
 */
function guestMemoryBytes(pids: readonly number[]): number {
  for (const pid of pids) {
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      const bytes = sizeOfMemoryFile(`/proc/${pid}/fd/${fd}`);
      if (bytes !== null) return bytes;
    }
  }
  return 0;
}

function namesIn(directory: string): string[] {
  try {
    return fs.readdirSync(directory);
  } catch {
    return []; // the process has ended
  }
}

function sizeOfMemoryFile(link: string): number | null {
  try {
    return fs.readlinkSync(link).startsWith(MEMORY_FILE) ? fs.statSync(link).blocks * BLOCK_BYTES : null;
  } catch {
    return null; // closed meanwhile
  }
}
