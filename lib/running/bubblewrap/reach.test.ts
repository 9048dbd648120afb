import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";
import { assertProven, HOSTILE_FIXTURE, seenBy, TEST_IMAGES } from "../testing/attacks";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";

const runner = new QueuedRunner(new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES }), {
  concurrency: 4,
  maxWaiting: 200,
  maxWaitMs: 60_000,
});
const seen = (name: string, options?: Record<string, unknown>) => seenBy(runner, name, options);
const CANARY = "canary-of-the-host";
const ABSTRACT = `emporion-test-${process.pid}`;
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
  await assertProven(runner);
});

afterAll(async () => {
  delete process.env["EMPORION_TEST_CANARY"];
  listener.close();
  abstractListener.close();
  await runner.close();
});

describe.concurrent("a hostile skill that wants to get out", () => {
  it("reads no file of the machine, directly or through links", async () => {
    const paths = [
      "/etc/passwd",
      "/etc/shadow",
      "/root",
      "/home",
      HOSTILE_FIXTURE,
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

  it("sees and signals no process of the machine", async () => {
    const found = await seen("processes", { host_pid: process.pid });
    expect(found["seen"]).toBeLessThanOrEqual(3);
    expect(found["signal_parent"]).toBe("ESRCH");
    // The one process it could take over is as confined as itself.
    expect(found["init_environment"]).toBe("");
    expect(found["init_confined"]).toEqual(["CapEff:\t0000000000000000", "Seccomp:\t2"]);
  });

  it("reads of the machine in /proc what the sandbox says, and a random name; all else is empty", async () => {
    const { facts } = await seen("machine");
    const told = Object.entries(facts as Record<string, string>).filter(([, text]) => text !== "");
    expect(Object.keys(facts as object).length).toBeGreaterThan(20);
    expect(told.map(([place]) => place)).toEqual([
      "/proc/loadavg",
      "/proc/meminfo",
      "/proc/stat",
      "/proc/sys/kernel/random/uuid",
      "/proc/uptime",
      "/proc/version",
    ]);
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

  it("has no capability, cannot gain any, and runs under a filter as a user of its own", async () => {
    const found = await seen("status");
    expect(found).toMatchObject({
      CapEff: "0000000000000000",
      CapPrm: "0000000000000000",
      CapBnd: "0000000000000000",
      CapAmb: "0000000000000000",
      NoNewPrivs: "1",
      Seccomp: "2",
      Uid: "65520\t65520\t65520\t65520",
      Gid: "65520\t65520\t65520\t65520",
      interfaces: ["lo"],
      host: "skill",
      command_line: "",
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
