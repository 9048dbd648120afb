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
import type { CallResult } from "./types";

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

/** What a market tells of the package of a version; not every market tells it. */
const UPLOADED = {
  package_digest: packageDigest,
  /** Paths of the files that may be run, which the digest leaves out; null where it is not known. */
  executable_files: nullable(listOf(text(1_000), MAX_FILES)),
};
const FOUND = {
  id,
  name,
  version: versionNumber,
  description: sentence,
  trust_level: trustLevel,
  audit_state: auditState,
  /** Lamports as digits. */
  price_lamports: lamportDigits,
};
/** The account that published a version; `id` stays the same when the account changes its name. */
const publisher = object({ id: name, name });

/** Members that only the details of a skill have are optional here, as are those of newer markets. */
export const foundSkill = object(FOUND, {
  ...UPLOADED,
  /** Whether it is what is given to those who name no version. */
  is_latest: flag,
  /** Whether this version was withdrawn by its publisher. */
  withdrawn: flag,
  /** That its owner says not to use it any more, and which skill takes its place; null where they do not. */
  deprecated: nullable(object({ message: sentence, successor: nullable(name) })),
  /** Who is paid for a call; null where nobody is. */
  payee_address: nullable(address),
  /** Who published this version; null for a draft nobody has claimed. */
  version_publisher: nullable(publisher),
  /** An older skill of another account that this one may be taken for by its name. */
  resembles: nullable(object({ name, publisher: text(64) })),
  /** A skill of another account that was published earlier with the same files, or with nearly the same words. */
  same_content_as: nullable(object({ name, publisher: text(64), published_at: text(40) })),
  nearly_same_as: nullable(object({ name, publisher: text(64), published_at: text(40) })),
  /**
   * Challenges of this version that wait for a decision, from accounts with standing and (quiet) from others; those that
   * were upheld, and those with standing that wait of the version whose audit it carries.
   */
  challenges: object({ open: count, upheld: count }, { quiet: count, carried: count }),
  /** Words of a search that the skill has nothing of. */
  missing: listOf(text(200), MAX_LISTED),
  /** Version whose audit this patch carries. */
  audit_carried_from: nullable(versionNumber),
});
export const foundSkills = object(
  { results: listOf(foundSkill, MAX_LISTED) },
  { next_cursor: nullable(text(1_000)), answering_all: count },
);

export const callSchema = object({
  name,
  version: versionNumber,
  input_schema: nullable(record),
  output_schema: nullable(record),
  examples: listOf((value, place) => {
    const { input, output } = record(value, place);
    return { input, output };
  }, MAX_LISTED),
});

export const ownSkill = object(
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
  { id, payee_address: nullable(address), audit_state: auditState, version_publisher: nullable(publisher) },
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
  {
    price_lamports: lamports,
    runnable_reason: nullable(sentence),
    warnings: listOf(sentence, MAX_LISTED),
  },
);
export const uploadPreview = object(
  {
    facts: listOf(
      object(
        { about: text(40), tone: oneOf("ok", "note", "warn", "bad"), text: sentence },
        { detail: nullable(sentence) },
      ),
      MAX_FINDINGS,
    ),
  },
  { version: nullable(versionNumber) },
);
export const stagedUpload = object({ name, version: text(100), page_url: text(2_000) });
export const publishRight = object({ token: text(200) });
export const pluginPublication = object({
  name: text(64),
  skills: listOf(object({ name, version: versionNumber, vetting_job_id: nullable(id) }), MAX_LISTED),
  set: object({ name, version: versionNumber }),
});
const userName = matching(/^[a-z0-9-]{1,64}$/, "a user name");
const roles = listOf(oneOf("owner", "maintainer", "money"), 3);
const invitation = object({
  organisation: userName,
  username: userName,
  roles,
  invited_until: nullable(moment),
});
export const ownOrganisations = object({
  organisations: listOf(object({ organisation: userName, roles }), MAX_LISTED),
  invitations: listOf(invitation, MAX_LISTED),
});
export type OwnOrganisations = ReturnType<typeof ownOrganisations>;
export const organisation = object({
  organisation: userName,
  payee_address: nullable(address),
  members: listOf(object({ username: userName, roles }), MAX_LISTED),
  invitations: listOf(invitation, MAX_LISTED),
  needs_owner: flag,
});
export type Organisation = ReturnType<typeof organisation>;
export const organisationFounded = object({ organisation: userName });
export const memberInvited = invitation;
export const memberEnded = object({ state: oneOf("removed", "withdrawn", "left", "declined") });
/** A set: what each part gives now, or why it gives nothing. */
export const skillSet = object({
  name,
  version: text(64),
  withdrawn: nullable(sentence),
  parts: listOf(
    object({
      skill: name,
      range: text(64),
      state: text(40),
      reason: nullable(sentence),
      version: nullable(versionNumber),
    }),
    MAX_LISTED,
  ),
});
export const vettingJob = object({ job_id: id });
export const deprecation = object({
  skill: name,
  deprecated: nullable(object({ message: sentence, successor: nullable(name) })),
});

export const skillPrice = object({ skill: name, price_lamports: lamports });

export const skillAccess = object({ skill: name, access: oneOf("public", "call_only", "private") });

const right = {
  id,
  username: nullable(text(64)),
  name: text(200),
  expires_at: moment,
  last_used_at: nullable(moment),
};
export const readingRight = object(right);
export const readers = object({ readers: listOf(readingRight, MAX_LISTED) });
export const newReadToken = object({ ...right, token: secret });
export const endedRight = object({ id });

