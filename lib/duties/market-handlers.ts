import { backfillAdvisories } from "@/lib/advisories/backfill-advisories";
import { mailAdvisory } from "@/lib/advisories/mail-advisory";
import { lapseChallenges } from "@/lib/audits/challenges";
import { compareLater } from "@/lib/audits/review/review";
import { notifyUnfoundedSeals } from "@/lib/audits/seals";
import { purgeBlobs, purgeTemporaries } from "@/lib/platform/blobs/purge-blobs";
import { systemClock } from "@/lib/kernel/clock";
import { sumChanges } from "@/lib/registry/revisions/revisions";
import { mailDigests } from "@/lib/catalogue/following/mail-digests";
import { deliverWebhooks } from "@/lib/catalogue/webhooks/deliver-webhooks";
import { queueWebhooks } from "@/lib/catalogue/webhooks/queue-webhooks";
import { convertVersion } from "@/lib/catalogue/downloads/get-converted-package";
import { database } from "@/lib/db/client";
import { AGED_TABLES, purgeAged } from "@/lib/db/purge-rows";
import { isDomainError } from "@/lib/kernel/errors";
import { purgeClosedAccounts, WITHDRAWN_REASON } from "@/lib/ownership/account-closing/close-account";
import { runAllSettled } from "@/lib/platform/jobs/run-job";
import type { JobHandlers, JobPayloads } from "@/lib/platform/jobs/kinds";
import { enqueue } from "@/lib/platform/jobs/queue";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { recheckDomains } from "@/lib/identity/domains/recheck-domains";
import { giveUpVettingOfPublication, vetPublication } from "@/lib/publishing/publications/vet-publication";
import { expireDrafts } from "@/lib/publishing/drafts/expire-drafts";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { compareListings } from "@/lib/search/listing/compare-listings";
import { relistSkills } from "@/lib/search/listing/refresh-listing";
import { notifyOfAccess } from "@/lib/publishing/access/notify-of-access";
import { notifyOfPrice } from "@/lib/publishing/price/notify-of-price";
import { renewManifests } from "@/lib/publishing/renew-manifests";
import { embedSkills } from "@/lib/search/meaning/embed-skills";
import { recountWords, renewSearchWords } from "@/lib/search/listing/renew-search-words";
import { notifyOfFailures } from "@/lib/running/failures/failures";
import { purgePaidRuns, purgeFreeRuns } from "@/lib/running/runs/purge-runs";
import { compareReplays, recheckExamples, replayExamples } from "@/lib/running/examples/replay-examples";
import { backfillLog } from "@/lib/log/transparency/backfill-log";
import { giveUpVetting, runVetting, vetWithOpinion } from "@/lib/publishing/publish-version";
import { renewReports } from "@/lib/publishing/vetting/renew-reports";
import { resumeVetting } from "@/lib/publishing/vetting/queue-vetting";

const REPLAY_AGAIN_MS = 15 * 60_000;

/**
 * What a market forgets and throws away, each whatever becomes of the others: the store of packages may be away for
 * a day.
 */
const CLEANINGS: readonly ((now: Date) => Promise<unknown>)[] = [
  ...AGED_TABLES.map((table) => (now: Date) => purgeAged(table, now)),
  (now) => purgeFreeRuns(now),
  (now) => purgePaidRuns(now),
  (now) => purgeBlobs(now),
  (now) => purgeTemporaries(now),
  purgeClosedAccounts,
];

/** What the worker does for the registry. The jobs of settlement and of deposits are added in the worker's entry. */
export const marketHandlers: JobHandlers = {
  vet_version: {
    run: ({ vettingJobId }, { attempt }) => runVetting(vettingJobId, { attempt }),
    giveUp: ({ vettingJobId }) => giveUpVetting(vettingJobId),
  },
  ask_opinion: {
    run: ({ vettingJobId }, { attempt, signal }) => vetWithOpinion(vettingJobId, { attempt, signal }),
    giveUp: ({ vettingJobId }) => giveUpVetting(vettingJobId),
  },
  vet_publication: {
    run: (publication, { attempt }) => vetPublication(publication, { attempt }),
    giveUp: (publication) => giveUpVettingOfPublication(publication),
  },
  replay_examples: ({ versionId }) => replayOrWait(versionId),
  compare_replays: (pair) => compareOrWait(pair),
  async backfill_log() {
    await backfillLog();
  },
  async backfill_advisories() {
    // A closed account says nothing of what is wrong with its versions.
    await backfillAdvisories({ without: [WITHDRAWN_REASON] });
  },
  async recheck_examples() {
    await recheckExamples();
  },
  async recheck_domains() {
    await recheckDomains();
  },
  notify_of_failures: ({ skillId }) => notifyOfFailures(skillId),
  notify_of_price: (change) => notifyOfPrice(change),
  notify_of_access: (change) => notifyOfAccess(change),
  convert_version: ({ versionId }) => convertVersion(versionId),
  relist_skills: ({ accountId }) => relistSkills(accountId),
  async compare_listings(_, { signal }) {
    await compareListings({ signal });
  },
  async renew_search_words(_, { signal }) {
    await renewSearchWords({ signal });
  },
  async embed_skills(_, { signal }) {
    await embedSkills({ signal });
  },
  async renew_manifests(_, { signal }) {
    await renewManifests({ signal });
  },
  async renew_reports(_, { signal }) {
    await renewReports({ signal });
  },
  send_mail: ({ mailId }) => sendMail(mailId),
  async queue_webhooks() {
    await queueWebhooks();
  },
  deliver_webhooks: ({ endpointId }, { signal }) => deliverWebhooks(endpointId, { signal }),
  mail_advisory: ({ advisoryId }, { signal }) => mailAdvisory(advisoryId, { signal }),
  async mail_digests(_, { signal }) {
    await mailDigests({ signal });
  },
  async refresh_statistics() {
    await refreshStatistics(systemClock.now());
    await recountWords();
    await sumChanges();
  },
  async expire_drafts() {
    await expireDrafts(systemClock.now());
  },
  async lapse_challenges() {
    await lapseChallenges();
  },
  async tell_unfounded_seals() {
    await notifyUnfoundedSeals();
  },
  async resume_vetting() {
    await resumeVetting(systemClock.now());
  },
  clear_done_jobs: () => runAllSettled(CLEANINGS.map((clean) => () => clean(systemClock.now()))),
};

/**
 * Without a sandbox, or in one that is too weak for the version, the examples stay "not run", and are tried again when
 * there may be one.
 */
async function replayOrWait(versionId: string): Promise<void> {
  if (await ranInSandbox(() => replayExamples(versionId))) return;
  await enqueue(database(), {
    kind: "replay_examples",
    payload: { versionId },
    dedupeKey: `replay:${versionId}`,
    runAt: whenThereMayBeOne(),
  });
}

/** The same for who reviews a version. */
async function compareOrWait(pair: JobPayloads["compare_replays"]): Promise<void> {
  if (!(await ranInSandbox(() => compareReplays(pair)))) await compareLater(pair, whenThereMayBeOne());
}

const whenThereMayBeOne = () => new Date(systemClock.now().getTime() + REPLAY_AGAIN_MS);

/** False when there is no sandbox, or only one that is too weak for the version. */
async function ranInSandbox(run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (isDomainError(error, "RUNNER_UNAVAILABLE") || isDomainError(error, "ISOLATION_TOO_WEAK"))
      return false;
    throw error;
  }
}
