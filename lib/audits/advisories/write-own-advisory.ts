import { randomBytes } from "node:crypto";
import { findAdvisoryId, getAdvisoryAuthor } from "@/lib/advisories/read-advisories";
import type { AdvisorySeverity } from "@/lib/advisories/kinds";
import { withdrawAdvisory, writeAdvisory } from "@/lib/advisories/write-advisory";
import { findAuditSubject } from "@/lib/audits/audits-repository";
import {
  ADVISORY_PREDICATE_TYPE,
  MAX_ADVISED_VERSIONS,
  MAX_DETAILS_CHARACTERS,
  MAX_SUMMARY_CHARACTERS,
  MAX_WHAT_TO_DO_CHARACTERS,
  parseAdvisoryStatement,
  type AdvisoryStatement,
} from "@/lib/audits/advisories/advisory-statement";
import { listReviewed, type ReviewedRow } from "@/lib/audits/advisories/advisories-repository";
import { refuseToAdvise, type AdvisedFacts, type AdviseRefusal } from "@/lib/audits/advisories/may-advise";
import { STATEMENT_TYPE } from "@/lib/audits/audit-statement";
import { isOwnWork, verifierRequired } from "@/lib/audits/verifiers";
import { findVerifierOfAccount, lockEnrolled, type VerifierRow } from "@/lib/audits/verifiers-repository";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { Actor } from "@/lib/identity/actor";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { assertMayDecide } from "@/lib/identity/decided-by";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { isSameSecret, sha256Digest } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { readReason, readText } from "@/lib/kernel/read-reason";
import {
  IN_TOTO_PAYLOAD_TYPE,
  openEnvelope,
  preAuthEncoding,
  sealEnvelope,
} from "@/lib/log/attestation/dsse";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { env } from "@/lib/platform/config/env";
import { ownToken } from "@/lib/platform/config/own-token";
import { findSkill } from "@/lib/registry/find-skill";
import { noSuchVersion } from "@/lib/registry/versions/find-version";

const NONCE_BYTES = 16;
const PURPOSE = "emporion prepared advisory v1";
/** How long a prepared statement may wait for its signature. */
const MAX_PREPARATION_AGE_MS = 15 * 60_000;

export interface WrittenAdvisory {
  accountId: string;
  /** Name or id. */
  skill: string;
  /** Numbers. */
  versions: readonly string[];
  severity: AdvisorySeverity;
  /** One line. */
  summary: string;
  details: string;
  whatToDo: string;
}

export interface PreparedAdvisory {
  /** The statement, canonical JSON: the exact text shown and signed. */
  payload: string;
  /** Proof that this installation prepared the text; comes back with the signature. */
  ticket: string;
  /** Base64 of the bytes the wallet signs. */
  message: string;
}

/**
 * The exact statement that a verifier would sign of an advisory, prepared but not recorded. Throws VERIFIER_REQUIRED,
 * SKILL_NOT_FOUND, VERSION_NOT_FOUND, AUDIT_NOT_ALLOWED for their own work, PERMISSION_DENIED for a version that they
 * have neither an audit of that stands nor reserved, and REQUEST_INVALID for words that are missing or too long.
 */
export async function prepareAdvisory(
  written: WrittenAdvisory,
  clock: Clock = systemClock,
): Promise<PreparedAdvisory> {
  const summary = readText(written.summary, { name: "summary", maxCharacters: MAX_SUMMARY_CHARACTERS });
  if (summary.includes("\n")) throw new DomainError("REQUEST_INVALID", "Write the summary in one line.");
  const details = readText(written.details, { name: "details", maxCharacters: MAX_DETAILS_CHARACTERS });
  const whatToDo = readText(written.whatToDo, {
    name: "what_to_do",
    maxCharacters: MAX_WHAT_TO_DO_CHARACTERS,
  });
  const now = clock.now();
  const skill = await findSkill(database(), written.skill);
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${written.skill}".`);
  const { accountId, versions, severity } = written;
  const asked = { accountId, skillId: skill.id, versions: [...new Set(versions)] };
  const { verifier, rows } = await assertMayAdvise(database(), asked, now);
  const statement: AdvisoryStatement = {
    _type: STATEMENT_TYPE,
    subject: rows.map(subjectOf),
    predicateType: ADVISORY_PREDICATE_TYPE,
    predicate: {
      severity,
      summary,
      details,
      whatToDo,
      verifier: verifier.address,
      market: env().APP_URL,
      nonce: randomBytes(NONCE_BYTES).toString("hex"),
      issuedAt: now.toISOString(),
    },
  };
  const payload = toCanonicalJson(statement);
  return {
    payload,
    ticket: ownToken(PURPOSE, payload),
    message: preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, Buffer.from(payload)).toString("base64"),
  };
}

