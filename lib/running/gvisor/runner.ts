import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { DomainError } from "@/lib/kernel/errors";
import { MemoizedSuccess } from "@/lib/kernel/memoize-success";
import { layBootstraps, type LaidBootstraps } from "@/lib/running/bubblewrap/bootstraps";
import { boundTimeout, packJob } from "@/lib/running/bubblewrap/job";
import { BOOTSTRAP_PATHS, ENVIRONMENT, launcherOnStderr } from "@/lib/running/bubblewrap/launcher";
import { describeLimits, LIMITS, ADDRESS_SPACE_BYTES, SANDBOX_ID } from "@/lib/running/bubblewrap/limits";
import { listProcessTree, placeOf, sumMemoryBytes } from "@/lib/running/bubblewrap/process-tree";
import { judgeSelfTests, selfTestJob, type Languages } from "@/lib/running/bubblewrap/self-test";
import { assertDescriptorsFree } from "@/lib/running/bubblewrap/start-sandbox";
import { makeWorkDirectory, removeIfFails } from "@/lib/running/bubblewrap/work-directory";
import { prepareImages, type RuntimeImages } from "@/lib/running/images/runtime-images";
import { LaunchedOutput } from "@/lib/running/runners/launched-output";
import {
  assertStarted,
  NEVER_STARTED,
  RunsUnderWay,
  RUNTIMES,
  type LaunchedRun,
  type ProbeResult,
  type RunJob,
  type RunOutcome,
  type SkillRunner,
  NO_ENVIRONMENT,
  type KillReason,
  type Runtime,
} from "@/lib/running/runners/skill-runner";

interface GvisorOptions {
  readonly imageDirectory: string;
  readonly runscPath?: string;
}

/** What is laid ready for all runs. */
interface Laid {
  readonly images: RuntimeImages;
  readonly bootstraps: LaidBootstraps;
  readonly work: { readonly path: string; remove(): void };
}

type Ground = Laid & Languages;

const DEFAULT_RUNSC = "/usr/bin/runsc";
/** As whom runsc runs a sandbox that root starts, whatever user is asked for inside. */
const NOBODY = 65_534;
const SELF_TEST_TIMEOUT_MS = 20_000;
const INSTALL = "Install gVisor (sudo apt-get install -y runsc), or set RUNNER=auto.";

/**
 * Runs skills with gVisor, without Docker: a kernel of its own between the skill and the machine's. Slower to start
 * than namespaces alone, and what separates is more than they are. Works as root and, rootless, as an ordinary user.
 */
export class GvisorRunner implements SkillRunner {
  readonly name = "gvisor";
  readonly #options: GvisorOptions;
  readonly #runs = new RunsUnderWay();
  readonly #ground = new MemoizedSuccess(() => this.#prepare());

  constructor(options: GvisorOptions) {
    this.#options = options;
  }

  async probe(): Promise<ProbeResult> {
    try {
      const { images, runtimes, unavailable } = await this.#ground.get();
      const digests = { python3: images.python3.digest, node: images.node.digest, bash: images.bash.digest };
      return {
        ok: true,
        isolation: "gvisor",
        limits: this.#limits(),
        runtimes,
        unavailable,
        images: digests,
      };
    } catch (error) {
      return { ok: false, reason: `gVisor cannot run skills here. ${String(error)}`, remedy: INSTALL };
    }
  }

