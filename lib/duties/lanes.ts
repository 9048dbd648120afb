import { jobHandlers } from "@/lib/duties/job-handlers";
import { schedulesOfSettings } from "@/lib/duties/schedules";
import type { JobHandlers, Schedule } from "@/lib/platform/jobs/kinds";
import { opinionModel } from "@/lib/publishing/vetting/ask-opinion";

/** Jobs that share places in a worker; what is in another lane does not wait for them. */
export interface Lane {
  handlers: JobHandlers;
  schedules: readonly Schedule[];
  concurrency?: number;
}

/** Asked at the same time of a model by one worker. */
const ASKS_AT_ONCE = 2;
/** Endpoints that one worker sends to at the same time. */
const ENDPOINTS_AT_ONCE = 4;

/**
 * The lanes of a worker. Webhooks are sent to servers of others, which may answer slowly, and a model takes up to a minute
 * for an answer: both have places of their own, so that payments and everything else never wait for them.
 */
export function lanesOfSettings(): Lane[] {
  const schedules = schedulesOfSettings();
  const { ask_opinion, deliver_webhooks, ...others } = jobHandlers;
  if (ask_opinion === undefined || deliver_webhooks === undefined)
    return [{ handlers: jobHandlers, schedules }];
  const webhooks = { handlers: { deliver_webhooks }, schedules: [], concurrency: ENDPOINTS_AT_ONCE };
  if (opinionModel() === null) return [{ handlers: { ...others, ask_opinion }, schedules }, webhooks];
  return [
    { handlers: others, schedules },
    { handlers: { ask_opinion }, schedules: [], concurrency: ASKS_AT_ONCE },
    webhooks,
  ];
}
