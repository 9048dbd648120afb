import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";
import type { ConversionTarget } from "@/lib/skill-format";
import type { ConversionSource } from "../conversion-source";
import { convertSkill } from "../convert-skill";

/**
 * With Python itself before what stands for it where there are several versions: a script that takes many times as long
 * to start.
 */
const PYTHON = execFileSync("python3", ["-c", "import sys; print(sys.executable)"], {
  encoding: "utf8",
}).trim();
const ENVIRONMENT = { ...process.env, PATH: `${path.dirname(PYTHON)}:${process.env["PATH"] ?? ""}` };

/** Converted packages on disk, removed after the tests of the file. */
export class Unpacked {
  readonly directory = mkdtempSync(path.join(os.tmpdir(), "emporion-converted-"));
  readonly #children: ChildProcess[] = [];

  constructor() {
    afterAll(() => {
      for (const child of this.#children) child.kill();
      rmSync(this.directory, { recursive: true, force: true });
    });
  }

  /** Unpacks a converted skill as an archive program would; gives where. */
  unpack(
    source: ConversionSource,
    target: ConversionTarget,
  ): { project: string; files: Map<string, string> } {
    const project = mkdtempSync(path.join(this.directory, "project-"));
    const { rootDirectory, files } = convertSkill(source, target);
    for (const { path: name, bytes, executable } of files) {
      const place = path.join(project, rootDirectory, name);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, bytes, { mode: executable === true ? 0o755 : 0o644 });
    }
    const texts = files.map((file) => [file.path, Buffer.from(file.bytes).toString("utf8")] as const);
    return { project, files: new Map(texts) };
  }

  /** Serves a converted skill by its REST adapter; gives the address. */
  async serve(folder: string, environment: Record<string, string> = {}): Promise<string> {
    const child = spawn("python3", ["rest_adapter.py", "--port", "0"], {
      cwd: folder,
      env: { ...ENVIRONMENT, ...environment },
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.#children.push(child);
    // Not `for await`: leaving that closes the pipe the adapter may still write to.
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    return line;
  }
}

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a line of shell, as an agent would. */
export function shell(
  line: string,
  cwd: string,
  input?: string,
  environment: Record<string, string> = {},
): Ended {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line], {
    cwd,
    encoding: "utf8",
    env: { ...ENVIRONMENT, ...environment },
    timeout: 60_000,
    maxBuffer: 8 * 1024 * 1024,
    ...(input === undefined ? {} : { input }),
  });
  return { status, stdout, stderr };
}
