import { spawn } from "node:child_process";

export interface OtherProcess {
  url: string;
  kill(): void;
}

/** The agent API in a process of its own, on the database and the ledger of the calling test, at a port that was free. */
export async function startOtherProcess(): Promise<OtherProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/crash/api-process.ts"], {
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
