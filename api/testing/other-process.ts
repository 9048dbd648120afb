import { spawn } from "node:child_process";
import fs from "node:fs";

export interface OtherProcess {
  url: string;
  kill(): void;
}

/** The agent API in a process of its own, on the database and the ledger of the calling test, at a port that was free. */
export async function startOtherProcess({
  without = [],
}: { without?: string[] } = {}): Promise<OtherProcess> {
  const view = without.length === 0 ? [] : machineWithout(without);
  const [program = "", ...words] = [
    ...view,
    process.execPath,
    "--import",
    "tsx",
    "bench/crash/api-process.ts",
  ];
  const child = spawn(program, words, {
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

/** The command before another that hides programs of /usr/bin from it: bubblewrap's own view of the machine, without them. */
function machineWithout(without: readonly string[]): string[] {
  const left = PROGRAMS.filter((name) => !without.includes(name) && fs.existsSync(`/usr/bin/${name}`));
  const bound = left.flatMap((name) => ["--ro-bind", `/usr/bin/${name}`, `/usr/bin/${name}`]);
  const view = ["--dev-bind", "/", "/", "--tmpfs", "/usr/bin", ...bound, "--die-with-parent"];
  return ["/usr/bin/bwrap", ...view, "--chdir", process.cwd(), "--"];
}