const subjectOf = ({ slug, version, packageDigest }: ReviewedRow): AdvisoryStatement["subject"][number] => ({
  name: `skill/${slug}@${version}`,
  digest: { sha256: packageDigest.replace("sha256:", "") },
});

interface Asked {
  accountId: string;
  skillId: string;
  versions: readonly string[];
}

async function assertMayAdvise(
  db: Database,
  { accountId, skillId, versions }: Asked,
  now: Date,
): Promise<{ verifier: VerifierRow; rows: ReviewedRow[] }> {
  if (versions.length > MAX_ADVISED_VERSIONS)
    throw new DomainError("REQUEST_INVALID", `Name at most ${MAX_ADVISED_VERSIONS} versions.`);
  const verifier = await findVerifierOfAccount(db, accountId);
  const rows = await listReviewed(db, { accountId, skillId, versions, now });
  const facts: AdvisedFacts[] = [];
  for (const { versionId, hasAudit, hasReserved } of rows) {
    const subject = await findAuditSubject(db, versionId);
    const ownWork = verifier !== null && subject !== null && isOwnWork(verifier, subject);
    // An advisory is for everybody to read: it names nothing that is private.
    const published = subject !== null && subject.published && subject.access !== "private";
    facts.push({ published, ownWork, hasAudit, hasReserved });
  }
  const isComplete = rows.length === versions.length;
  const refusal = refuseToAdvise(verifier !== null, isComplete ? facts : []);
  if (refusal !== null || verifier === null) throw refused(refusal ?? "no-verifier");
  return { verifier, rows };
}

function refused(refusal: AdviseRefusal): DomainError {
  switch (refusal) {
    case "no-verifier":
      return verifierRequired();
    case "no-version":
      return noSuchVersion();
    case "own-work":
      return new DomainError("AUDIT_NOT_ALLOWED", "Nobody writes an advisory about their own skill.");
    case "not-reviewed":
      return new DomainError(
        "PERMISSION_DENIED",
        "Only about versions that you have audited, as long as your audit stands, or have reserved.",
      );
  }
}

export interface SignedStatement {
  accountId: string;
  payload: string;
  ticket: string;
  /** The wallet's signature over the DSSE encoding of `payload`, 64 bytes. */
  signature: Uint8Array;
}

/**
 * Records an advisory: the statement this installation prepared, signed by the verifier's wallet. It is written with its
 * entry in the log, and the owner of the skill is told. Throws AUDIT_STATEMENT_MISMATCH, AUDIT_SIGNATURE_INVALID,
 * SIGNATURE_ALREADY_USED for one that was recorded before, and what `prepareAdvisory` throws.
 */
