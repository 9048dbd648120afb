import fs from "node:fs";
import { expect, test } from "vitest";
import { freePort } from "./ports.ts";

test("a free port is never one that the system gives to a connection", async () => {
  const first = parseInt(fs.readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8"));
  const ports = await Promise.all(Array.from({ length: 200 }, () => freePort()));
  expect(Math.max(...ports)).toBeLessThan(first);
  expect(Math.min(...ports)).toBeGreaterThan(1023);
});
