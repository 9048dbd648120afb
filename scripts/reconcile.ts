import path from "node:path";
import { closeDatabase } from "@/lib/db/client";
import { env } from "@/lib/config/env";
import { compareWithChain } from "@/lib/payments/books/compare-with-chain";
import { findUnknownPayments } from "@/lib/payments/books/find-unknown-payments";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";
import { loadDotEnv, settingsOfCommand } from "./environment.mjs";
import { startPostgres } from "./postgres.mjs";

/** For one statement: of a large market all quotes are read for who was paid. */
const ANSWER_SECONDS = "3600";

/**
 * `npm run reconcile`: adds up from the chain what was paid for every quote and reports each difference from the
 * database. Uses DATABASE_URL and SOLANA_RPC_URL, else the embedded database and the local ledger of this folder
 * (`npm start`). Ends with 1 when there is a difference.
 */
async function main(): Promise<void> {
  loadDotEnv();
  Object.assign(process.env, settingsOfCommand(process.env["DATA_DIRECTORY"] || ".data"));
  env({ of: "command" });
  process.env["DATABASE_ANSWER_SECONDS"] ??= ANSWER_SECONDS;
  const embedded = !process.env["DATABASE_URL"]
    ? await startPostgres(path.resolve(env().DATA_DIRECTORY))
    : null;
  if (embedded) process.env["DATABASE_URL"] = embedded.url("market");
  try {
    const context = currentSettlement();
    const report = await compareWithChain(context);
    const differences = [...report.differences, ...(await findUnknownPayments(context))];
    for (const { kind, quoteId, signature } of differences) {
      console.log(`${kind}: quote ${quoteId}${signature === null ? "" : `, transaction ${signature}`}`);
    }
    console.log(
      `${report.quotes} quotes (${report.otherChain} of another chain), ${report.settlements} settlements`,
    );
    console.log(`database ${report.bookLamports} lamports, chain ${report.chainLamports} lamports`);
    console.log(`${differences.length} differences`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await closeDatabase();
    if (embedded && !embedded.reused) await embedded.stop();
  }
}

await main();
