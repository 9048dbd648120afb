import { Counter } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

const registers = [metrics];

export const quotesMade = new Counter({
  name: "emporion_quotes_total",
  help: "Quotes that were made.",
  registers,
});

export const paymentsSeen = new Counter({
  name: "emporion_payments_total",
  help: "Payments by what came of them: settled, late (no grant), orphaned (the chain took it back).",
  labelNames: ["outcome"],
  registers,
});

export const grantsMade = new Counter({
  name: "emporion_grants_total",
  help: "Calls by what became of their grants: given, used, given_back (the call can be made again).",
  labelNames: ["end"],
  registers,
});
