import fs from "node:fs";
import { expect, it } from "vitest";
import { PROBES, type Answer } from "./containment";

const FACTS = ["loadavg", "uptime", "stat", "meminfo"].map((name) => `/proc/${name}`);

/** What an attack would report on the machine itself. */
const LEAKED: Answer = {
  killedBy: null,
  exitCode: 0,
  wallMs: 600_000,
  stdoutBytes: 64 * 1024 * 1024,
  seen: {
    "/etc/passwd": fs.readFileSync("/etc/passwd", "utf8").slice(0, 200),
    environment: "CANARY",
    tcp: "connected",
    tcp6: "connected",
    abstract: "connected",
    vsock: "connected",
    netlink: "opened",
    packet: "opened",
    forks: 500,
    threads: 500,
    megabytes: 4096,
    total: 1024,
    seen: 300,
    signal_parent: "sent",
    bpf: "done",
    unshare: "done",
    clone_newuser: "done",
    open: [0, 1, 2, 40],
    effective: "000001ffffffffff",
    root: "written",
    usr: "written",
    facts: {
      ...Object.fromEntries(FACTS.map((file) => [file, fs.readFileSync(file, "utf8")])),
      "/proc/cmdline": "root=/dev/sda1",
    },
    first_process: `bwrap --bind ${process.cwd()} /`,
  },
};

it.each(PROBES)("the probe that $name notices when nothing contains it", ({ contained }) => {
  expect(contained(LEAKED, false)).toBe(false);
});
