import { execFile, spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll } from "vitest";

/** Of the system, whose libraries it has: what `npm test` installs. */
export const PYTHON = "/usr/bin/python3";
const DRIVER = path.join(import.meta.dirname, "driver.py");
const PACKER = path.resolve(import.meta.dirname, "../../../scripts/python-package.ts");
const run = promisify(execFile);

interface Failure {
  type: string;
  code: string | null;
  message: string;
}

/** Something that Python has raised. */
export class Raised extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`${failure.type}: ${failure.message}`);
    this.failure = failure;
  }
}

/** Throws a sentence where the system's Python has not what these tests need. */
export async function assertPython(): Promise<void> {
  await run(PYTHON, ["-c", "import cryptography, ensurepip, mypy, venv"]).catch(() => {
    throw new Error(
      `${PYTHON} with cryptography, venv and mypy is needed: sudo apt-get install -y python3-cryptography python3-venv mypy`,
    );
  });
}

/** A process of Python that has loaded the client, and answers questions in their turn. */
export class PythonClient {
  private readonly process: ChildProcess;
  private readonly waiting: ((line: string) => void)[] = [];
  private errors = "";

  /** `python` is the interpreter; `from`, where the client lies, unless it is installed. */
  constructor(python: string, from?: string) {
    const env = {
      PATH: process.env["PATH"],
      PYTHONDONTWRITEBYTECODE: "1",
      ...(from ? { PYTHONPATH: from } : {}),
    };
    this.process = spawn(python, ["-W", "error", DRIVER], {
      env: { ...env, NODE_ENV: "test" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    createInterface({ input: this.process.stdout! }).on("line", (line) => this.waiting.shift()?.(line));
    this.process.stderr!.on("data", (text: Buffer) => (this.errors += text.toString()));
    this.process.on("close", () => this.waiting.splice(0).forEach((answer) => answer("")));
  }

  /** The answer to a question of `driver.py`. Throws `Raised` for what Python has raised. */
  async ask<T>(wish: string, question: object = {}): Promise<T> {
    const line = await new Promise<string>((resolve) => {
      this.waiting.push(resolve);
      this.process.stdin!.write(`${JSON.stringify({ do: wish, ...question })}\n`);
    });
    if (line === "") throw new Error(`Python has ended: ${this.errors}`);
    const answer = JSON.parse(line) as { value: T; error?: Failure };
    if (answer.error) throw new Raised(answer.error);
    return answer.value;
  }

  end(): void {
    this.process.stdin!.end();
  }
}

/** Makes the wheel from the source as it is now. */
export const buildWheel = (file: string) => run(process.execPath, [PACKER, file]);

/** The folder that the client in Python lies in for the tests of a file, from its wheel. */
export function unpackedWheel(): () => string {
  let unpacked = "";
  beforeAll(async () => {
    await assertPython();
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-python-"));
    unpacked = path.join(directory, "unpacked");
    const wheel = path.join(directory, "emporion.whl");
    await buildWheel(wheel);
    await run(PYTHON, ["-m", "zipfile", "-e", wheel, unpacked]);
    return () => fs.rmSync(directory, { recursive: true, force: true });
  });
  return () => unpacked;
}

/** The client in Python for the tests of a file: asks a question of `driver.py`. */
export function pythonClient(unpacked = unpackedWheel()): <T>(wish: string, question?: object) => Promise<T> {
  let client: PythonClient;
  beforeAll(() => {
    client = new PythonClient(PYTHON, unpacked());
    return () => client.end();
  });
  return (wish, question) => client.ask(wish, question);
}
