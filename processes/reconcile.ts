import { closeDatabase } from "@/lib/db/client";
import { compareWithChain, findUnknownPayments } from "@/lib/payments/books/books";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { loadConfig } from "./load-config";

/** For one statement: of a large market all quotes are read for who was paid. */
const ANSWER_SECONDS = "3600";

// `npm run reconcile`: adds up from the chain what was paid for every quote and reports each difference from the
// database. Ends with 1 when there is a difference.
loadConfig(["DATABASE_URL"], { of: "command" });
process.env["DATABASE_ANSWER_SECONDS"] ||= ANSWER_SECONDS;
const context = currentSettlement();
const report = await compareWithChain(context);
const differences = [...report.differences, ...(await findUnknownPayments(context))];
for (const { kind, quoteId, signature } of differences)
  console.log(`${kind}: quote ${quoteId}${signature === null ? "" : `, transaction ${signature}`}`);
console.log(
  `${report.quotes} quotes (${report.otherChain} of another chain), ${report.settlements} settlements`,
);
console.log(`database ${report.bookLamports} lamports, chain ${report.chainLamports} lamports`);
console.log(`${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;
await closeDatabase();
