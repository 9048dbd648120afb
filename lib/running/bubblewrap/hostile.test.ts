import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunJob, RunOutcome, Runtime } from "../skill-runner";
import { QueuedRunner } from "../queued-runner";
import { BubblewrapRunner } from "./runner";

const FIXTURE = path.join(import.meta.dirname, "fixtures/hostile.py");
const CANARY = "canary-of-the-host";
const ABSTRACT = `emporion-test-${process.pid}`;

const runner = new QueuedRunner(new BubblewrapRunner({ warm: 1 }), {
  concurrency: 4,
  maxWaiting: 200,
  maxWaitMs: 30_000,
});
const hostile = fs.readFileSync(FIXTURE);
let listener: net.Server;
let abstractListener: net.Server;
let connections = 0;

const count = () => connections++;
const listen = (server: net.Server, place: object) =>
  new Promise<void>((resolve) => server.listen(place, resolve));

beforeAll(async () => {
  process.env["EMPORION_TEST_CANARY"] = CANARY;
  listener = net.createServer(count);
  abstractListener = net.createServer(count);
  await listen(listener, { port: 0, host: "127.0.0.1" });
  await listen(abstractListener, { path: `\0${ABSTRACT}` });
  const probe = await runner.probe();
  // Without a sandbox these tests fail with what to do: skipping them would call an unprotected machine safe.
  if (!probe.ok) throw new Error(`${probe.reason} ${probe.remedy}`);
});

afterAll(async () => {
  delete process.env["EMPORION_TEST_CANARY"];
  listener.close();
  abstractListener.close();
  await runner.close();
});

function attack(
  name: string,
  options: Record<string, unknown> = {},
  job: Partial<RunJob> = {},
): Promise<RunOutcome> {
  return runner.run({
    packageDigest: "sha256:test",
    files: [{ path: "scripts/main.py", bytes: hostile }],
    entryPoint: "scripts/main.py",
    runtime: "python3",
    stdin: JSON.stringify({ attack: name, ...options }),
    timeoutMs: 8_000,
    ...job,
  });
}

async function seen(name: string, options: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const outcome = await attack(name, options);
  if (outcome.exitCode !== 0) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.stdout) as Record<string, unknown>;
}

