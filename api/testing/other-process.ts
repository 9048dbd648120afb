import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";
import { buildAside } from "@/lib/testing/build-processes";

export interface OtherProcess {
  url: string;
  kill(): void;
}

let built: ReturnType<typeof buildAside> | undefined;
afterAll(async () => (await built)?.remove());

/**
 * The agent API in a process of its own, on the database and the ledger of the calling test, at a port that was free.
 */
export async function startOtherProcess({
  without = [],
}: { without?: string[] } = {}): Promise<OtherProcess> {
  const { directory } = await (built ??= buildAside(["checks/bench/crash/api-process.ts"]));
  const words = [path.join(directory, "api-process.mjs")];
  const view = machineWithout([process.execPath, ...words], without);
  const [program, given] = without.length === 0 ? [process.execPath, words] : ["/usr/bin/bwrap", view];
  const child = spawn(program, given, {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => {
      const heard = /listening on (\S+)/.exec(text.toString())?.[1];
      if (heard !== undefined) resolve(heard);
    });
    child.once("exit", () => reject(new Error("the other process ended while it started")));
  });
  return { url, kill: () => void child.kill("SIGKILL") };
}

const PROGRAMS = "apt-get bash bwrap dash dnf dpkg-query env ldd mkfifo node pacman python3 sh tar".split(
  " ",
);

/** Arguments of bwrap that start a command with a view of the machine in which /usr/bin lacks some programs. */
function machineWithout(command: readonly string[], without: readonly string[]): string[] {
  const left = PROGRAMS.filter((name) => !without.includes(name) && fs.existsSync(`/usr/bin/${name}`));
  const bound = left.flatMap((name) => ["--ro-bind", `/usr/bin/${name}`, `/usr/bin/${name}`]);
  const view = ["--dev-bind", "/", "/", "--tmpfs", "/usr/bin", ...bound, "--die-with-parent"];
  return [...view, "--chdir", process.cwd(), "--", ...command];
}
