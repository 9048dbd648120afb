import {
  AnswerInvalid,
  count,
  flag,
  id,
  listOf,
  matching,
  nullable,
  object,
  oneOf,
  packageDigest,
  record,
  secret,
  text,
  versionNumber,
  webAddress,
  type Reader,
} from "../lib/kernel/json/read-answer";
import { address, lamports } from "../lib/payments/quotes/read-quote";
import { MarketError } from "./market-error";
import type { CallResult, CallSchema, FoundSkill, LogPage, OwnSkill, VettingAnswer } from "./types";

// Each answer of a market as far as something here relies on it. A market may answer whatever it likes.

const MAX_FILES = 1_000;
const MAX_LISTED = 1_000;
const MAX_FINDINGS = 10_000;
const MAX_TEXT = 65_536;
const MAX_BASIS_POINTS = 10_000;

const name = matching(/^[\w-]{1,64}$/, "a name");
const sentence = text(MAX_TEXT);
const moment = matching(/^\d{4}-\d\d-\d\dT[\d:.]{5,20}Z$/, "a time");
const auditState = oneOf("Unverified", "Optimistic", "Audited");
const trustLevel = oneOf("sandbox", "community", "verified");
const vettingStatus = oneOf("pending", "approved", "caution", "rejected");
const lamportDigits: Reader<string> = (value, place) => String(lamports(value, place));

const UPLOADED = {
  package_digest: packageDigest,
  executable_files: nullable(listOf(text(1_000), MAX_FILES)),
};
const FOUND = {
  id,
  name,
  version: versionNumber,
  description: sentence,
  trust_level: trustLevel,
  audit_state: auditState,
  price_lamports: lamportDigits,
};
const publisher = object({ id: name, name });

export const foundSkill: Reader<FoundSkill> = object(FOUND, {
  ...UPLOADED,
  is_latest: flag,
  withdrawn: flag,
  payee_address: nullable(address),
  version_publisher: nullable(publisher),
  resembles: nullable(object({ name, publisher: text(64) })),
  challenges: object({ open: count, upheld: count }, { carried: count }),
  audit_carried_from: nullable(versionNumber),
});
export const foundSkills = object(
  { results: listOf(foundSkill, MAX_LISTED) },
  { next_cursor: nullable(text(1_000)) },
);

export const callSchema: Reader<CallSchema> = object({
  name,
  version: versionNumber,
  input_schema: nullable(record),
  output_schema: nullable(record),
  examples: listOf((value, place) => {
    const { input, output } = record(value, place);
    return { input, output };
  }, MAX_LISTED),
});

const ownSkill: Reader<OwnSkill> = object(
  {
    name,
    version: versionNumber,
    version_id: id,
    vetting_status: vettingStatus,
    published: flag,
    yanked: flag,
  },
  UPLOADED,
);
export const ownSkills = object({ results: listOf(ownSkill, MAX_LISTED) });

/** What a skill is offered for, before a price is quoted. */
export const offeredSkill = object(
  { name, version: versionNumber, price_lamports: lamports },
  { payee_address: nullable(address) },
);

const basisPoints: Reader<number> = (value, place) => {
  const points = count(value, place);
  if (points <= MAX_BASIS_POINTS) return points;
  throw new AnswerInvalid(`${place} is more than ${MAX_BASIS_POINTS}`);
};
/** The market's own terms: how much of a price it takes, and to where. */
export const marketTerms = object({
  settlement: object({ fee_basis_points: basisPoints, treasury_address: address }),
});

/** The quote itself is read by who signs it. */
export const quoteOffer = object({ quote: record, access_token: secret });

export const paidQuote = object({ quote: record });

export const publication = object(
  { skill_id: id, version_id: id, vetting_job_id: id, name, version: versionNumber },
  { price_lamports: lamports, runnable_reason: nullable(sentence) },
);
export const vettingJob = object({ job_id: id });
export const withdrawal = object({ version: versionNumber, yanked_at: moment, reason: sentence });
export const vettingAnswer: Reader<VettingAnswer> = object(
  {
    is_done: flag,
    vetting_status: vettingStatus,
    findings: listOf(
      object(
        { code: text(200), severity: text(40), message: sentence },
        { file: nullable(text(1_000)), line: nullable(count), remedy: nullable(sentence) },
      ),
      MAX_FINDINGS,
    ),
  },
  { page_url: nullable(webAddress) },
);
export const uploadedDraft = object(
  { skill_id: id, skill_name: name, version_number: versionNumber, claim_url: webAddress },
  { agent_identity: object({}, { agent_secret: nullable(secret) }) },
);

export const logPage: Reader<LogPage> = object({
  checkpoint: sentence,
  entries: listOf(object({ seq: count, body: sentence, leaf_hash: text(100) }), MAX_FINDINGS),
  next: nullable(count),
});

const finishedRun = object({ state: text(40) }, { receipt_id: nullable(id), cleared_at: nullable(moment) });
export const runAnswer = object({ run: finishedRun });

/**
 * The result of a call from the market's answer. Throws MarketError, with RUN_FAILED for a run without an output,
 * OUTPUT_NOT_KEPT for one whose output is gone.
 */
export function toResult(
  { run }: ReturnType<typeof runAnswer>,
  paidLamports: bigint,
  quoteId: string | null,
): CallResult {
  const whole: Record<string, unknown> = run;
  if (run.state !== "DONE")
    throw new MarketError("RUN_FAILED", `The run ended ${run.state}.`, 200, { run, quoteId });
  if (run.cleared_at) {
    const message = "The call was made. Its output is no longer kept; its receipt has the digests.";
    throw new MarketError("OUTPUT_NOT_KEPT", message, 200, { run, quoteId });
  }
  return { output: whole["output"], run: whole, paidLamports, quoteId, receiptId: run.receipt_id ?? null };
}
