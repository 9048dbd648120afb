import { randomBytes } from "node:crypto";
import { IN_TOTO_PAYLOAD_TYPE, preAuthEncoding, sealEnvelope } from "@/lib/log/attestation/dsse";
import { assertMayAudit, assertMayRead, assertNotOwnWork, verifierRequired } from "@/lib/audits/verifiers";
import {
  AUDIT_POLICY,
  AUDIT_PREDICATE_TYPE,
  STATEMENT_TYPE,
  type AuditStatement,
  type Verdict,
  parseStatement,
  verifySeal,
} from "@/lib/audits/audit-statement";
import {
  findAuditPayload,
  findAuditSubject,
  insertAudit,
  type AuditSubject,
  findRevocable,
  setAuditRevoked,
} from "@/lib/audits/audits-repository";
import { coveredDigest } from "@/lib/audits/review/covered-files";
import { findCover, type Cover } from "@/lib/audits/audit-duty";
import { readFindingsDocument } from "@/lib/audits/review/review";
import { digestOfFindings } from "@/lib/audits/review/reviewed-findings";
import { database, type Database } from "@/lib/db/client";
import { sha256Digest, isSameSecret } from "@/lib/kernel/digest";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { getReview } from "@/lib/audits/review/get-review";
import { deleteAuditRequest } from "@/lib/audits/queue-repository";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { openSignedChallenge } from "@/lib/audits/challenges";
import { lockEnrolled, type VerifierRow } from "@/lib/audits/verifiers-repository";
import { deleteReservation } from "@/lib/audits/review/review-repository";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { writeAdvisory } from "@/lib/advisories/write-advisory";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { newId } from "@/lib/kernel/ids";
import { ownToken } from "@/lib/platform/config/own-token";
import { readReason } from "@/lib/kernel/read-reason";

const NONCE_BYTES = 16;
const PURPOSE = "emporion prepared audit v1";

export interface AuditRequest {
  accountId: string;
  versionId: string;
  verdict: Verdict;
  note: string | null;
  validityDays: number;
  genesisHash: string;
  /** What is signed with a seal of what was done; left out where nobody has reviewed it on a page. */
  checklist?: AuditStatement["predicate"]["checklist"];
}

export interface PreparedAudit {
  /** The statement, canonical JSON: the exact text shown and signed. */
  payload: string;
  /** Proof that this installation prepared the text; comes back with the signature. */
  ticket: string;
  /** Base64 of the bytes the wallet signs. */
  message: string;
}

/**
 * The statement a verifier would sign after a review: a seal only when nothing on the checklist is open; asking for
 * changes and challenging at any time. Throws REVIEW_INCOMPLETE with the open items, and what `prepareAudit` throws.
 */
export async function prepareReviewedAudit(request: AuditRequest): Promise<PreparedAudit> {
  if (request.verdict === "seal") {
    const { checklist, sealable } = await getReview(request.accountId, request.versionId, {
      clock: systemClock,
    });
    if (!sealable) {
      const open = checklist.filter(({ state }) => state === "open" || state === "bad");
      const items = open.map(({ item }) => item);
      throw new DomainError(
        "REVIEW_INCOMPLETE",
        `A seal cannot be signed while items of the checklist are open: ${items.join(", ")}.`,
        { details: { items } },
      );
    }
    const of = (byHand: boolean) =>
      checklist.filter((each) => each.byHand === byHand).map(({ item }) => item);
    return prepareAudit({ ...request, checklist: { verifier: of(true), market: of(false) } });
  }
  return prepareAudit(request);
}

/**
 * The exact statement a verifier would sign over a version, prepared but not recorded. Throws VERIFIER_REQUIRED,
 * AUDIT_NOT_ALLOWED or VERSION_NOT_FOUND, and REQUEST_INVALID for a challenge without a note.
 */
