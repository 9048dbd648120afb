import { drainJobs } from "@/lib/platform/jobs/work";
import type { JobHandlers } from "@/lib/platform/jobs/kinds";
import { marketHandlers } from "@/lib/duties/market-handlers";
import type { SkillPackage } from "@/lib/package";
import { scanPackage, type ScanResult } from "@/lib/vetting/scan-package";
import { runVetting } from "@/lib/publishing/publish-version";
import { vetPackage, type VettingEngine } from "@/lib/vetting/vet-package";

/** The verdict a case gives to automatic vetting; `held` and `pending` are not finished until the case says so. */
export type StubbedVerdict = "approved" | "caution" | "rejected" | "pending" | "held" | "real";

const VERDICTS: readonly StubbedVerdict[] = ["approved", "caution", "rejected", "pending", "held", "real"];

/** The verdict a step sets, under whichever name it gives it. Throws for a step without one. */
export function verdictOf(step: object): StubbedVerdict {
  const values: unknown[] = Object.values(step);
  const verdict = VERDICTS.find((known) => values.includes(known));
  if (verdict === undefined) throw new Error(`no verdict in ${JSON.stringify(step)}`);
  return verdict;
}

/** The built-in engine, with another verdict where the case gives one. */
function engineOf(verdict: StubbedVerdict): VettingEngine {
  if (verdict === "real" || verdict === "held" || verdict === "pending") return vetPackage;
  return async (input) => {
    const { report, reportDigest } = await vetPackage(input);
    return { report: { ...report, verdict }, reportDigest };
  };
}

/** What an upload that is vetted within its request comes to; a verdict that is not there yet is none to approve by. */
export function judgeAs(verdict: StubbedVerdict, skillPackage: SkillPackage): Promise<ScanResult> {
  const unfinished = verdict === "held" || verdict === "pending";
  return scanPackage(skillPackage, { vet: engineOf(unfinished ? "caution" : verdict) });
}

/** Does what the worker would have done by now; vetting only when its verdict is not being held back. */
export async function settleJobs(verdict: StubbedVerdict, { finish = false } = {}): Promise<void> {
  const held = (verdict === "held" && !finish) || verdict === "pending";
  const { vet_version: vet, ...others } = workOf(verdict);
  await drainJobs(held || !vet ? others : { ...others, vet_version: vet });
}

// Examples are replayed in other tests (here there is no sandbox), and mails stay where the case can read them.
function workOf(verdict: StubbedVerdict): JobHandlers {
  const { refresh_statistics, expire_drafts, clear_done_jobs } = marketHandlers;
  return {
    ...(refresh_statistics && { refresh_statistics }),
    ...(expire_drafts && { expire_drafts }),
    ...(clear_done_jobs && { clear_done_jobs }),
    vet_version: ({ vettingJobId }) => runVetting(vettingJobId, { vet: engineOf(verdict) }),
  };
}
