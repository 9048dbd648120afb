import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

interface Ended {
  /** 0 where the program was content. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a shell or another interpreter over text that was made to break out of its quotes: in an empty folder of its own,
 * which is also its home, and with nothing of the environment but where programs are. Throws when anything is left in the
 * folder: then the text was run, and not only read.
 */
export function runOverHostileText(program: string, args: readonly string[], input = ""): Ended {
  const folder = mkdtempSync(path.join(os.tmpdir(), "emporion-hostile-"));
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "test",
    PATH: process.env["PATH"],
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: "C.UTF-8",
  };
  try {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: folder,
      env,
      input,
      encoding: "utf8",
      maxBuffer: 16 * 1024 * 1024,
    });
    if (error !== undefined) throw error;
    const left = readdirSync(folder);
    if (left.length > 0) throw new Error(`${program} wrote ${left.join(", ")}: a text was run`);
    return { status, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
