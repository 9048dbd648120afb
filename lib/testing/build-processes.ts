import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";
import { bundlePrograms } from "../../scripts/bundle.ts";

/** How a process ended. */
interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Builds processes as `npm run setup` does, away from those of the market, and returns what runs one of them to its end
 * with more settings: started from its sources, each of them would compile them first, every time.
 */
export async function buildProcesses(
  ...names: string[]
): Promise<(name: string, args: readonly string[], settings?: Record<string, string>) => Ended> {
  const directory = await buildAway(...names);
  return (name, args, settings = {}) =>
    spawnSync(process.execPath, [path.join(directory, `${name}.mjs`), ...args], {
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "test", ...settings },
    });
}

/** Builds processes for the tests of this file and returns the directory they are in. */
export async function buildAway(...names: string[]): Promise<string> {
  const { directory, remove } = await buildAside(names.map((name) => `processes/${name}.ts`));
  afterAll(remove);
  return directory;
}

/**
 * Builds programs into a directory of their own, which is there until it is removed. Started from its sources a program
 * takes some ten seconds of processor time, each time; built it takes two.
 */
export async function buildAside(
  files: readonly string[],
): Promise<{ directory: string; remove: () => void }> {
  fs.mkdirSync("dist", { recursive: true });
  const directory = fs.mkdtempSync(path.join("dist", "tested-"));
  await bundlePrograms([...files], directory);
  return { directory, remove: () => fs.rmSync(directory, { recursive: true, force: true }) };
}