export async function prepareAudit(
  request: AuditRequest,
  clock: Clock = systemClock,
): Promise<PreparedAudit> {
  const { verifier, subject } = await assertMayAudit(request.accountId, request.versionId);
  // Whoever decides about it, and whoever reads of it, must be able to see it for themselves.
  if (request.verdict === "challenge" && (request.note ?? "").trim() === "")
    throw new DomainError("REQUEST_INVALID", "Say in the note what is wrong and how anyone can see it.", {
      details: { errors: [{ pointer: "#/note", detail: "required for a challenge" }] },
    });
  const now = clock.now();
  const { vettingReport } = subject;
  const findings = await readFindingsDocument(subject.versionId, { verifierId: verifier.id, vettingReport });
  const cover = await findCover(database(), subject.versionId, now);
  const isSeal = request.verdict === "seal";
  const statement: AuditStatement = {
    _type: STATEMENT_TYPE,
    subject: [
      {
        name: `skill/${subject.slug}@${subject.version}`,
        digest: { sha256: subject.packageDigest.replace("sha256:", "") },
      },
    ],
    predicateType: AUDIT_PREDICATE_TYPE,
    predicate: {
      verdict: request.verdict,
      ...(await readExtent(cover)),
      ...(isSeal ? { coveredFiles: countCovered(cover) } : {}),
      ...(isSeal && request.checklist ? { checklist: request.checklist } : {}),
      verifier: verifier.address,
      policy: AUDIT_POLICY,
      vettingReport,
      findingsDigest: digestOfFindings(findings),
      ...(isConfidential(subject) ? { confidential: true as const } : {}),
      ...(subject.executablesDigest === null ? {} : { executablesDigest: subject.executablesDigest }),
      note: request.note,
      genesisHash: request.genesisHash,
      nonce: randomBytes(NONCE_BYTES).toString("hex"),
      issuedAt: now.toISOString(),
      expiresAt: endOf(cover, new Date(now.getTime() + request.validityDays * DAY_MS)).toISOString(),
    },
  };
  const payload = toCanonicalJson(statement);
  return {
    payload,
    ticket: ownToken(PURPOSE, payload),
    message: preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, Buffer.from(payload)).toString("base64"),
  };
}

/** What was read was not everybody's to read. */
const isConfidential = ({ access }: Pick<AuditSubject, "access">) => access !== "public";

/** How much is read, and against what, as a statement says it. */
async function readExtent({
  scope,
  base,
}: Cover): Promise<Pick<AuditStatement["predicate"], "scope" | "base">> {
  if (scope === "full" || base === null) return { scope };
  const { version, packageDigest, auditId } = base;
  const statementDigest = sha256Digest(await findAuditPayload(database(), auditId));
  return { scope, base: { version, packageDigest, statementDigest } };
}

/** The files that a seal covers, as a statement counts them. */
const countCovered = ({ covered }: Cover) => ({
  count: covered.length,
  digest: coveredDigest(covered),
});

/** What was read against a seal says nothing once that one has ended. */
function endOf({ scope, base }: Cover, end: Date): Date {
  return scope !== "full" && base !== null && base.expiresAt < end ? base.expiresAt : end;
}

/** How long a prepared statement may wait for its signature. */
const MAX_PREPARATION_AGE_MS = 15 * 60_000;

export interface SignedAudit {
  accountId: string;
  versionId: string;
  payload: string;
  ticket: string;
  /** The wallet's signature over the DSSE encoding of `payload`, 64 bytes. */
  signature: Uint8Array;
}

/**
 * Records an audit: the statement this installation prepared, signed by the verifier's wallet over this very package.
 * From here on the version's audit state follows (`audit-state-sql.ts`); no column says it. The walk, from the page to
 * the log:
 *
 * 1. `prepareReviewedAudit`: nothing of the checklist is open, and `prepareAudit` writes the text to be signed.
 * 2. The wallet signs it, in the browser.
 * 3. `assertMayAudit`: the verifier is enrolled, and the skill is not their own.
 * 4. `readPrepared`, `readSignedFindings`, `readSignedBase`: the text is the one that was prepared, and what it says of
 *    findings and of seals below it is still so.
 * 5. `sealSigned`: the signature is the verifier's over this package; both go into an envelope.
 * 6. `recordSigned`: the audit is written, in one transaction with all that follows from it.
 * 7. `recordAuditEvent`: the same transaction ends with its entry in the public log.
 *
 * Throws AUDIT_STATEMENT_MISMATCH, AUDIT_SIGNATURE_INVALID, SIGNATURE_ALREADY_USED, what `assertMayAudit` throws, and
 * AUTH_FAILED for an account that was closed meanwhile.
 */