describe.concurrent("a hostile skill", () => {
  it("reads no file of the machine, directly or through links", async () => {
    const paths = [
      "/etc/passwd",
      "/etc/shadow",
      "/root",
      "/home",
      FIXTURE,
      "/usr/local/bin",
      "/proc/1/root/root",
      "/sys/kernel",
    ];
    const read = await seen("files", { paths });
    for (const [file, text] of Object.entries(read)) {
      expect([file, text]).toEqual([
        file,
        expect.stringMatching(/^(ENOENT|EACCES|EPERM|FileNotFoundError)$/),
      ]);
    }
  });

  it("sees six variables and nothing of the server's environment", async () => {
    const { environment, pid, directory } = await seen("environment");
    const { _: _lastCommand, LC_CTYPE: _set, ...own } = environment as Record<string, string>;
    expect(own).toEqual({
      PATH: "/usr/bin",
      HOME: "/tmp",
      LANG: "C.UTF-8",
      TZ: "UTC",
      PYTHONHASHSEED: "0",
      PYTHONDONTWRITEBYTECODE: "1",
    });
    expect(JSON.stringify(environment)).not.toContain(CANARY);
    expect(directory).toBe("/job/skill");
    expect(pid).toBeLessThan(10);
  });

  it("opens no socket to anywhere, neither on the machine nor to its hypervisor", async () => {
    const address = listener.address() as net.AddressInfo;
    const reached = await seen("sockets", { port: address.port, abstract: ABSTRACT });
    expect(reached).toEqual({
      tcp: "EAFNOSUPPORT",
      tcp6: "EAFNOSUPPORT",
      abstract: "EAFNOSUPPORT",
      vsock: "EAFNOSUPPORT",
      netlink: "EAFNOSUPPORT",
      packet: "EAFNOSUPPORT",
      pair: "opened",
      vsock_pair: "EAFNOSUPPORT",
    });
    expect(connections).toBe(0);
  });

  it("starts no more processes and threads than allowed", async () => {
    const [forks, threads] = await Promise.all([seen("forks"), seen("threads")]);
    expect(forks).toEqual({ forks: expect.any(Number) as number, stopped_by: "EAGAIN" });
    expect(forks["forks"]).toBeLessThanOrEqual(32);
    expect(threads["threads"]).toBeLessThanOrEqual(32);
  });

  it("counts processes per sandbox, so that one cannot starve another", async () => {
    const counts = await Promise.all([seen("forks"), seen("forks"), seen("forks")]);
    for (const { forks } of counts) expect(forks).toBeGreaterThan(20);
  });

  it("gets no more memory than one process may have", async () => {
    const { megabytes } = await seen("memory");
    expect(megabytes).toBeGreaterThan(128);
    expect(megabytes).toBeLessThan(256);
  });

  it("is ended when shared mappings take too much memory", async () => {
    const outcome = await attack("shared_memory", { hold_seconds: 5 });
    expect(outcome.killedBy).toBe("memory");
    expect(outcome.peakRssBytes).toBeLessThan(700 * 1024 * 1024);
  });

  it("is ended when its processes together take too much memory", async () => {
    expect((await attack("shared_memory_of_many")).killedBy).toBe("memory");
  });

  it("is ended when what waits in its sockets takes too much kernel memory", async () => {
    expect((await attack("socket_buffers")).killedBy).toBe("memory");
  });

  it("is ended at its time limit, whatever it does and ignores", async () => {
    for (const outcome of await Promise.all([
      attack("endless", {}, { timeoutMs: 700 }),
      attack("ignore_signals", {}, { timeoutMs: 700 }),
    ])) {
      expect(outcome).toMatchObject({ killedBy: "timeout", exitCode: null });
      expect(outcome.wallMs).toBeGreaterThanOrEqual(690);
      expect(outcome.wallMs).toBeLessThan(2_000);
      expect(outcome.enforced.timeoutMs).toBe(700);
    }
  });

  it("fills no disk: files and temporary space end at their limit", async () => {
    const written = await seen("big_file", { places: ["/tmp/big"] });
    expect(written["/tmp/big"]).toEqual([expect.any(Number), expect.stringMatching(/EFBIG|ENOSPC/)]);
    expect(written["total"]).toBeLessThanOrEqual(32);
  });

  it("is ended when it makes very many files", async () => {
    expect((await attack("many_inodes")).killedBy).toBe("inodes");
  });

  it("cannot fill our memory through its output", async () => {
    const [out, err] = await Promise.all([attack("flood", { fd: 1 }), attack("flood", { fd: 2 })]);
    expect(out.killedBy).toBe("stdout_limit");
    expect(Buffer.byteLength(out.stdout)).toBeLessThanOrEqual(1024 * 1024);
    expect(err.killedBy).toBe("stderr_limit");
    expect(err.stderrTail.length).toBeLessThanOrEqual(8 * 1024);
  });

  it("leaves no process behind, and none that holds its output delays the answer", async () => {
    for (const holds_output of [true, false]) {
      const outcome = await attack("daemon", { holds_output });
      expect(JSON.parse(outcome.stdout)).toEqual({ left: true });
      expect(outcome.wallMs).toBeLessThan(2_000);
    }
  });

  it("sees and signals no process of the machine", async () => {
    const found = await seen("processes", { host_pid: process.pid });
    expect(found["seen"]).toBeLessThanOrEqual(3);
    expect(found["signal_parent"]).toBe("ESRCH");
    // The one process it could take over is as confined as itself.
    expect(found["init_environment"]).toBe("");
    expect(found["init_confined"]).toEqual(["CapEff:\t0000000000000000", "Seccomp:\t2"]);
  });

  it("gets EPERM from every call that reaches past its namespaces", async () => {
    const { clone3, newer_than_known, ...denied } = await seen("syscalls");
    for (const [call, answer] of Object.entries(denied)) expect([call, answer]).toEqual([call, "EPERM"]);
    expect([clone3, newer_than_known]).toEqual(["ENOSYS", "ENOSYS"]);
  });

  it("inherits three descriptors and may open few", async () => {
    expect(await seen("descriptors")).toEqual({ open: [0, 1, 2] });
    const { pairs, stopped_by, bigger_buffer } = await seen("many_descriptors");
    expect([stopped_by, bigger_buffer]).toEqual(["EMFILE", "EPERM"]);
    expect(pairs).toBeLessThanOrEqual(64);
  });

  it("has no capability, cannot gain any, and runs under a filter as nobody", async () => {
    const found = await seen("status");
    expect(found).toMatchObject({
      CapEff: "0000000000000000",
      CapPrm: "0000000000000000",
      CapBnd: "0000000000000000",
      CapAmb: "0000000000000000",
      NoNewPrivs: "1",
      Seccomp: "2",
      Uid: "65534\t65534\t65534\t65534",
      Gid: "65534\t65534\t65534\t65534",
      interfaces: ["lo"],
      host: "skill",
      command_line: "EACCES",
      limits: {
        RLIMIT_NPROC: [32, 32],
        RLIMIT_NOFILE: [128, 128],
        RLIMIT_FSIZE: [2 ** 25, 2 ** 25],
        RLIMIT_CORE: [0, 0],
        RLIMIT_AS: [2 ** 29, 2 ** 29],
        RLIMIT_DATA: [2 ** 28, 2 ** 28],
        RLIMIT_CPU: [300, 300],
      },
    });
  });

  it("writes only to its own package and its own /tmp, which are fresh in every run", async () => {
    for (let call = 0; call < 2; call++) {
      const found = await seen("walls");
      expect(found).toMatchObject({
        root: "EROFS",
        usr: "EROFS",
        dev: "EROFS",
        node: "EROFS",
        package: "written",
        tmp: "written",
        found_in_tmp: [],
        found_in_package: ["scripts"],
        device: "EPERM",
        site_packages: [],
      });
      expect(found["proc"]).toMatch(/EROFS|EACCES/);
      expect(found["top"]).toEqual(expect.arrayContaining(["dev", "job", "proc", "runtime", "tmp", "usr"]));
      expect(found["top"]).not.toEqual(expect.arrayContaining(["root"]));
      for (const hidden of ["root", "home", "var", "sys", "work", "mnt", "opt"])
        expect(found["top"]).not.toContain(hidden);
      expect(found["usr_top"]).not.toContain("local");
      for (const name of found["etc"] as string[]) expect(["alternatives", "ld.so.cache"]).toContain(name);
    }
  });
});

