import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildAside } from "@/lib/testing/build-processes";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SKILL = path.join(ROOT, "prisma/catalogue/csv-profile");
const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-vet-"));
const program = await buildAside(["cli/emporion.ts"]);
afterAll(() => {
  fs.rmSync(elsewhere, { recursive: true, force: true });
  program.remove();
});

/** `emporion vet` as a process of its own. */
function vet(skill: string, { cwd, ...environment }: { cwd: string; LANG: string; TZ: string }): unknown {
  const output = execFileSync(
    process.execPath,
    [path.join(ROOT, program.directory, "emporion.mjs"), "vet", skill, "--format", "json"],
    {
      cwd,
      env: {
        NODE_ENV: "test",
        PATH: process.env["PATH"],
        LC_ALL: environment.LANG,
        ...environment,
      },
      encoding: "utf8",
    },
  );
  return JSON.parse(output);
}

test("the report and its digest are the same in two processes with other places, languages and time zones", () => {
  const copy = path.join(elsewhere, "somewhere else", "csv-profile");
  fs.cpSync(SKILL, copy, { recursive: true });
  const here = vet(SKILL, { cwd: ROOT, LANG: "C", TZ: "UTC" });
  const there = vet(copy, { cwd: elsewhere, LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" });
  expect(there).toEqual(here);
  expect((here as { reportDigest: string }).reportDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
});
