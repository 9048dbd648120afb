import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import type { SkillPackage } from "@/lib/package";
import { decideUpload } from "@/lib/publishing/decide-upload";
import { provesAgent } from "@/lib/identity/agents/prove-agent";
import { passesForMarket } from "@/lib/identity/accounts/username";
import type { SkillAccess } from "@/lib/registry/views";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";
import { readUpload } from "@/lib/publishing/read-upload";
import {
  storeArchive,
  storeVersion,
  type PublishedVersion,
  type VersionToStore,
} from "@/lib/publishing/store-version";
import type { AuthorAgent, CheckProfile, SkillManifest } from "@/lib/skill-format";
import { logger } from "@/lib/kernel/observability/logger";
import { loadPackage } from "@/lib/platform/blobs/load-package";
import { currentScanner, MAX_SCANS } from "@/lib/vetting/current-scanner";
import { scanPackage, type ScanResult } from "@/lib/vetting/scan-package";
import {
  askOpinion,
  opinionModel,
  reasonToHold,
  type AskedOpinion,
} from "@/lib/publishing/vetting/ask-opinion";
import {
  findTask,
  markRunning,
  type VettingPackage,
  finishJob,
  setReportEdition,
  type VettingOutcome,
  failJob,
  insertOpinion,
} from "@/lib/publishing/vetting/repository";
import type { VettingEngine, VettingResult } from "@/lib/vetting/vet-package";
import { holdVersion, releaseVersion } from "@/lib/publishing/release-version";
import { queueOpinion } from "@/lib/publishing/vetting/queue-vetting";

/*
 * How a version comes into the market, step by step. A request does the first three, a job the others.
 *
 * 1. Read and check: `readUpload` reads the package in a thread and refuses one that breaks its format.
 * 2. Decide: `decideUpload` says whose skill it is and what a call costs; within the transaction, `decideChange` gives the
 *    version its number and refuses a step that is larger than that number says.
 * 3. Store: `storeArchive` puts the bytes into the blob store; `storeVersion` writes skill, version, files, a vetting job and
 *    an event in one transaction.
 * 4. Vet: `runVetting` scans the stored package, and `vetWithOpinion` asks a model as well, where the settings name one.
 * 5. List: `recordJudgement` ends the vetting job; `releaseVersion` lists an approved version (`refreshListing`), and
 *    `holdVersion` keeps any other one from the market.
 *
 * A draft of an agent takes the same steps within one request (`drafts/upload-draft.ts`).
 */

export interface PublishRequest {
  /** Of the market itself, and of nobody else, the account alone. */
  actor: Actor | { accountId: string };
  package: SkillPackage;
  source: "multipart" | "json_content" | "page" | "catalogue";
  /**
   * Price of one call for a file that states none; it must not contradict one that does, nor the price of a skill that
   * is listed. Where neither names one, a skill keeps its price, or is free on the page.
   */
  priceLamports?: bigint;
  /** User name of the organisation that a new skill is to belong to; one that is there stays whose it is. */
  organisation?: string | undefined;
  authorAgent?: AuthorAgent | null;
  /** Of that agent, where the upload brings it. */
  agentSecret?: string | undefined;
  /** Asks for an audit of the version with its publication. */
  askForAudit?: boolean;
  /** Who is to see the skill, until vetting has judged a version of it; left out, that stays as it is. */
  access?: SkillAccess | undefined;
  /** When a run of these bytes first gave a valid answer in the sandbox. */
  ranAt?: Date | null;
  /** Dialects the upload asks to be checked against; left out, the file or detection decides. */
  dialects?: readonly CheckProfile[];
  /** What has to happen with the publication, in its transaction; what it throws undoes both. */
  alongside?: (db: Database, published: PublishedVersion, now: Date) => Promise<void>;
}

/**
 * Publishes a version: checks the package, stores it and queues its vetting; on approval it appears in the market.
 * Everything is written in one transaction, so a refused or failed upload leaves no trace, and of parallel uploads of
 * one name or version exactly one wins. The same version again is refused, whatever its bytes, and so are the same bytes; a
 * file without a version gets the next patch each time it has changed (docs/dialects/differences.md).
 *
 * Throws AGENT_AUTHOR_INVALID for an agent with the market's own name, AGENT_SECRET_REQUIRED and AGENT_SECRET_INVALID
 * for one that somebody else has claimed, UPLOAD_FAILED (with findings),
 * VERSION_NOT_HIGHER, SKILL_NAME_TAKEN, SKILL_NAME_RESERVED, SKILL_NAME_DRAFT_COLLISION, CONTENT_TOO_LARGE,
 * EMAIL_NOT_VERIFIED, AUTH_FAILED, REQUEST_INVALID for another access than the skill may have, NOT_FOUND and
 * PERMISSION_DENIED for an organisation that the actor does not publish for, and what `alongside` throws.
 */
