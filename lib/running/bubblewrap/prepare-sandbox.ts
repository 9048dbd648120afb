import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { logger } from "@/lib/kernel/observability/logger";
import { describeMissing, describeRefusal, NOT_LINUX } from "../contract/describe-missing";
import { prepareImages, type RuntimeImages } from "../images/runtime-images";
import { RUNTIMES, type Runtime } from "../runners/skill-runner";
import { SANDBOX_ID } from "./limits";
import { NO_ENVIRONMENT } from "../runners/no-environment";
import { layBootstraps } from "./lay-bootstraps";
import { layProc } from "./view/lay-proc";
import { isReachableByOthers, reachableNode } from "./node-binary";
import { OutputPipes } from "./output-pipes";
import { MINIMUM_BWRAP, sandboxArguments } from "./sandbox-arguments";
import { buildSeccompFilter, isSeccompArchitecture } from "./seccomp-filter";
import { findSkillUser, SKILL_USERS } from "./skill-user";
import { makeWorkDirectory, removeIfFails } from "./work-directory";

const FILTER = "filter.bpf";
/** Where the user of a sandbox can get to when the market lives in a closed home directory of root. */
const IMAGES_OF_ROOT = "/var/cache/emporion/runtime-images";

/** Everything the sandboxes of one process share; none of it is ever writable from inside. */
export interface SandboxGround {
  readonly bwrapPath: string;
  readonly version: string;
  /** Where bwrap reads its arguments for each language. */
  readonly argumentsFile: (runtime: Runtime) => string;
  /** The root file system of each language; null where sandboxes see the machine's own programs. */
  readonly images: RuntimeImages | null;
  readonly seccompFile: string;
  readonly pipes: OutputPipes;
  /** The user bwrap is started as, when we are root; null when we are an ordinary user ourselves. */
  readonly switchToId: number | null;
  readonly hostUid: number;
  remove(): void;
}

/** A sandbox that cannot be made here: why, and what to do. */
export class SandboxImpossible extends Error {
  readonly remedy: string;

  constructor(reason: string, remedy: string) {
    super(reason);
    this.name = "SandboxImpossible";
    this.remedy = remedy;
  }
}

export interface GroundOptions {
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
    images,
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
