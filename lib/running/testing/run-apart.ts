import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";

// What the bundle takes along still asks for built-in modules in the old way.
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
const NOBODY = 65_534;
/** Past the first sixteen, which node closes by itself. */
const HIGH_FD = 40;

export interface Apart {
  /** As the user nobody, where we are root; otherwise as we are. */
  readonly asNobody: boolean;
  /** Its first argument is a copy of this file, which is also open as a descriptor that the program did not ask for. */
  readonly file: string;
}

/**
 * Runs a program in TypeScript as a bundle in a process of its own, and gives what it printed as JSON. A test file
 * shares its process with others: only a process of its own can count its descriptors and children.
 */
export async function runApart<T>(program: string, { asNobody, file }: Apart): Promise<T> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-user-"));
  fs.chmodSync(directory, 0o755);
  const copy = path.join(directory, path.basename(file));
  const script = path.join(directory, "run.mjs");
  fs.copyFileSync(file, copy);
  await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: "ts" },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { "@": path.resolve(import.meta.dirname, "../../..") },
    banner: { js: REQUIRE },
    logLevel: "silent",
  });
  try {
    return await runScript<T>(script, copy, asNobody && process.getuid?.() === 0);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
}

function runScript<T>(script: string, argument: string, switchUser: boolean): Promise<T> {
  const fd = fs.openSync(argument, "r");
  const stdio: ("ignore" | "pipe" | number)[] = Array.from({ length: HIGH_FD + 1 }, () => "ignore");
  stdio.splice(1, 2, "pipe", "pipe");
  stdio[HIGH_FD] = fd;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, argument], {
      stdio,
      cwd: "/",
      env: { PATH: "/usr/bin", NODE_ENV: "test" },
      ...(switchUser ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    fs.closeSync(fd);
    let out = "";
    let err = "";
    child.stdout?.on("data", (chunk) => (out += chunk));
    child.stderr?.on("data", (chunk) => (err += chunk));
    child.on("close", () => {
      if (out.startsWith("{")) resolve(JSON.parse(out) as T);
      else reject(new Error(err));
    });
  });
}
