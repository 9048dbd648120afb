import { Ledger } from "@/lib/chain/ledger/ledger";
import { serveLedger } from "@/lib/chain/ledger/server";
import { endWithSupervisor } from "./end-with-supervisor";

// A purchase should feel like one on a cluster: confirmed within a slot or two, about a second with everything else.
const CONFIRM_SLOTS = 1;
const LOOK_FOR_ROOM_EVERY_MS = 2_000;

endWithSupervisor();
if (process.env["DEMONSTRATION"] !== "true") {
  console.error(
    "This ledger holds test money, for a demonstration: npm start opens one. Set SOLANA_RPC_URL instead.",
  );
  process.exit(1);
}
const directory = process.env["LEDGER_DIR"] ?? ".data/ledger";
const port = Number(process.env["LEDGER_PORT"] ?? 8899);

const ledger = new Ledger({ directory, confirmSlots: CONFIRM_SLOTS });
const server = await serveLedger(ledger, { port });
console.log(
  `local ledger listening on ${server.url} (${ledger.transactionCount} transactions from ${directory})`,
);

// A full disk: whoever started it starts it again, from what it has written.
setInterval(() => {
  if (!ledger.isOutageOver) return;
  console.error("the ledger can write again, and begins anew from its journal");
  process.exit(1);
}, LOOK_FOR_ROOM_EVERY_MS).unref();

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void server.close().then(() => process.exit(0)));
}
