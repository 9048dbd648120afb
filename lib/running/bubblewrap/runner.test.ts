import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PackageFile, RunJob, Runtime } from "../skill-runner";
import { QueuedRunner } from "../queued-runner";
import { BubblewrapRunner } from "./runner";

const runner = new QueuedRunner(new BubblewrapRunner({ warm: 1 }), { concurrency: 2, maxWaiting: 80 });

beforeAll(async () => {
  const probe = await runner.probe();
  if (!probe.ok) throw new Error(`${probe.reason} ${probe.remedy}`);
  const missing = Object.values(probe.unavailable);
  if (missing.length > 0) throw new Error(missing.join(" "));
});
afterAll(() => runner.close());

const file = (name: string, text: string): PackageFile => ({ path: name, bytes: Buffer.from(text) });

function jobOf(runtime: Runtime, files: readonly PackageFile[], changed: Partial<RunJob> = {}): RunJob {
  return {
    packageDigest: "sha256:test",
    files,
    entryPoint: files[0]?.path ?? "main",
    runtime,
    stdin: '{"name":"안녕"}',
    timeoutMs: 10_000,
    ...changed,
  };
}

const outputOf = async (job: RunJob) => {
  const outcome = await runner.run(job);
  if (outcome.exitCode !== 0) throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.stdout) as Record<string, unknown>;
};

