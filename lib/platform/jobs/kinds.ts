/** What the worker can be asked to do, with the payload of each kind (plain JSON). */
export interface JobPayloads {
  vet_version: { vettingJobId: string };
  ask_opinion: { vettingJobId: string };
  replay_examples: { versionId: string };
  compare_replays: { versionId: string; baseId: string };
  recheck_examples: Record<string, never>;
  recheck_bonds: Record<string, never>;
  recheck_domains: Record<string, never>;
  vet_publication: { publicationId: string; packageDigest: string };
  backfill_log: Record<string, never>;
  backfill_advisories: Record<string, never>;
  convert_version: { versionId: string };
  relist_skills: { accountId: string };
  compare_listings: Record<string, never>;
  renew_search_words: Record<string, never>;
  embed_skills: Record<string, never>;
  renew_manifests: Record<string, never>;
  renew_reports: Record<string, never>;
  send_mail: { mailId: string };
  queue_webhooks: Record<string, never>;
  deliver_webhooks: { endpointId: string };
  mail_advisory: { advisoryId: string };
  mail_digests: Record<string, never>;
  notify_of_failures: { skillId: string };
  notify_of_blockers: Record<string, never>;
  /** Lamports as digits; when the price changed, as an ISO time. */
  notify_of_price: { skillId: string; before: string; price: string; changedAt: string };
  /** When the access changed, as an ISO time. */
  notify_of_access: { skillId: string; changedAt: string };
  reconcile_quotes: Record<string, never>;
  watch_finality: Record<string, never>;
  forget_unpaid_quotes: Record<string, never>;
  refresh_rate: Record<string, never>;
  refresh_statistics: Record<string, never>;
  expire_drafts: Record<string, never>;
  lapse_challenges: Record<string, never>;
  tell_unfounded_seals: Record<string, never>;
  resume_vetting: Record<string, never>;
  clear_done_jobs: Record<string, never>;
}

export type JobKind = keyof JobPayloads;

export interface JobContext {
  readonly jobId: string;
  /** 1 on the first try; a try that its worker did not live through counts as several. */
  readonly attempt: number;
  /** Aborted when the worker must stop now; a handler that ignores it is left to its lease. */
  readonly signal: AbortSignal;
}

type RunJob<Kind extends JobKind> = (payload: JobPayloads[Kind], context: JobContext) => Promise<void>;

/** What somebody waits for says what becomes of it when all tries were used up, also by workers that died at it. */
export interface EndedHandler<Kind extends JobKind> {
  run: RunJob<Kind>;
  /** Before the job is set aside; when it throws, it is tried again later. Done twice it must be as if done once. */
  giveUp: (payload: JobPayloads[Kind]) => Promise<void>;
}

export type JobHandlers = {
  readonly [Kind in JobKind]?: RunJob<Kind> | EndedHandler<Kind>;
};

/** A job that the worker adds by itself, once in each period. */
export interface Schedule {
  readonly kind: JobKind;
  readonly everyMs: number;
}
