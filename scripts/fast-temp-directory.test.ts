import fs from "node:fs";
import os from "node:os";
import { expect, test } from "vitest";
import { fastTempDirectory } from "./fast-temp-directory.ts";

test("files of a run are in memory only where they have room", () => {
  const { bavail, bsize } = fs.existsSync("/dev/shm") ? fs.statfsSync("/dev/shm") : { bavail: -1, bsize: 1 };
  expect(fastTempDirectory(1)).toBe(bavail * bsize > 1 ? "/dev/shm" : os.tmpdir());
  expect(fastTempDirectory(bavail * bsize * 2 + 1)).toBe(os.tmpdir());
});