export async function signAdvisory(
  { accountId, payload, ticket, signature }: SignedStatement,
  clock: Clock = systemClock,
): Promise<{ id: string }> {
  const statement = readPrepared(payload, ticket, clock.now());
  const cause = { kind: "verifier-finding", causeId: sha256Digest(payload) } as const;
  if ((await findAdvisoryId(cause)) !== null) throw alreadyRecorded();
  await inTransaction(async (db) => {
    await shareLockAccount(db, accountId);
    const now = clock.now();
    const { slug, versions } = namedIn(statement);
    const skill = await findSkill(db, slug);
    const asked = { accountId, skillId: skill?.id ?? "", versions };
    const { verifier, rows } = await assertMayAdvise(db, asked, now);
    if (!(await lockEnrolled(db, verifier.id))) throw verifierRequired();
    if (toCanonicalJson(rows.map(subjectOf)) !== toCanonicalJson(statement.subject))
      throw mismatch("changed");
    const envelope = sealEnvelope(Buffer.from(payload), {
      payloadType: IN_TOTO_PAYLOAD_TYPE,
      signature,
      keyId: verifier.address,
    });
    const asSigned = { payloadType: IN_TOTO_PAYLOAD_TYPE, publicKey: verifier.address };
    const { severity, summary, details, whatToDo, nonce } = statement.predicate;
    if (statement.predicate.verifier !== verifier.address || openEnvelope(envelope, asSigned) === null)
      throw new DomainError(
        "AUDIT_SIGNATURE_INVALID",
        "The signature is not this verifier's over this statement.",
      );
    const about = { versionIds: rows.map(({ versionId }) => versionId) };
    const words = { severity, summary, details, whatToDo, reason: summary };
    const signed = { verifier: verifier.address, accountId, statement: envelope, nonce };
    await writeAdvisory(db, { ...cause, about, ...words, ...signed }, now);
    const path = `/skills/${slug}/security#advisories`;
    const news = { kind: "advisory-published", name: slug, reason: summary, path } as const;
    await mailNews(db, news, { of: { skillId: asked.skillId }, actor: accountId, now });
  });
  const id = await findAdvisoryId(cause);
  if (id === null) throw new Error("an advisory that was written is there");
  return { id };
}

const alreadyRecorded = () =>
  new DomainError("SIGNATURE_ALREADY_USED", "This statement has already been signed and recorded.");

const mismatch = (reason: string) =>
  new DomainError(
    "AUDIT_STATEMENT_MISMATCH",
    "This is not the statement that was prepared, or what it names has changed. Prepare it again.",
    { details: { reason } },
  );

/** The statement in what was signed, if this installation prepared it a moment ago. */
function readPrepared(payload: string, ticket: string, now: Date): AdvisoryStatement {
  const statement = isSameSecret(ticket, ownToken(PURPOSE, payload)) ? parseAdvisoryStatement(payload) : null;
  if (statement === null) throw mismatch("not_prepared");
  if (now.getTime() - Date.parse(statement.predicate.issuedAt) > MAX_PREPARATION_AGE_MS)
    throw mismatch("too_old");
  return statement;
}

/** The skill and versions that a statement names. */
function namedIn({ subject }: AdvisoryStatement): { slug: string; versions: string[] } {
  const names = subject.map(({ name }) => name.replace("skill/", "").split("@"));
  return { slug: names[0]?.[0] ?? "", versions: names.map(([, version = ""]) => version) };
}

/**
 * Withdraws what a verifier wrote: they themselves, enrolled or not, or an administrator, with a reason for everybody to
 * read. What the market wrote is withdrawn only with its cause. Doing it again changes nothing. Throws
 * ADVISORY_NOT_FOUND, PERMISSION_DENIED, DECISION_NOT_ALLOWED for an administrator's own skill, and REQUEST_INVALID
 * without a reason.
 */
export async function withdrawOwnAdvisory(
  actor: Pick<Actor, "accountId" | "role">,
  { id, reason: given }: { id: string; reason: string },
): Promise<void> {
  const reason = readReason(given);
  const { kind, causeId, accountId, skillId } = await getAdvisoryAuthor(id);
  const isOwn = accountId !== null && accountId === actor.accountId;
  if (kind !== "verifier-finding" || (!isOwn && actor.role !== "administrator"))
    throw new DomainError(
      "PERMISSION_DENIED",
      "Only the verifier who wrote an advisory, or an administrator, can withdraw it; the market's own end with their cause.",
    );
  await inTransaction(async (db) => {
    if (!isOwn && skillId !== null) await assertMayDecide(db, actor, skillId);
    await withdrawAdvisory(db, { kind, causeId }, reason, systemClock.now());
  });
}