export async function signAudit(
  signed: SignedAudit,
  clock: Clock = systemClock,
): Promise<{ auditId: string; challengeId: string | null }> {
  const now = clock.now();
  const { verifier, subject } = await assertMayAudit(signed.accountId, signed.versionId);
  const statement = readPrepared(signed, { verifier, subject, now });
  const findings = await readSignedFindings(statement, { verifier, subject });
  const restsOn = await readSignedBase(statement, subject.versionId, now);
  const envelope = sealSigned(signed, { verifier, subject, now });
  const audit = { id: newId("aud"), payload: signed.payload, statement, envelope, findings, restsOn };
  try {
    const challengeId = await inTransaction((db) =>
      recordSigned(db, audit, { verifier, subject, now: clock.now() }),
    );
    return { auditId: audit.id, challengeId };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError("SIGNATURE_ALREADY_USED", "This statement has already been signed and recorded.");
  }
}

/** The statement in what was signed, if this installation prepared it for this verifier and version a moment ago. */
function readPrepared(
  { payload, ticket }: SignedAudit,
  { verifier, subject, now }: { verifier: VerifierRow; subject: AuditSubject; now: Date },
): AuditStatement {
  const statement = isSameSecret(ticket, ownToken(PURPOSE, payload)) ? parseStatement(payload) : null;
  const fresh =
    statement && now.getTime() - Date.parse(statement.predicate.issuedAt) <= MAX_PREPARATION_AGE_MS;
  const same =
    statement &&
    statement.subject[0].name === `skill/${subject.slug}@${subject.version}` &&
    statement.predicate.verifier === verifier.address &&
    (statement.predicate.confidential === true) === isConfidential(subject);
  if (statement && fresh && same) return statement;
  throw new DomainError(
    "AUDIT_STATEMENT_MISMATCH",
    "This is not the statement that was prepared. Open the version again.",
    {
      details: { reason: statement && same ? "too_old" : "not_prepared" },
    },
  );
}

/** The decisions whose digest was signed; they may have changed since the statement was shown. */
async function readSignedFindings(
  { predicate }: AuditStatement,
  { verifier, subject }: { verifier: VerifierRow; subject: AuditSubject },
): Promise<string> {
  const { vettingReport } = predicate;
  const findings = await readFindingsDocument(subject.versionId, { verifierId: verifier.id, vettingReport });
  if (digestOfFindings(findings) === predicate.findingsDigest) return findings;
  throw new DomainError(
    "AUDIT_STATEMENT_MISMATCH",
    "The findings have been decided otherwise since. Show the statement again.",
    { details: { reason: "findings_changed" } },
  );
}

/**
 * The seals that the audit rests on, by their ids: it says that a difference was read against this version, and which
 * files that is. What is sealed may have changed since the statement was shown.
 */
async function readSignedBase(
  { predicate }: AuditStatement,
  versionId: string,
  now: Date,
): Promise<string[]> {
  const cover = await findCover(database(), versionId, now);
  const { scope, base, coveredFiles } = predicate;
  const expected = {
    ...(await readExtent(cover)),
    ...(coveredFiles === undefined ? {} : { coveredFiles: countCovered(cover) }),
  };
  const said = { scope, ...(base && { base }), ...(coveredFiles && { coveredFiles }) };
  if (toCanonicalJson(said) === toCanonicalJson(expected))
    return base === undefined || cover.base === null ? [] : [cover.base.auditId, ...cover.base.restsOn];
  throw new DomainError(
    "AUDIT_STATEMENT_MISMATCH",
    "What a seal of this version covers has changed since. Show the statement again.",
    { details: { reason: "scope_changed" } },
  );
}

/** The envelope of a statement with this verifier's signature over this very package. */
function sealSigned(
  { payload, signature }: SignedAudit,
  { verifier, subject, now }: { verifier: VerifierRow; subject: AuditSubject; now: Date },
) {
  const envelope = sealEnvelope(Buffer.from(payload), {
    payloadType: IN_TOTO_PAYLOAD_TYPE,
    signature,
    keyId: verifier.address,
  });
  const { packageDigest, executablesDigest } = subject;
  const expected = { verifierAddress: verifier.address, packageDigest, executablesDigest, now };
  const verdict = verifySeal(envelope, expected);
  if (verdict.ok) return envelope;
  throw new DomainError(
    "AUDIT_SIGNATURE_INVALID",
    "The signature is not this verifier's over this statement.",
    { details: { reason: verdict.reason } },
  );
}

interface CheckedAudit {
  id: string;
  payload: string;
  statement: AuditStatement;
  envelope: ReturnType<typeof sealEnvelope>;
  findings: string;
  /** Ids of the seals below it. */
  restsOn: string[];
}

