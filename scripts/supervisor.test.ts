import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { stopGraceMs, Supervisor } from "./supervisor.ts";

const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-supervisor-"));
afterAll(() => fs.rmSync(place, { recursive: true }));

/** A process that takes half a second to end when it is asked to, and then says so in a file. */
const SLOW = `
  process.on("SIGTERM", () => setTimeout(() => {
    require("node:fs").writeFileSync(process.env.ENDED, "in order");
    process.exit(0);
  }, 500));
  setInterval(() => {}, 1000);
  console.log("ready");
`;

test.each([
  [5_000, true],
  [100, false],
])("a process may take %d ms to end: in order is %s", async (graceMs, inOrder) => {
  const script = path.join(place, "slow.cjs");
  const ended = path.join(place, `ended-${graceMs}`);
  fs.writeFileSync(script, SLOW);
  const supervisor = new Supervisor({ graceMs });
  await supervisor.start("slow", script, { env: { ENDED: ended }, ready: "ready" });
  await supervisor.stop();
  expect(fs.existsSync(ended)).toBe(inOrder);
});

test("runs get the time that the settings give them", () => {
  expect(stopGraceMs("60")).toBeGreaterThan(60_000);
  expect(stopGraceMs(undefined)).toBeGreaterThanOrEqual(8_000);
  expect(stopGraceMs("")).toBeGreaterThanOrEqual(8_000);
  expect(stopGraceMs("60", "20")).toBeGreaterThan(80_000);
});
