import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { isReachableByOthers } from "../bubblewrap/node-binary";
import { prepareImages } from "../images/runtime-images";
import type { ProbeResult } from "../skill-runner";
import { HOSTILE_FIXTURE, TEST_IMAGES } from "./attacks";
import type { Answer, Surroundings } from "./containment";

// What the bundle takes along still asks for built-in modules in the old way.
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
const NOBODY = 65_534;
/** Past the first sixteen, which node closes by itself. */
const HIGH_FD = 40;

/** A runner that a program of its own can make: the file that exports its class, and what it is made with. */
export interface RunnerRecipe {
  readonly file: string;
  readonly className: string;
  readonly options: object;
}

export interface OrdinaryAnswers {
  readonly uid: number;
  readonly probe: ProbeResult;
  readonly answers: Record<string, Answer>;
  readonly afterwards: { readonly moreDescriptors: number; readonly children: readonly string[] };
}

/** Tries all probes from a process of the user nobody, with a descriptor of somebody else's open, and from a bundle. */
export async function tryAsOrdinaryUser(
  { file, className, options }: RunnerRecipe,
  around: Surroundings,
): Promise<OrdinaryAnswers> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-user-"));
  fs.chmodSync(directory, 0o755);
  const hostile = path.join(directory, "hostile.py");
  const script = path.join(directory, "run.mjs");
  fs.copyFileSync(HOSTILE_FIXTURE, hostile);
  const entry = `
    import fs from "node:fs";
    import { ${className} } from ${JSON.stringify(path.resolve("lib/running", file))};
    import { tryProbes } from ${JSON.stringify(path.join(import.meta.dirname, "try-probes.ts"))};
    const runner = new ${className}(${JSON.stringify(options)});
    const probe = await runner.probe();
    if (!probe.ok) throw new Error(probe.reason);
    const descriptors = () => fs.readdirSync("/proc/self/fd").length;
    const before = descriptors();
    const around = { ...${JSON.stringify(around)}, hostPid: process.pid };
    const answers = await tryProbes(runner, around, fs.readFileSync(${JSON.stringify(hostile)}));
    await runner.close();
    const children = fs.readFileSync("/proc/self/task/" + process.pid + "/children", "utf8").split(" ").filter(Boolean);
    const afterwards = { moreDescriptors: Math.max(0, descriptors() - before), children };
    console.log(JSON.stringify({ uid: process.getuid(), probe, answers, afterwards }));
  `;
  await build({
    stdin: { contents: entry, resolveDir: import.meta.dirname, loader: "ts" },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "@": path.resolve(import.meta.dirname, "../../..") },
    banner: { js: REQUIRE },
    logLevel: "silent",
  });
  try {
    return await runAsNobody(script, hostile);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
}

/** The runtime images of the tests, in a place where everybody can reach them even when a closed folder is above ours. */
export async function imagesForAnybody(): Promise<string> {
  const images = await prepareImages(TEST_IMAGES, process.execPath);
  if (images && isReachableByOthers(path.join(images.python3.root, "usr/bin/bash"))) return TEST_IMAGES;
  const directory = path.join(os.tmpdir(), "emporion-runtime-images");
  await prepareImages(directory, process.execPath);
  return directory;
}

function runAsNobody(script: string, opened: string): Promise<OrdinaryAnswers> {
  const fd = fs.openSync(opened, "r");
  const stdio: ("ignore" | "pipe" | number)[] = Array.from({ length: HIGH_FD + 1 }, () => "ignore");
  stdio.splice(1, 2, "pipe", "pipe");
  stdio[HIGH_FD] = fd;
  const root = process.getuid?.() === 0;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      stdio,
      cwd: "/",
      env: { PATH: "/usr/bin", NODE_ENV: "test" },
      ...(root ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    fs.closeSync(fd);
    let out = "";
    let err = "";
    child.stdout?.on("data", (chunk) => (out += chunk));
    child.stderr?.on("data", (chunk) => (err += chunk));
    child.on("close", () => {
      if (out.startsWith("{")) resolve(JSON.parse(out) as OrdinaryAnswers);
      else reject(new Error(err));
    });
  });
}