/**
 * Writes an audit with all that follows from it: a request for one is answered, and the verifier's reservation ends. A
 * challenge is opened for an administrator to decide, of an Optimistic or Audited version; its id, or null.
 */
async function recordSigned(
  db: Database,
  { id: auditId, payload, statement, envelope, findings, restsOn }: CheckedAudit,
  { verifier, subject, now }: { verifier: VerifierRow; subject: AuditSubject; now: Date },
): Promise<string | null> {
  await shareLockAccount(db, verifier.accountId);
  await assertStillMayAudit(db, verifier, subject.versionId);
  await insertAudit(db, {
    id: auditId,
    versionId: subject.versionId,
    verifierId: verifier.id,
    packageDigest: subject.packageDigest,
    payload,
    envelope: { ...envelope },
    signature: envelope.signatures[0]?.sig ?? "",
    findings,
    restsOn,
    ...columns(statement),
  });
  await deleteAuditRequest(db, subject.versionId);
  await deleteReservation(db, { versionId: subject.versionId, verifierId: verifier.id });
  await recordAuditEvent(db, signedEvent(auditId, payload, { subject, statement }), now);
  const { verdict, note } = statement.predicate;
  if (verdict !== "challenge" || note === null) return null;
  return openSignedChallenge(db, { auditId, accountId: verifier.accountId, subject, note }, now);
}

/**
 * The verifier, whose account is locked, may have been struck off, or have taken the skill over, or lost the right to
 * read it, since it was asked.
 */
async function assertStillMayAudit(db: Database, verifier: VerifierRow, versionId: string): Promise<void> {
  if (!(await lockEnrolled(db, verifier.id))) throw verifierRequired();
  const subject = await findAuditSubject(db, versionId);
  if (!subject) return;
  await assertMayRead(db, verifier.accountId, subject);
  assertNotOwnWork(verifier, subject);
}

function signedEvent(
  auditId: string,
  payload: string,
  { subject, statement: { predicate } }: { subject: AuditSubject; statement: AuditStatement },
) {
  const { verdict, scope, base, verifier, expiresAt } = predicate;
  return {
    kind: "audit:signed" as const,
    event: `version:${verdict === "seal" ? "sealed" : verdict}`,
    subjectId: subject.versionId,
    actor: verifier,
    data: {
      auditId,
      slug: subject.slug,
      version: subject.version,
      packageDigest: subject.packageDigest,
      verdict,
      scope,
      ...(base && { baseVersion: base.version, baseStatementDigest: base.statementDigest }),
      verifier,
      expiresAt,
      statementDigest: sha256Digest(payload),
    },
  };
}

function columns({ predicate }: AuditStatement) {
  const { verdict, scope, nonce, note, issuedAt, expiresAt, confidential = false } = predicate;
  return {
    verdict,
    scope,
    nonce,
    note,
    confidential,
    issuedAt: new Date(issuedAt),
    expiresAt: new Date(expiresAt),
  };
}

/**
 * The verifier takes an audit back: from this moment it counts for nothing, on its version and on every patch that
 * carries it. The statement stays on record. Revoking again changes nothing. Throws AUDIT_NOT_FOUND, PERMISSION_DENIED
 * for anybody but the verifier who signed (also one who is no longer enrolled may), REQUEST_INVALID without a reason.
 */
export async function revokeAudit({
  accountId,
  auditId,
  reason: given,
}: {
  accountId: string;
  auditId: string;
  reason: string;
}): Promise<void> {
  const reason = readReason(given);
  const audit = await findRevocable(database(), auditId);
  if (!audit) throw new DomainError("AUDIT_NOT_FOUND", "There is no audit with this id.");
  if (audit.verifier.accountId !== accountId)
    throw new DomainError("PERMISSION_DENIED", "Only the verifier who signed an audit can revoke it.");
  const now = systemClock.now();
  await inTransaction(async (db) => {
    if (!(await setAuditRevoked(db, auditId, { at: now, reason }))) return;
    const { version, packageDigest, skill } = audit.version;
    await recordAuditEvent(
      db,
      {
        kind: "audit:revoked",
        subjectId: audit.versionId,
        actor: audit.verifier.address,
        data: { auditId, slug: skill.slug, version, packageDigest, verifier: audit.verifier.address, reason },
      },
      now,
    );
    if (audit.verdict !== "seal") return;
    const about = { versionIds: [audit.versionId], withPatches: true };
    await writeAdvisory(db, { kind: "seal-revoked", causeId: auditId, about, reason }, now);
  });
}
