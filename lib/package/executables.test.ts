import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { executablesDigest, isExecutable, listExecutables } from "./executables";

const file = (name: string, text: string, executable?: boolean) => ({
  path: name,
  bytes: Buffer.from(text),
  ...(executable === undefined ? {} : { executable }),
});

it.each([
  ["#!/bin/sh\n", undefined, true],
  ["echo hi", undefined, false],
  ["", undefined, false],
  ["#!/bin/sh\n", false, false],
  ["x", true, true],
] as const)("%j of mode %s may be run: %s", (text, executable, may) => {
  expect(isExecutable(file("a", text, executable))).toBe(may);
});

it("the digest is that of the list as coreutils print it", () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "modes-"));
  const names = ["b", "a", "é", "Z", "plain"];
  for (const name of names) writeFileSync(path.join(directory, name), "x");
  for (const name of names.slice(0, 4)) chmodSync(path.join(directory, name), 0o755);
  const script = "find . -type f -perm -u+x -printf '%P\\n' | LC_ALL=C sort | sha256sum";
  const [printed] = execFileSync("sh", ["-c", script], { cwd: directory }).toString().split(" ");
  const files = names.map((name) => file(name, "x", name !== "plain"));
  expect(executablesDigest(listExecutables(files))).toBe(`sha256:${printed}`);
});
