import { systemClock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import type { FinishedRun } from "@/lib/running/runs/runs-repository";
import { platformKey } from "@/lib/attestation/current-platform-key";
import type { ChosenCall } from "@/lib/running/calls/choose-paid-call";
import type { JsonObject } from "@/lib/kernel/json/canonical-json";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { issueReceipt } from "@/lib/payments/receipts/issue-receipt";

/** One attempt to make a paid call. */
export interface PaidRun extends ChosenCall {
  id: string;
  quote: QuoteRecord;
  version: RunnableVersion;
  startedAt: Date;
}

/** Signs and stores the receipt of a paid run that is DONE, in the caller's transaction; returns its id. */
export async function issueCallReceipt(
  db: Database,
  { id, version, inputDigest, startedAt }: PaidRun,
  end: FinishedRun,
): Promise<string> {
  const facts = {
    id,
    skillSlug: version.slug,
    skillVersion: version.version,
    inputDigest,
    ...(end.appliedInputDigest === undefined ? {} : { appliedInputDigest: end.appliedInputDigest }),
    outputDigest: end.outputDigest ?? "",
    startedAt,
    finishedAt: end.finishedAt,
    runner: end.runner ?? "",
    isolation: end.isolation ?? "",
    runnerFacts: (end.runnerFacts ?? {}) as JsonObject,
  };
  const receipt = await issueReceipt(facts, { key: platformKey(), clock: systemClock }, db);
  return receipt.id;
}