export async function publishVersion(
  request: PublishRequest,
  clock: Clock = systemClock,
): Promise<PublishedVersion> {
  const authorAgent = await readAttribution(request);
  const upload = await readUpload(request.package, request.dialects);
  const publisher = await getPublisher(request.actor.accountId);
  const { manifest } = upload.check;
  // The page always shows a price, and an empty one there is free by choice.
  const price = { setPrice: request.priceLamports, keepsPrice: request.source !== "page" };
  const { owner } = await decideUpload(database(), {
    manifest,
    publisher,
    organisation: request.organisation,
    ...price,
  });
  const archive = await storeArchive(upload);
  const version: VersionToStore = {
    upload,
    price,
    archive,
    owner,
    source: request.source,
    authorAgent,
    askForAudit: request.askForAudit === true,
    access: request.access,
    ranAt: request.ranAt ?? null,
    now: clock.now(),
  };
  // A name or version may be taken between our look and our insert.
  return retryOnUniqueViolation(() =>
    inTransaction(async (tx) => {
      const published = await storeVersion(tx, version);
      await request.alongside?.(tx, published, version.now);
      return published;
    }),
  );
}

/** The agent that a version names, marked where the upload proves it; an unproven one is shown as such. */
async function readAttribution({
  actor: { accountId },
  authorAgent: agent = null,
  agentSecret: secret,
}: PublishRequest): Promise<AuthorAgent | null> {
  if (agent === null) return null;
  if (passesForMarket(agent.name))
    throw new DomainError("AGENT_AUTHOR_INVALID", "The name of the agent is the market's own.");
  return (await provesAgent(agent.name, { accountId, secret })) ? { ...agent, proven: true } : agent;
}

/**
 * Vets a version and acts on the verdict: `approved` publishes it, `caution` holds it for an administrator, `rejected`
 * ends it. The graver of two verdicts counts: that of the format (USK, compatibility) and that of the engine. Status,
 * findings, publication and event are one transaction; run twice, it acts once. Where the settings name a model, what
 * is not rejected is left to `vetWithOpinion`. Throws when the package cannot be loaded or the outcome not be kept,
 * which is worth trying for long; a package that cannot be judged is given up after a few tries.
 */
export async function runVetting(
  vettingJobId: string,
  { clock = systemClock, attempt = 1, vet }: { clock?: Clock; attempt?: number; vet?: VettingEngine } = {},
): Promise<void> {
  const judged = await judgeTask(vettingJobId, { clock, attempt, vet });
  if (judged === null) return;
  await inTransaction((tx) => recordOrAsk(tx, judged.job, judged.judgement, clock.now()));
}

/**
 * The same with the opinion of a model about it, which may hold a version and nothing else. The model is asked a few
 * times; without an answer, or where it was not shown all, the version is held unless the settings say otherwise. What an administrator has decided meanwhile stands.
 */
