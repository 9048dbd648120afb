import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";

const DIGEST = "git ls-files -z ':!/.gitattributes' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum";

/** The digest of a clone, by the command of docs/clients.md. */
export async function digestOfClone(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", DIGEST], { cwd: folder });
  return `sha256:${stdout.slice(0, 64)}`;
}

interface Finished {
  code: number;
  /** Without the break at its end. */
  out: string;
  err: string;
}

/**
 * The `git` of this machine, unmodified, in a folder and a home of its own: no settings of anybody, nobody to ask. Does
 * not wait for it on the spot, so the market that it asks may be in the same process.
 */
export class StockGit {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-git-"));

  constructor() {
    afterAll(() => fs.rmSync(this.folder, { recursive: true, force: true }));
  }

  path(...parts: string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Runs `git` in a folder below; it is not an error here when it fails, only when there is none. */
  try(args: readonly string[], inside = ""): Promise<Finished> {
    const child = spawn("git", args, {
      cwd: this.path(inside),
      env: {
        NODE_ENV: "test",
        PATH: process.env["PATH"] ?? "",
        HOME: this.folder,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
        LC_ALL: "C",
      },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (bytes: Buffer) => (out += bytes.toString()));
    child.stderr.on("data", (bytes: Buffer) => (err += bytes.toString()));
    return new Promise((resolve, reject) => {
      child.on("error", (cause) =>
        reject(new Error("git is missing: sudo apt-get install -y git (Debian)", { cause })),
      );
      child.on("close", (code) => resolve({ code: code ?? -1, out: out.replace(/\n$/, ""), err }));
    });
  }

  /** What `git` says. Throws what it says when it fails. */
  async run(args: readonly string[], inside = ""): Promise<string> {
    const { code, out, err } = await this.try(args, inside);
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${err}`);
    return out;
  }
}
