import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { IS_FULL } from "@/lib/testing/full-form";
import { prepareImages } from "@/lib/running/images/runtime-images";
import { RUNTIMES, type Runtime } from "@/lib/running/runners/skill-runner";
import { TEST_IMAGES } from "./attacks";

const PODMAN = "/usr/bin/podman";
const RUNC = "/usr/sbin/runc";
const OVERLAY_FILESYSTEM = 0x794c_7630;
const SOCKET_WAIT_MS = 20_000;

export interface TestEngine {
  readonly socketPath: string;
  /** Our own runtime images, loaded into it. */
  readonly images: Readonly<Record<Runtime, string>>;
  /** Digest of one of them as Podman itself tells it. */
  imageId(runtime: Runtime): string;
  stop(): Promise<void>;
}

/**
 * An engine to try containers with, or why this machine has none that works: asked of Podman itself and of nothing of
 * ours, so that a fault of our runner is never taken for one of the machine. The short form tries the same suites with
 * bubblewrap.
 */
export async function findTestEngine(): Promise<TestEngine | string> {
  if (!IS_FULL) return "only in the full form";
  if (process.getuid?.() !== 0) return "no rootful container engine: tests are not run by root";
  const missing = [PODMAN, RUNC].filter((program) => !fs.existsSync(program));
  if (missing.length > 0) return `no ${missing.join(", ")}: sudo apt-get install -y podman runc`;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-podman-"));
  try {
    return await startTestEngine(directory);
  } catch (error) {
    // Its store may still be mounted.
    spawnSync("umount", ["-l", `${directory}/root/overlay`]);
    fs.rmSync(directory, { recursive: true, force: true });
    return `Podman runs no container here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Podman with a store, a socket and images of its own, speaking the Docker Engine API. It needs no daemon of the
 * system's, no registry and no network.
 */
async function startTestEngine(directory: string): Promise<TestEngine> {
  fs.chmodSync(directory, 0o755);
  const cwd = directory; // the monitor of a container that ran out of memory leaves a file where it was started
  const socketPath = path.join(directory, "engine.sock");
  // One overlay cannot lie on another, as in a container; copying whole images for each run is far slower.
  const driver = fs.statfsSync(directory).type === OVERLAY_FILESYSTEM ? "vfs" : "overlay";
  const options = [
    "--root",
    `${directory}/root`,
    "--runroot",
    `${directory}/run`,
    "--storage-driver",
    driver,
  ];
  options.push("--cgroup-manager", "cgroupfs", "--events-backend", "file", "--runtime", RUNC);
  const trees = await prepareImages(TEST_IMAGES, process.execPath);
  if (!trees) throw new Error("There are no runtime images on this system.");
  const images: Partial<Record<Runtime, string>> = {};
  for (const runtime of RUNTIMES) {
    images[runtime] = `localhost/emporion-${runtime}:1`;
    const load = `tar -C "$1" --exclude=./tmp --exclude=./job -c . | ${PODMAN} "\${@:3}" import -q - "$2"`;
    const words = ["-c", load, "load", trees[runtime].root, images[runtime], ...options];
    execFileSync("/bin/bash", words, { cwd, stdio: ["ignore", "ignore", "pipe"] });
  }
  // Limits of our own: the engine's may be more than the machine allows.
  const limits = ["--ulimit", "nproc=1024:1024", "--ulimit", "nofile=256:256"];
  const shell = [images.bash ?? "", "/bin/bash", "-c", "exit 0"];
  const trial = ["run", "--rm", "--network", "none", ...limits, ...shell];
  execFileSync(PODMAN, [...options, ...trial], { cwd, stdio: ["ignore", "ignore", "pipe"] });
  const service = [...options, "system", "service", "--time=0", `unix://${socketPath}`];
  const engine = spawn(PODMAN, service, { cwd, stdio: "ignore" });
  const gone = new Promise((resolve) => engine.once("exit", resolve));
  for (let waited = 0; !fs.existsSync(socketPath); waited += 50) {
    if (waited > SOCKET_WAIT_MS) throw new Error("Podman did not open its socket.");
    await sleep(50);
  }
  // The ordinary user of a test may speak to it too.
  fs.chmodSync(socketPath, 0o666);
  return {
    socketPath,
    images: images as Readonly<Record<Runtime, string>>,
    imageId: (runtime) => {
      const inspect = ["image", "inspect", "--format", "{{.Id}}", images[runtime] ?? ""];
      return `sha256:${execFileSync(PODMAN, [...options, ...inspect])
        .toString()
        .trim()}`;
    },
    async stop() {
      spawnSync(PODMAN, [...options, "rm", "--all", "--force", "--time", "0"]);
      engine.kill("SIGTERM");
      await gone;
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
