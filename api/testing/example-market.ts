import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import EXAMPLES from "@/api/examples.json";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { drainJobs } from "@/lib/platform/jobs/work";
import { seedCatalogue } from "@/lib/publishing/seed-catalogue";
import type { CallMarket } from "@/lib/running/testing/call-market";

const CATALOGUE = path.resolve("prisma/catalogue");
/** The skills the examples name: the first is free. */
const [FREE, PRICED] = ["iban-check", "loan-amortization"] as const;

/** Publishes what the example requests name, and gives their buyer money of the local ledger. */
export function makeExampleMarket(market: CallMarket): void {
  const shelf = fs.mkdtempSync(path.join(tmpdir(), "shelf-"));
  beforeAll(async () => {
    const entries = JSON.parse(fs.readFileSync(path.join(CATALOGUE, "catalogue.json"), "utf8")) as {
      slug: string;
    }[];
    const named = entries
      .filter(({ slug }) => slug === FREE || slug === PRICED)
      .map((entry) => ({ ...entry, audited: false }));
    fs.writeFileSync(path.join(shelf, "catalogue.json"), JSON.stringify(named));
    for (const { slug } of named) fs.symlinkSync(path.join(CATALOGUE, slug), path.join(shelf, slug));
    await seedCatalogue(shelf, () => drainJobs(marketHandlers));
    await market.rpc("requestAirdrop", [EXAMPLES.createQuote.payer, 1_000_000_000]);
  });
  afterAll(() => fs.rmSync(shelf, { recursive: true, force: true }));
}

/** Its body holds what a wallet signs for one market: the example is read, and refused as none for this market. */
export const SIGNED_FOR_A_MARKET = "setSpendingLimit";

/** What stands for a parameter in the path of an example request; for an id that only a caller knows, any word. */
export function inPath(operationId: string, route: string, parameter: string): string {
  if (parameter === "id" && route.includes("/skills/{id}"))
    return operationId === "callSkill" ? PRICED : FREE;
  if (parameter === "name" && route.includes("/sets/")) return "bookkeeping";
  if (parameter === "name" && route.includes("/following/")) return FREE;
  if (parameter === "address") return EXAMPLES.takeTestMoney.address;
  if (parameter === "vault") return EXAMPLES.observeBond.vault;
  if (parameter === "number") return "1";
  return "1.0.0";
}
