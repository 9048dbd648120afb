import { spawn } from "node:child_process";
import { freePort } from "../../scripts/postgres.mjs";

export interface OtherProcess {
  url: string;
  kill(): void;
}

/** The agent API in a process of its own, on the database and the ledger of the calling test. */
export async function startOtherProcess(): Promise<OtherProcess> {
  const port = String(await freePort());
  const child = spawn(process.execPath, ["--import", "tsx", "bench/crash/api-process.ts"], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: port, LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", () => reject(new Error("the other process ended while it started")));
  });
  return { url: `http://127.0.0.1:${port}`, kill: () => void child.kill("SIGKILL") };
}
