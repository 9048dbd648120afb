import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";
import { rateSource } from "@/lib/payments/rates/refresh-rate";
import type { JobKind, Schedule } from "@/lib/platform/jobs/kinds";
import { modelOfSettings } from "@/lib/search/meaning/ask-model";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** What a market needs done again and again. */
export const MARKET_SCHEDULES: readonly Schedule[] = [
  { kind: "refresh_statistics", everyMs: MINUTE_MS },
  { kind: "expire_drafts", everyMs: MINUTE_MS },
  { kind: "renew_search_words", everyMs: MINUTE_MS },
  { kind: "embed_skills", everyMs: MINUTE_MS },
  { kind: "renew_manifests", everyMs: MINUTE_MS },
  { kind: "renew_reports", everyMs: MINUTE_MS },
  { kind: "queue_webhooks", everyMs: 10 * SECOND_MS },
  { kind: "mail_digests", everyMs: 10 * MINUTE_MS },
  { kind: "lapse_challenges", everyMs: 10 * MINUTE_MS },
  { kind: "tell_unfounded_seals", everyMs: 10 * MINUTE_MS },
  { kind: "resume_vetting", everyMs: 10 * MINUTE_MS },
  { kind: "backfill_log", everyMs: HOUR_MS },
  { kind: "backfill_advisories", everyMs: HOUR_MS },
  { kind: "recheck_examples", everyMs: 10 * MINUTE_MS },
  { kind: "recheck_domains", everyMs: 10 * MINUTE_MS },
  { kind: "compare_listings", everyMs: DAY_MS },
  { kind: "clear_done_jobs", everyMs: 10 * MINUTE_MS },
];

/**
 * All that a worker does again and again. A payment whose outcome is unknown is looked up every two seconds, a
 * confirmed one is watched until it is final; what nobody paid is forgotten at its own pace.
 */
export const SCHEDULES: readonly Schedule[] = [
  ...MARKET_SCHEDULES,
  { kind: "reconcile_quotes", everyMs: 2 * SECOND_MS },
  { kind: "watch_finality", everyMs: 15 * SECOND_MS },
  { kind: "notify_of_blockers", everyMs: 10 * MINUTE_MS },
  { kind: "recheck_bonds", everyMs: 30 * SECOND_MS },
  { kind: "forget_unpaid_quotes", everyMs: 10 * MINUTE_MS },
  { kind: "refresh_rate", everyMs: 10 * MINUTE_MS },
];

/** Whether the settings leave something to do for a kind; a kind that is not here always has. */
const HAS_WORK: Partial<Record<JobKind, () => boolean>> = {
  embed_skills: () => modelOfSettings() !== null,
  refresh_rate: () => rateSource() !== null,
};

/** Those that the settings leave something to do for: without a model for meaning no skill is waiting for a vector. */
export const schedulesOfSettings = (): Schedule[] =>
  SCHEDULES.filter(({ kind }) => HAS_WORK[kind]?.() ?? true);