export async function vetWithOpinion(
  vettingJobId: string,
  {
    clock = systemClock,
    attempt = 1,
    signal,
  }: { clock?: Clock; attempt?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const judged = await judgeTask(vettingJobId, { clock, attempt });
  if (judged === null) return;
  const { job, judgement, skillPackage, manifest } = judged;
  const model = judgement.status === "rejected" ? null : opinionModel();
  const { slug: name, description } = manifest;
  const about = { name, description, files: skillPackage.files, report: judgement.vetting.report };
  const asked = model === null ? null : await askOpinion(model, about, { attempt, signal });
  await inTransaction((tx) => recordJudgement(tx, job, { ...judgement, asked }, clock.now()));
}

interface JudgedTask {
  job: VettingJobOfVersion;
  judgement: ScanResult;
  skillPackage: SkillPackage;
  manifest: SkillManifest;
}

/** Null where the vetting job has ended, or ends here because its package cannot be judged. */
async function judgeTask(
  vettingJobId: string,
  { clock, attempt, vet }: { clock: Clock; attempt: number; vet?: VettingEngine | undefined },
): Promise<JudgedTask | null> {
  const task = await findTask(database(), vettingJobId);
  if (!task || task.jobStatus === "done" || task.jobStatus === "failed") return null;
  await markRunning(database(), vettingJobId);
  const skillPackage = await loadPackage(task.archiveDigest, task.packageDigest);
  const judgement = await judge(skillPackage, task, vet).catch((error: unknown) => {
    if (attempt < MAX_SCANS) throw error;
    logger.error({ vettingJobId, error }, "a package that cannot be judged is held for an administrator");
    return null;
  });
  if (judgement === null) {
    await giveUpVetting(vettingJobId, clock);
    return null;
  }
  return {
    job: { vettingJobId, versionId: task.versionId },
    judgement,
    skillPackage,
    manifest: task.manifest,
  };
}

/** Judges a stored package as it was judged when it was uploaded. */
export async function judge(
  skillPackage: SkillPackage,
  task: Pick<VettingPackage, "reports" | "manifest">,
  vet?: VettingEngine,
): Promise<ScanResult> {
  const dialects = dialectsOf(task);
  return vet ? scanPackage(skillPackage, { ...dialects, vet }) : currentScanner()(skillPackage, dialects);
}

/** The upload is judged as it was when it was accepted: by the dialects that were asked for, or those detected. */
function dialectsOf({ reports, manifest }: Pick<VettingPackage, "reports" | "manifest">): {
  dialects?: CheckProfile[];
} {
  const checked = reports.map(({ dialect }) => dialect);
  if (checked.length > 0 && checked.every((dialect) => dialect === "agent-skills-upstream"))
    return { dialects: checked };
  const { declared } = manifest.dialects;
  return declared.length > 0 ? { dialects: declared } : {};
}

interface VettingJobOfVersion {
  vettingJobId: string;
  versionId: string;
}

interface Judgement extends ScanResult {
  /** What a model was asked about the package and said, if it was. */
  asked?: AskedOpinion | null;
}

/**
 * Records a judgement in the caller's transaction or, where the settings name a model and nothing is rejected, leaves it
 * to a job that asks for the model's opinion first. True where the judgement is in force.
 */
export async function recordOrAsk(
  db: Database,
  job: VettingJobOfVersion,
  judgement: ScanResult,
  now: Date,
): Promise<boolean> {
  if (judgement.status === "rejected" || opinionModel() === null)
    return recordJudgement(db, job, judgement, now);
  await queueOpinion(db, job.vettingJobId, now);
  return false;
}

/**
 * Ends a vetting job and acts on its judgement in the caller's transaction: `approved` publishes the version, `caution`
 * holds it for an administrator, `rejected` ends it. A model's opinion can hold what is approved, and so can its absence where
 * the operator chose so; neither does more.
 * False, and nothing done, when the job was ended before.
 */
async function recordJudgement(
  db: Database,
  { vettingJobId, versionId }: VettingJobOfVersion,
  { status, reasons, vetting, asked = null }: Judgement,
  now: Date,
): Promise<boolean> {
  const { report } = vetting;
  const isAskedToHold = status === "approved" && asked?.opinion?.verdict === "hold";
  const missing = asked === null ? null : reasonToHold(asked);
  const isHeld = isAskedToHold || (status === "approved" && missing !== null);
  const decided = isHeld ? "caution" : status;
  const outcome = {
    ...outcomeOf(vetting, now),
    vettingStatus: decided,
    summary: summarize(report.summary, status === report.verdict ? [] : reasons),
  };
  if (!(await finishJob(db, vettingJobId, outcome))) return false;
  await setReportEdition(db, versionId);
  if (asked) await insertOpinion(db, vettingJobId, { ...asked, askedAt: now });
  if (decided === "approved") {
    await releaseVersion(db, versionId, { from: "pending", now });
    return true;
  }
  // In English, like all that vetting writes. The model's own words stand with its opinion alone.
  const held = isAskedToHold ? [`The model ${asked?.model} asks that a person looks at it first.`] : [];
  const unread = missing === null ? [] : [missing];
  await holdVersion(db, versionId, {
    from: "pending",
    to: decided,
    reasons: [...held, ...unread, ...reasons],
    now,
  });
  return true;
}

/** What is stored of a report; its verdict is the engine's alone. */
export function outcomeOf({ report, reportDigest }: VettingResult, finishedAt: Date): VettingOutcome {
  const { verdict: vettingStatus, engineVersion, summary, findings, picture } = report;
  return { vettingStatus, engineVersion, reportDigest, summary, findings, picture, finishedAt };
}

/** The engine's sentence, and what the format adds to it. */
function summarize(summary: string, formatReasons: readonly string[]): string {
  return [summary, ...formatReasons].join(" · ").slice(0, 1_000);
}

/** In English, like all that vetting writes. */
const NOT_JUDGED = "Vetting could not be completed. An administrator decides.";

/**
 * Ends a vetting job without a judgement: it is `failed`, and its version is held for an administrator like any version
 * in doubt, so that its creator never waits for nothing. Does nothing to a job that has ended.
 */
export async function giveUpVetting(vettingJobId: string, clock: Clock = systemClock): Promise<void> {
  const task = await findTask(database(), vettingJobId);
  if (!task) return;
  const now = clock.now();
  await inTransaction(async (tx) => {
    if (!(await failJob(tx, vettingJobId, NOT_JUDGED, now))) return;
    await holdVersion(tx, task.versionId, { from: "pending", to: "caution", reasons: [NOT_JUDGED], now });
  });
}
