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

/**
 * The lanes of a worker. A model takes up to a minute for an answer: where the settings name one, asking it has places
 * of its own, so that payments and everything else never wait for it.
 */
export function lanesOfSettings(): Lane[] {
  const schedules = schedulesOfSettings();
  const { ask_opinion, ...others } = jobHandlers;
  if (opinionModel() === null || ask_opinion === undefined) return [{ handlers: jobHandlers, schedules }];
  return [
    { handlers: others, schedules },
    { handlers: { ask_opinion }, schedules: [], concurrency: ASKS_AT_ONCE },
  ];
}
