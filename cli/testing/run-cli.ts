import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import type { RefsAnswer, RemoteRefs } from "@/lib/registry/provenance/check-source";
import { runCommandLine } from "../run";

export interface CliAnswer {
  code: number;
  stdout: string;
  stderr: string;
}

/** Stands for the public network: repositories by their address. */
class FakeRemoteRefs implements RemoteRefs {
  readonly answers = new Map<string, RefsAnswer>();
  readonly asked: string[] = [];

  list(url: string): Promise<RefsAnswer> {
    this.asked.push(url);
    const unknown = {
      ok: false,
      reason: "no_connection",
      message: "the connection failed: ENOTFOUND",
    } as const;
    return Promise.resolve(this.answers.get(url) ?? unknown);
  }
}

const made: string[] = [];
// Here, for the whole file: nobody runs what a test or another hook asks for after all tests.
afterAll(() => made.splice(0).forEach((directory) => rmSync(directory, { recursive: true, force: true })));

function makeDirectory(): string {
  const directory = realpathSync(mkdtempSync(path.join(os.tmpdir(), "emporion-cli-")));
  made.push(directory);
  return directory;
}

/**
 * A directory of its own for a test or the tests of a file, removed at the end of the file, in which commands are run.
 */
export class Workbench {
  readonly clock = fakeClock("2026-11-21T12:00:00Z");
  readonly remoteRefs = new FakeRemoteRefs();
  /** What the commands see of the environment. */
  env: Record<string, string> = {};

  constructor(readonly directory = makeDirectory()) {}

  /** The same in a directory below, which is made. */
  in(name: string): Workbench {
    mkdirSync(this.at(name), { recursive: true });
    const below = new Workbench(this.at(name));
    below.env = this.env;
    return below;
  }

  /** Writes files below the directory, their directories too. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), content);
    }
  }

  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  at(name: string): string {
    return path.join(this.directory, name);
  }

  /** Runs a command line, words separated by blanks; `isTerminal` as a person runs it, who can be asked. */
  async run(line: string, { stdin = "", isTTY = false, isTerminal = false } = {}): Promise<CliAnswer> {
    const said = { stdout: "", stderr: "" };
    const code = await runCommandLine(line.split(" "), {
      stdout: { write: (text) => (said.stdout += text), isTTY: isTerminal },
      stderr: { write: (text) => (said.stderr += text), isTTY },
      stdin: Object.assign(Readable.from([stdin]), { isTTY: isTerminal }),
      cwd: this.directory,
      env: this.env,
      clock: this.clock,
      remoteRefs: this.remoteRefs,
    });
    return { code, ...said };
  }
}

/** A SKILL.md with the given lines of front matter. */
export function skillMd(name: string, lines: readonly string[] = [], body = "# Title\n"): string {
  const frontMatter = [`name: ${name}`, "description: Extracts text. Use for PDFs.", ...lines].join("\n");
  return `---\n${frontMatter}\n---\n\n${body}`;
}

/** Stands for any text that holds this one. */
export function containing(text: string): string {
  return expect.stringContaining(text) as string;
}
