// `npm start` and `npm run dev`: from a bare clone to a running market.
import { loadDotEnv } from "./environment.ts";
import type { OpenMarket } from "./market.ts";
import { openMarket } from "./open-market.ts";
import { holdDataDirectory } from "./data-directory.ts";
import { Stop } from "./explain.ts";
import { assertFree } from "./ports.ts";
import { prepareCode, say } from "./setup.ts";
import { ensurePrograms, type Missing } from "./system-packages.ts";

const MAX_PORT = 65_535;
const NEEDED_TO_RUN_SKILLS = ["bubblewrap", "python"] as const;

/** Opens the market of this checkout, after bringing the checkout to the point where it can run. */
export async function start({ dev }: { dev: boolean }): Promise<void> {
  loadDotEnv();
  const port = readPort("PORT", 3000);
  const ledgerPort = readPort("LEDGER_PORT", 8899);
  const dataDirectory = process.env.DATA_DIRECTORY || ".data";
  await holdDataDirectory(dataDirectory);
  await assertFree(port, { name: "PORT", host: process.env.HOST || "127.0.0.1" });
  if (!process.env.SOLANA_RPC_URL) await assertFree(ledgerPort, { name: "LEDGER_PORT" });
  const missing = process.platform === "linux" ? await ensurePrograms(NEEDED_TO_RUN_SKILLS, say) : [];
  await prepareCode({ build: !dev });
  const market = await openMarket({ dataDirectory, port, ledgerPort, dev });
  report(market, { missing, dataDirectory });
}

/** Both are needed before the code that reads the other settings is built. */
function readPort(name: string, fallback: number): number {
  const port = Number(process.env[name] || fallback);
  if (Number.isInteger(port) && port >= 0 && port <= MAX_PORT) return port;
  throw new Stop(
    `${name} must be a whole number of at most ${MAX_PORT}: change it in the environment or in .env.`,
  );
}

function report(
  { url, env, postgres }: OpenMarket,
  { missing, dataDirectory }: { missing: readonly Missing[]; dataDirectory: string },
): void {
  const local = !process.env.SOLANA_RPC_URL;
  say("the market is open");
  console.log(`
  pages and agent API   ${url}   (agents: ${url}/v1/agent/info)
  database              ${postgres ? `PostgreSQL, embedded, in ${dataDirectory}/` : "DATABASE_URL"}
  ledger                ${env.SOLANA_RPC_URL}${local ? "   local ledger: test money, faucet at " + url + "/ledger" : ""}
  skills run in         ${process.platform === "linux" ? "bubblewrap, on this machine" : "nothing: the sandbox needs Linux"}
  mails                 ${process.env.SMTP_URL ? "sent by SMTP_URL" : `${url}/outbox   (on this machine only)`}
  administrators        npm run make-administrator -- NAME   (their user name or wallet)
  stop                  Ctrl-C
`);
  for (const { name, why, command } of missing) {
    console.log(`  missing: ${name} (${why}). Install it with: ${command}`);
  }
}
