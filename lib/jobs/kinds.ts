/** What the worker can be asked to do, with the payload of each kind (plain JSON). */
export interface JobPayloads {
  vet_version: { vettingJobId: string };
  replay_examples: { versionId: string };
  compare_replays: { versionId: string; baseId: string };
  recheck_examples: Record<string, never>;
  recheck_bonds: Record<string, never>;
  vet_publication: { publicationId: string; packageDigest: string };
  backfill_log: Record<string, never>;
  convert_version: { versionId: string };
  send_mail: { mailId: string };
  reconcile_quotes: Record<string, never>;
  watch_finality: Record<string, never>;
  forget_unpaid_quotes: Record<string, never>;
  refresh_statistics: Record<string, never>;
  expire_drafts: Record<string, never>;
  lapse_challenges: Record<string, never>;
  clear_done_jobs: Record<string, never>;
}

export type JobKind = keyof JobPayloads;

export interface JobContext {
  readonly jobId: string;
  /** 1 on the first try. */
  readonly attempt: number;
  /** Aborted when the worker must stop now; a handler that ignores it is left to its lease. */
  readonly signal: AbortSignal;
}

export type JobHandlers = {
  readonly [Kind in JobKind]?: (payload: JobPayloads[Kind], context: JobContext) => Promise<void>;
};

/** A job that the worker adds by itself, once in each period. */
export interface Schedule {
  readonly kind: JobKind;
  readonly everyMs: number;
}
