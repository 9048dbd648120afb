import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "@/lib/testing/free-port";
import { prepareCode } from "@/scripts/setup";
import { Supervisor } from "@/scripts/supervisor";
import { generateSkills } from "../search/corpus";
import { loadSkills } from "../search/load";
import { withDatabase } from "../with-database";

export interface WebProcess {
  url: string;
  pid: number;
}

export interface ReadMarket {
  /** Two that keep answers, over one database. */
  web: readonly [WebProcess, WebProcess];
  /** One that makes each answer anew. */
  maker: WebProcess;
}

/**
 * Runs `work` on a market of production with the starter catalogue and `skills` generated ones. No worker runs: nothing
 * happens beside what is measured. Settings are left in the environment, so that use cases called here act on it.
 */
export async function withReadMarket(
  { skills }: { skills: number },
  work: (market: ReadMarket) => Promise<void>,
): Promise<void> {
  await prepareCode({ build: true });
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-reads-"));
  const [first, ledgerPort] = [await freePort(), await freePort()];
  Object.assign(process.env, {
    NODE_ENV: "production",
    LOG_LEVEL: "silent",
    APP_URL: `http://127.0.0.1:${first}`,
    NEXTAUTH_SECRET: "known to nobody but this run of the benchmark",
    SERVER_KEY: "a key of this run of the benchmark, and of no other",
    DATA_DIRECTORY: data,
    BLOB_STORE: `file:${path.join(data, "blobs")}`,
    SOLANA_RPC_URL: `http://127.0.0.1:${ledgerPort}`,
    LEDGER_PORT: String(ledgerPort),
    LEDGER_DIR: path.join(data, "ledger"),
    TRUSTED_PROXY_HOPS: "1", // callers are told apart
  });
  const supervisor = new Supervisor();
  const startWeb = async (name: string, port: number, settings = {}): Promise<WebProcess> => {
    const url = `http://127.0.0.1:${port}`;
    const environment = { ...settings, PORT: String(port) };
    await supervisor.start(name, "dist/web.mjs", { env: environment, ready: "listening" });
    return { url, pid: supervisor.pid(name) ?? 0 };
  };
  const fill = async (url: string) => {
    process.env["DATABASE_URL"] = url;
    await supervisor.start("ledger", "dist/ledger.mjs", { ready: "listening" });
    const seeded = spawnSync(process.execPath, ["dist/seed.mjs"], { stdio: "inherit" });
    if (seeded.status !== 0) throw new Error("the starter catalogue could not be published");
  };
  try {
    await withDatabase(fill, async () => {
      try {
        const web = [await startWeb("web", first), await startWeb("other", await freePort())] as const;
        const maker = await startWeb("maker", await freePort(), { KEPT_ANSWERS_MB: "0" });
        // Not before: no process starts where the store lacks the packages of the newest skills, and these have none.
        if (skills > 0) await loadSkills(process.env["DATABASE_URL"] ?? "", generateSkills(skills));
        await work({ web, maker });
      } finally {
        await supervisor.stop();
      }
    });
  } finally {
    await supervisor.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
}