export const withdrawal = object(
  { version: versionNumber, yanked_at: moment, reason: sentence },
  { reason_kind: name },
);
export const vettingAnswer = object(
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

/** What a market gives out now. */
const offeredVersion = object(
  { version: versionNumber, package_digest: packageDigest },
  { publisher: nullable(publisher) },
);

const MAX_ADVISORIES = 50;

const verdict = object(
  {
    asked: object({ name, version: nullable(versionNumber), digest: nullable(packageDigest) }),
    unknown: nullable(oneOf("skill", "version", "digest")),
    name: nullable(name),
    quarantined: nullable(object({ reason: sentence })),
    version: nullable(versionNumber),
    package_digest: nullable(packageDigest),
    publisher: nullable(publisher),
    withdrawn: nullable(object({ at: moment, reason: sentence, kind: name, is_closed: flag })),
    deprecated: nullable(object({ message: sentence, successor: nullable(name) })),
    audit_state: nullable(auditState),
    ended_seal: nullable(
      object({
        verifier_name: text(200),
        how: text(40),
        ended_at: nullable(moment),
        reason: nullable(sentence),
      }),
    ),
    advisories: listOf(
      object({
        id: matching(/^[A-Za-z0-9][\w.-]{0,63}$/, "the id of an advisory"),
        severity: oneOf("low", "medium", "high"),
        summary: sentence,
        what_to_do: sentence,
        url: webAddress,
        modified: moment,
      }),
      MAX_ADVISORIES,
    ),
    advisories_total: count,
    newest: nullable(offeredVersion),
    next: nullable(offeredVersion),
  },
  {},
);
export const verdictList = object({ checked_at: moment, items: listOf(verdict, MAX_LISTED) });

/** The statement that a wallet would sign; who signs it reads it. */
export const preparedStatement = object({ payload: text(MAX_TEXT) });
export const takenLimit = object({ sequence: count, digest: packageDigest });

const spentAmounts = {
  spent_lamports: lamports,
  held_lamports: lamports,
  limit_lamports: nullable(lamports),
  left_lamports: nullable(lamports),
};
export const walletSpending = object({
  limit: nullable(object({ sequence: count, payload: text(MAX_TEXT) })),
  day: object({ ...spentAmounts, frees_at: nullable(moment) }),
  scopes: listOf(
    object({ kind: oneOf("skill", "publisher", "organisation"), name: text(64), ...spentAmounts }),
    MAX_LISTED,
  ),
  results: listOf(
    object({ at: moment, skill: name, version: versionNumber, lamports, state: text(40) }),
    MAX_LISTED,
  ),
});
/** What a market says was paid from a wallet, as `GET /v1/wallets/{address}/spending` describes it. */
export type WalletSpending = ReturnType<typeof walletSpending>;

export const logPage = object({
  checkpoint: sentence,
  entries: listOf(object({ seq: count, body: sentence, leaf_hash: text(100) }), MAX_FINDINGS),
  next: nullable(count),
});

/** The policy of an account, in an envelope that the market's key has signed; who relies on it opens the envelope. */
export const signedPolicy = object({ envelope: record });
export const platformKeys = object({
  keys: listOf(object({ key_id: address }, { valid_until: nullable(moment) }), MAX_LISTED),
});

const finishedRun = object(
  { state: text(40) },
  {
    receipt_id: nullable(id),
    cleared_at: nullable(moment),
    failure: nullable(sentence),
    error_output: nullable(sentence),
  },
);
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

type AnswerOf<Read extends Reader<unknown>> = ReturnType<Read> & { [member: string]: unknown };

/** What "Audited" says of a version, in the market's words: whoever shows it must expect anything in it. */
interface AuditMark {
  /** Every file was read (full), or what differs from `base_version`. */
  scope: "full" | "reduced" | "patch";
  base_version: string | null;
  /** The version that was read, where this one is a patch of it that nobody has read. */
  carried_from: string | null;
  sealed_at: string;
  verifier_name: string;
  verifier_address: string;
  /** The files were not public when they were read; left out by a market of before that was told. */
  confidential?: boolean;
}

/** A row of a search, as `GET /v1/agent/search` describes it; members not named here are there too. */
export type FoundSkill = AnswerOf<typeof foundSkill> & {
  audit?: AuditMark | null;
  /** What only its author says of it, and nobody has checked. */
  declared?: { allowed_tools?: readonly string[]; compatibility?: string | null; [member: string]: unknown };
};
/** What a set gives now, as `GET /v1/sets/{name}` describes it. */
export type SkillSet = AnswerOf<typeof skillSet>;
/** What a call takes and gives, as `GET /v1/agent/skills/{id}/schema` describes it. */
export type CallSchema = AnswerOf<typeof callSchema>;
/** A skill of one's own, with what was uploaded of it last, whatever became of that. */
export type OwnSkill = AnswerOf<typeof ownSkill>;
export type UploadedPackage = Pick<OwnSkill, keyof typeof UPLOADED>;
/** A page of a market's log, as `GET /v1/log/entries` describes it; `next` is where the next begins, null for the last. */
export type LogPage = ReturnType<typeof logPage>;
/** What a market says of an installed copy, as `POST /v1/verdicts` describes it. */
export type CopyVerdict = AnswerOf<typeof verdict>;
/** What became of the vetting of a publication. `page_url`: where the owner reads the findings and appeals; null for a draft. */
export type VettingAnswer = AnswerOf<typeof vettingAnswer>;
export type VettingFinding = VettingAnswer["findings"][number];