describe("the machine afterwards", () => {
  it("has no process of theirs left, and answers", async () => {
    const entryPoint = "leaves-nothing-behind.py";
    const job = { entryPoint, files: [{ path: entryPoint, bytes: hostile }] };
    const attacks = ["forks", "daemon", "endless", "flood"] as const;
    await Promise.all(
      attacks.map((name) => attack(name, { fd: 1, holds_output: true }, { ...job, timeoutMs: 500 })),
    );
    const left = () => processesWith(entryPoint);
    await expect.poll(left, { timeout: 2_000 }).toEqual([]);
    expect(await seen("descriptors")).toEqual({ open: [0, 1, 2] });
  });

  it("keeps nothing when a runner is closed, and ends what it runs", async () => {
    const closing = new QueuedRunner(new BubblewrapRunner(), { concurrency: 1, maxWaiting: 1 });
    const job: RunJob = {
      packageDigest: "",
      files: [{ path: "loop.sh", bytes: Buffer.from("while :; do :; done") }],
      entryPoint: "loop.sh",
      runtime: "bash" satisfies Runtime,
      stdin: "",
      timeoutMs: 60_000,
    };
    await closing.probe();
    const running = closing.run(job);
    const waiting = closing.run(job);
    const results = Promise.allSettled([running, waiting]);
    setTimeout(() => void closing.close(), 100);
    for (const result of await results) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "RUNNER_UNAVAILABLE" } });
    }
  });
});

// Every process of a sandbox has the entry point in the command line of the bwrap that made it, or in its own.
function processesWith(text: string): number[] {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => commandOf(pid).includes(text));
}

function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
