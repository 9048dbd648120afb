import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";

const VETTING_JOB_STATES = ["queued", "running", "done", "failed"] as const;

export type VettingJobState = (typeof VETTING_JOB_STATES)[number];

interface VettingJobStep extends LifecycleStep<VettingJobState> {
  needs: string;
}

/**
 * The life of a vetting job. The first end stands; a version whose job has ended without a verdict gets a new job. A
 * worker may find a job running that another one began: it goes on with it.
 */
export const VETTING_JOB_LIFECYCLE = {
  table: "VettingJobs",
  column: "job_status",
  states: VETTING_JOB_STATES,
  begins: ["queued"],
  steps: {
    markRunning: { from: ["queued"], to: ["running"], needs: "a worker has begun" },
    finishJob: { from: ["queued", "running"], to: ["done"], needs: "a verdict, in the same transaction" },
    failJob: {
      from: ["queued", "running"],
      to: ["failed"],
      needs: "its package cannot be judged; an administrator decides",
    },
  },
} as const satisfies Lifecycle<VettingJobState, VettingJobStep>;