  async run(job: RunJob): Promise<RunOutcome> {
    const ground = await this.#ground.get().catch((error: unknown) => {
      throw new DomainError("RUNNER_UNAVAILABLE", `gVisor cannot run skills here. ${INSTALL}`, {
        cause: error,
      });
    });
    const reason = ground.unavailable[job.runtime];
    if (reason !== undefined) throw new DomainError("RUNNER_UNAVAILABLE", reason);
    const executed = job.signal?.aborted ? Promise.resolve(NEVER_STARTED) : this.#execute(ground, job);
    const ended = await executed.catch((error: unknown) => {
      if (error instanceof DomainError) throw error;
      this.#leave(ground);
      throw new DomainError("RUNNER_UNAVAILABLE", "gVisor did not run the skill.", { cause: error });
    });
    if (!ended.started && ended.killedBy === null) this.#leave(ground);
    assertStarted("gVisor", job, ended);
    const imageDigest = ground.images[job.runtime].digest;
    const { started: _, ...outcome } = ended;
    return {
      ...outcome,
      runner: "gvisor",
      isolation: "gvisor",
      imageDigest,
      enforced: {
        ...this.#limits(),
        imageEnforced: imageDigest === job.imageDigest,
        timeoutMs: boundTimeout(job.timeoutMs),
      },
    };
  }

  async close(): Promise<void> {
    await this.#runs.end();
    const ground = await this.#ground.take();
    if (ground) removeLaid(ground);
  }

  /** What was laid ready may have been cleared away from /tmp under a long-lived server: the next run begins afresh. */
  #leave(ground: Ground): void {
    if (this.#ground.forget(ground)) removeLaid(ground);
  }

  #limits() {
    // Inodes are the guest kernel's own, and no filter of ours is under it: gVisor brings its own.
    return { ...describeLimits(process.getuid?.() || NOBODY), inodes: null };
  }

  async #prepare(): Promise<Ground> {
    const { imageDirectory, runscPath = DEFAULT_RUNSC } = this.#options;
    if (!fs.existsSync(/* turbopackIgnore: true */ runscPath)) throw new Error(`There is no ${runscPath}.`);
    const images = await prepareImages(imageDirectory, process.execPath);
    if (!images) throw new Error("There are no runtime images on this system.");
    const bootstraps = layBootstraps();
    const laid = { images, bootstraps, work: removeIfFails(bootstraps, () => makeWorkDirectory("closed")) };
    const tests = [];
    for (const runtime of RUNTIMES) {
      const outcome = await this.#execute(laid, selfTestJob(runtime, SELF_TEST_TIMEOUT_MS)).catch(
        (error: unknown) => {
          removeLaid(laid);
          throw error;
        },
      );
      tests.push({ runtime, outcome });
    }
    const languages = judgeSelfTests(
      tests,
      (runtime, { stderrTail }) => `${runtime} does not start in gVisor. ${stderrTail}`,
    );
    if (Object.keys(languages.runtimes).length > 0) return { ...laid, ...languages };
    removeLaid(laid);
    throw new Error(languages.unavailable.bash ?? "");
  }

  async #execute(laid: Laid, job: RunJob): Promise<LaunchedRun> {
    const archive = packJob(job);
    const id = `emporion-${process.pid}-${randomUUID()}`;
    const bundle = path.join(laid.work.path, id);
    const rootless = process.getuid?.() !== 0;
    const spec = ociSpec({
      runtime: job.runtime,
      imageRoot: laid.images[job.runtime].root,
      bootstraps: laid.bootstraps.files,
      rootless,
    });
    fs.mkdirSync(bundle);
    fs.writeFileSync(path.join(bundle, "config.json"), JSON.stringify(spec));
    const run = runBundle({
      runscPath: this.#options.runscPath ?? DEFAULT_RUNSC,
      options: [
        "--platform=ptrace",
        "--network=none",
        "--ignore-cgroups",
        ...(rootless ? ["--rootless"] : []),
        "--root",
        path.join(laid.work.path, "state"),
      ],
      id,
      bundle,
      job: archive,
      timeoutMs: boundTimeout(job.timeoutMs),
      signals: this.#runs.signalsOf(job),
    });
    try {
      return await this.#runs.track(run);
    } finally {
      fs.rmSync(bundle, { recursive: true, force: true });
    }
  }
}

function removeLaid({ work, bootstraps }: Laid): void {
  work.remove();
  bootstraps.remove();
}

const WATCH_MS = 100;
/** Of a market that is killed nothing else would ever end what it runs. runsc takes its own processes along. */
const SETPRIV = "/usr/bin/setpriv";
const ENDED_WITH_US = ["--pdeathsig", "KILL", "--"];
/** The guest's own memory and that of the kernel gVisor puts under it. */
const GUEST_AND_KERNEL_BYTES = LIMITS.memoryBytes + 200 * 1024 * 1024;

interface BundleRun {
  readonly runscPath: string;
  readonly options: readonly string[];
  readonly id: string;
  readonly bundle: string;
  readonly job: Uint8Array;
  readonly timeoutMs: number;
  readonly signals: readonly AbortSignal[];
}

/** Runs one bundle to its end, within time, memory and output, and leaves no container behind. */
async function runBundle(run: BundleRun): Promise<LaunchedRun> {
  const startedAt = performance.now();
  const command = [run.runscPath, ...run.options, "run", "-bundle", run.bundle, run.id];
  assertDescriptorsFree();
  const child = spawn(SETPRIV, [...ENDED_WITH_US, ...command], {
    env: { ...NO_ENVIRONMENT, PATH: "/usr/bin:/usr/sbin" },
    cwd: "/",
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let killedBy: KillReason | null = null;
  let peakRssBytes = 0;
  const kill = (reason: KillReason) => {
    killedBy ??= reason;
    killAll(child.pid);
  };
  const output = new LaunchedOutput(kill);
  child.stdout.on("data", (bytes: Buffer) => output.add("stdout", bytes));
  child.stderr.on("data", (bytes: Buffer) => output.add("stderr", bytes));
  child.stdin.on("error", () => undefined);
  const timer = setTimeout(() => kill("timeout"), run.timeoutMs);
  const watchdog = setInterval(() => {
    const tree = child.pid === undefined ? [] : listProcessTree(child.pid);
    const { rssBytes } = sumMemoryBytes(tree.map(placeOf));
    peakRssBytes = Math.max(peakRssBytes, rssBytes);
    if (Math.max(rssBytes, guestMemoryBytes(tree)) > GUEST_AND_KERNEL_BYTES) kill("memory");
  }, WATCH_MS);
  const cancel = () => kill("cancelled");
  for (const signal of run.signals) {
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
  }
  child.stdin.end(run.job);
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code));
    });
    return {
      ...output.read(),
      exitCode: killedBy === null ? exitCode : null,
      killedBy,
      wallMs: Math.round(performance.now() - startedAt),
      peakRssBytes,
    };
  } finally {
    clearTimeout(timer);
    clearInterval(watchdog);
    for (const signal of run.signals) signal.removeEventListener("abort", cancel);
    killAll(child.pid);
    await removeContainer(run);
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

async function removeContainer({ runscPath, options, id }: BundleRun): Promise<void> {
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
