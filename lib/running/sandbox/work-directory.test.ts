import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { makeWorkDirectory } from "./work-directory";

const base = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-work-"));
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(base, { recursive: true });
});

it("a work directory is closed, and clears only what dead processes left long ago", () => {
  vi.stubEnv("TMPDIR", base);
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const make = (name: string, ageMs: number) => {
    fs.mkdirSync(path.join(base, name));
    const date = new Date(Date.now() - ageMs);
    fs.utimesSync(path.join(base, name), date, date);
  };
  make(`emporion-runner-${dead}-old`, 7_200_000);
  make(`emporion-runner-${dead}-new`, 60_000);
  make(`emporion-runner-${process.pid}-mine`, 7_200_000);
  make("another", 7_200_000);
  const directory = makeWorkDirectory("closed");
  expect(fs.statSync(directory.path).mode & 0o777).toBe(0o700);
  directory.remove();
  expect(fs.readdirSync(base).toSorted()).toEqual(
    ["another", `emporion-runner-${dead}-new`, `emporion-runner-${process.pid}-mine`].toSorted(),
  );
});