describe("a skill", () => {
  it("in python reads its input, its modules and its data", async () => {
    const main = `
import json, sys
from greeting import greet
if __name__ == "__main__":
    request = json.load(sys.stdin)
    print("a log line", file=sys.stderr)
    print(json.dumps({"text": greet(request["name"]), "data": open("assets/data.txt").read(), "rest": sys.stdin.read()}))
`;
    const files = [
      file("scripts/main.py", main),
      file("scripts/greeting.py", "def greet(name):\n    return f'Hello {name}'\n"),
      file("assets/data.txt", "ré"),
    ];
    expect(await outputOf(jobOf("python3", files))).toEqual({ text: "Hello 안녕", data: "ré", rest: "" });
  });

  it("in node runs as the main module, in either module system", async () => {
    const common = `
      const fs = require("node:fs");
      const greet = require("./greet.js");
      if (require.main === module) console.log(JSON.stringify({ text: greet(JSON.parse(fs.readFileSync(0, "utf8")).name) }));
    `;
    const files = [file("main.js", common), file("greet.js", "module.exports = (name) => `Hello ${name}`;")];
    expect(await outputOf(jobOf("node", files))).toEqual({ text: "Hello 안녕" });
    const modern = `
      import greet from "./lib/greet.mjs";
      let text = "";
      for await (const chunk of process.stdin) text += chunk;
      console.log(JSON.stringify({ text: greet(JSON.parse(text).name) }));
    `;
    const modernFiles = [
      file("main.mjs", modern),
      file("lib/greet.mjs", "export default (name) => `Hi ${name}`;"),
    ];
    expect(await outputOf(jobOf("node", modernFiles))).toEqual({ text: "Hi 안녕" });
  });

  it("in bash has the usual tools, and helpers of its own", async () => {
    const main = `
      echo "a log line" > /dev/stderr
      name=$(cat /dev/stdin | sed -E 's/.*"name":"([^"]*)".*/\\1/')
      upper=$(./bin/shout hello | awk '{print $1}')
      printf '{"text":"%s %s","path":"%s"}\\n' "$upper" "$name" "$PWD" | tee /dev/stderr > /dev/stdout
    `;
    const files = [file("main.sh", main), file("bin/shout", '#!/bin/bash\necho "$1" | tr a-z A-Z\n')];
    const outcome = await runner.run(jobOf("bash", files));
    expect(JSON.parse(outcome.stdout)).toEqual({ text: "HELLO 안녕", path: "/job/skill" });
    expect(outcome.stderrTail).toMatch(/^a log line\n\{"text"/);
  });

  it("may start child processes in every language", async () => {
    const node =
      'console.log(JSON.stringify({ text: require("child_process").execSync("echo hi").toString() }))';
    expect(await outputOf(jobOf("node", [file("main.js", node)]))).toEqual({ text: "hi\n" });
    const python =
      'import json, subprocess\nprint(json.dumps({"text": subprocess.check_output(["echo", "hi"], text=True)}))';
    expect(await outputOf(jobOf("python3", [file("main.py", python)]))).toEqual({ text: "hi\n" });
  });

  it("keeps node alive through deep recursion and large buffers until their own limits", async () => {
    const main = `
      let depth = 0;
      const dive = () => { depth++; dive(); };
      let recursion = "";
      try { dive(); } catch (error) { recursion = error.name; }
      let bytes = 0;
      const kept = [];
      try { for (;;) { kept.push(Buffer.alloc(8 << 20, 1)); bytes += 8; } } catch {}
      console.log(JSON.stringify({ recursion, deep: depth > 5000, enough: bytes >= 64, bounded: bytes < 256 }));
    `;
    const expected = { recursion: "RangeError", deep: true, enough: true, bounded: true };
    expect(await outputOf(jobOf("node", [file("main.js", main)]))).toEqual(expected);
  });

  it("gets an empty end of input at once when there is none, and its own exit status is told", async () => {
    const job = jobOf("bash", [file("main.sh", "wc -c; exit 3")], { stdin: "" });
    expect(await runner.run(job)).toMatchObject({ exitCode: 3, killedBy: null, stdout: "0\n" });
    const crash = jobOf("bash", [file("main.sh", "kill -SEGV $$")]);
    expect(await runner.run(crash)).toMatchObject({ exitCode: 139, killedBy: null });
  });

  it("arrives whole: long names, odd names, binary and empty files, a hundred kilobytes of input", async () => {
    const long = `${"d".repeat(90)}/${"안".repeat(35)}.bin`;
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const files = [
      file(
        "main.py",
        `
import hashlib, json, os, sys
seen = {}
for place, _, names in os.walk("."):
    for name in names:
        data = open(os.path.join(place, name), "rb").read()
        seen[os.path.relpath(os.path.join(place, name), ".")] = [len(data), hashlib.sha256(data).hexdigest()[:8]]
seen.pop("main.py")
print(json.dumps({"files": seen, "input": len(sys.stdin.read())}))
`,
      ),
      { path: long, bytes: all },
      { path: "-rf *", bytes: Buffer.alloc(0) },
      { path: "big.bin", bytes: Buffer.alloc(3_000_000, 7) },
    ];
    const output = await outputOf(jobOf("python3", files, { stdin: "x".repeat(100 * 1024) }));
    expect(output["input"]).toBe(100 * 1024);
    expect(output["files"]).toEqual({
      [long]: [256, "40aff2e9"],
      "-rf *": [0, "e3b0c442"],
      "big.bin": [3_000_000, expect.any(String)],
    });
  });
});

describe("a run", () => {
  it("reports what was enforced on it", async () => {
    const outcome = await runner.run(jobOf("bash", [file("main.sh", "echo {}")], { timeoutMs: 10 ** 9 }));
    expect(outcome).toMatchObject({
      runner: expect.stringMatching(/^bubblewrap \d/) as string,
      isolation: "userns",
    });
    expect(outcome.enforced).toMatchObject({
      network: "none",
      seccomp: true,
      imageEnforced: false,
      timeoutMs: 300_000,
    });
    expect(outcome.enforced.hostUid).not.toBe(0);
  });

  it("is ended when its caller leaves, before or during it", async () => {
    const loop = jobOf("bash", [file("main.sh", "while :; do :; done")]);
    const during = await runner.run({ ...loop, signal: AbortSignal.timeout(150) });
    expect(during).toMatchObject({ killedBy: "cancelled", exitCode: null });
    expect(during.wallMs).toBeLessThan(2_000);
    expect(await runner.run({ ...loop, signal: AbortSignal.abort() })).toMatchObject({
      killedBy: "cancelled",
      wallMs: 0,
    });
  });

  it("is refused when the package cannot be started", async () => {
    const run = (job: RunJob) => runner.run(job);
    const bad = { code: "SKILL_NOT_RUNNABLE" };
    await expect(run(jobOf("bash", [file("a.sh", "")], { entryPoint: "b.sh" }))).rejects.toMatchObject(bad);
    for (const place of ["../a", "/etc/a", "a/../../b", "a//b", "a\0b", ""]) {
      await expect(run(jobOf("bash", [file(place, "")]))).rejects.toMatchObject(bad);
    }
    const huge = [file("a.sh", ""), { path: "b", bytes: new Uint8Array(33 * 1024 * 1024) }];
    await expect(run(jobOf("bash", huge))).rejects.toMatchObject(bad);
  });

  it("is refused at once when too many wait", async () => {
    const narrow = new QueuedRunner(new BubblewrapRunner(), { concurrency: 1, maxWaiting: 1 });
    await narrow.probe();
    const job = jobOf("bash", [file("main.sh", "sleep 0.2; echo {}")]);
    const results = await Promise.allSettled([narrow.run(job), narrow.run(job), narrow.run(job)]);
    await narrow.close();
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(results[2]).toMatchObject({ reason: { code: "RUNNER_BUSY" } });
  });
});

it("a runner whose files were cleared away refuses one run and is whole again", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-cleared-"));
  fs.chmodSync(directory, 0o755);
  vi.stubEnv("TMPDIR", directory);
  const lasting = new QueuedRunner(new BubblewrapRunner(), { concurrency: 1, maxWaiting: 1 });
  const job = jobOf("bash", [file("main.sh", "echo {}")]);
  await lasting.run(job);
  for (const name of fs.readdirSync(directory)) fs.rmSync(path.join(directory, name), { recursive: true });
  await expect(lasting.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
  expect(await lasting.run(job)).toMatchObject({ exitCode: 0 });
  await lasting.close();
  vi.unstubAllEnvs();
  expect(fs.readdirSync(directory)).toEqual([]);
  fs.rmdirSync(directory);
});

describe("a machine that cannot make a sandbox", () => {
  it("says what is missing and how to get it, and runs nothing", async () => {
    const none = new BubblewrapRunner({ bwrapPath: "/nowhere/bwrap" });
    const probe = await none.probe();
    expect(probe).toMatchObject({ ok: false, remedy: expect.stringContaining("bubblewrap") as string });
    await expect(none.run(jobOf("bash", [file("main.sh", "echo {}")]))).rejects.toMatchObject({
      code: "RUNNER_UNAVAILABLE",
    });
    await none.close();
  });

  it.each([
    ["refuses namespaces", 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1', /AppArmor/],
    ["is too old", "echo bubblewrap 0.6.1", /0\.8\.0/],
    ["only pretends to isolate", "shift $(($# - $(($# > 3 ? 3 : 0)))); cat > /dev/null; echo {}", /./],
  ])("because its bwrap %s", async (_, script, remedy) => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-bwrap-"));
    fs.chmodSync(directory, 0o755);
    const fake = path.join(directory, "bwrap");
    const version = script.startsWith("echo bubblewrap")
      ? ""
      : 'if [ "$1" = --version ]; then echo bubblewrap 0.8.0; exit; fi\n';
    fs.writeFileSync(fake, `#!/bin/bash\n${version}${script}\n`, { mode: 0o755 });
    const runnerOfIt = new BubblewrapRunner({ bwrapPath: fake });
    const probe = await runnerOfIt.probe();
    await runnerOfIt.close();
    fs.rmSync(directory, { recursive: true });
    expect(probe).toMatchObject({ ok: false, remedy: expect.stringMatching(remedy) as string });
  });
});

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
      answers.afterwards = { moreDescriptors: descriptors() - before, children: children() };
      console.log(JSON.stringify(answers));
    `;
    fs.copyFileSync(
      path.join(import.meta.dirname, "fixtures/hostile.py"),
      path.join(directory, "hostile.py"),
    );
    await build({
      stdin: { contents: entry, resolveDir: import.meta.dirname, loader: "ts" },
      outfile: path.join(directory, "run.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      alias: { "@": path.resolve(import.meta.dirname, "../../..") },
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
