import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { HOSTILE_FIXTURE } from "../testing/attacks";

// What the bundle takes along still asks for built-in modules in the old way.
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

describe("as the ordinary user nobody, with a descriptor of somebody else's open", () => {
  it("holds just the same, from a bundle", async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-user-"));
    fs.chmodSync(directory, 0o755);
    const entry = `
      import fs from "node:fs";
      import { BubblewrapRunner } from ${JSON.stringify(path.join(import.meta.dirname, "runner.ts"))};
      const runner = new BubblewrapRunner({ warm: 1 });
      const hostile = fs.readFileSync(${JSON.stringify(path.join(directory, "hostile.py"))});
      const answers = { uid: process.getuid(), probe: await runner.probe() };
      const descriptors = () => fs.readdirSync("/proc/self/fd").length;
      const children = () => fs.readFileSync("/proc/self/task/" + process.pid + "/children", "utf8").split(" ").filter(Boolean).length;
      const before = descriptors();
      const requests = ${JSON.stringify([
        ["descriptors", {}],
        ["status", {}],
        ["forks", {}],
        ["syscalls", {}],
        ["files", { paths: ["/etc/passwd"] }],
        ["many_inodes", {}],
        ["shared_memory", { hold_seconds: 5 }],
        ["flood", { fd: 1 }],
        ["ignore_signals", {}],
      ])};
      for (const [attack, options] of requests) {
        const { killedBy, exitCode, stdout } = await runner.run({
          packageDigest: "", files: [{ path: "main.py", bytes: hostile }], entryPoint: "main.py", runtime: "python3",
          stdin: JSON.stringify({ attack, ...options }), timeoutMs: attack === "ignore_signals" ? 500 : 8000,
        });
        answers[attack] = killedBy ?? (exitCode === 0 ? JSON.parse(stdout) : exitCode);
      }
      await runner.close();
      answers.afterwards = { moreDescriptors: Math.max(0, descriptors() - before), children: children() };
      console.log(JSON.stringify(answers));
    `;
    fs.copyFileSync(HOSTILE_FIXTURE, path.join(directory, "hostile.py"));
    await build({
      stdin: { contents: entry, resolveDir: import.meta.dirname, loader: "ts" },
      outfile: path.join(directory, "run.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      alias: { "@": path.resolve(import.meta.dirname, "../../..") },
      banner: { js: REQUIRE },
      logLevel: "silent",
    });
    const answers = await runAsNobody(path.join(directory, "run.mjs"), path.join(directory, "hostile.py"));
    fs.rmSync(directory, { recursive: true });
    expect(answers).toMatchObject({
      probe: { ok: true, limits: { hostUid: answers["uid"] } },
      descriptors: { open: [0, 1, 2] },
      status: {
        CapEff: "0000000000000000",
        NoNewPrivs: "1",
        Seccomp: "2",
        Uid: "65534\t65534\t65534\t65534",
      },
      forks: { stopped_by: "EAGAIN" },
      syscalls: { ptrace: "EPERM", unshare: "EPERM", clone_newuser: "EPERM", io_uring_setup: "EPERM" },
      files: { "/etc/passwd": "ENOENT", "/job/skill/link": "ENOENT" },
      many_inodes: "inodes",
      shared_memory: "memory",
      ignore_signals: "timeout",
      flood: "stdout_limit",
      // The machine is as it was.
      afterwards: { moreDescriptors: 0, children: 0 },
    });
    expect(answers["uid"]).not.toBe(0);
  });
});

function runAsNobody(script: string, opened: string): Promise<Record<string, unknown>> {
  const HIGH_FD = 40; // Past the first sixteen, which node closes by itself.
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
      ...(root ? { uid: 65_534, gid: 65_534 } : {}),
    });
    fs.closeSync(fd);
    let out = "";
    let err = "";
    child.stdout?.on("data", (chunk) => (out += chunk));
    child.stderr?.on("data", (chunk) => (err += chunk));
    child.on("close", () => {
      if (out.startsWith("{")) resolve(JSON.parse(out) as Record<string, unknown>);
      else reject(new Error(err));
    });
  });
}
