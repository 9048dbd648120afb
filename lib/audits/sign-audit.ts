import { IN_TOTO_PAYLOAD_TYPE, sealEnvelope } from "@/lib/attestation/dsse";
import { clearAuditAsked } from "@/lib/audits/queue/queue-repository";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { assertMayAudit, assertNotOwnWork, verifierRequired } from "@/lib/audits/assert-may-audit";
import type { AuditStatement } from "@/lib/audits/audit-statement";
import { openSignedChallenge } from "@/lib/audits/challenges/open-signed-challenge";
import { countCovered, isPrepared, readExtent } from "@/lib/audits/prepare-audit";
import { findAuditSubject, insertAudit, type AuditSubject } from "@/lib/audits/repository";
import { holdEnrolled, type VerifierRow } from "@/lib/audits/verifiers/verifiers-repository";
import { parseStatement, verifySeal } from "@/lib/audits/seals/verify-seal";
import { findCover } from "@/lib/audits/review/find-cover";
import { readFindingsDocument } from "@/lib/audits/review/decide-finding";
import { deleteClaim } from "@/lib/audits/review/repository";
import { digestOfFindings } from "@/lib/audits/review/reviewed-findings";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { sha256Digest } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import { newId } from "@/lib/kernel/ids";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";

/** How long a prepared statement may wait for its signature. */
const MAX_PREPARATION_AGE_MS = 15 * 60_000;

export interface SignedAudit {
  accountId: string;
  versionId: string;
  payload: string;
  ticket: string;
  /** The wallet's signature over the DSSE encoding of `payload`, 64 bytes. */
  signature: Uint8Array;
  secret: string;
}

/**
 * Records an audit: the statement this installation prepared, signed by the verifier's wallet over this very package.
 * From here on the version's audit state follows; no column says it. A request for an audit is answered with it, and
 * the verifier's reservation ends. A challenge of an Optimistic or Audited version is opened with it, for an
 * administrator to decide. Throws AUDIT_STATEMENT_MISMATCH, AUDIT_SIGNATURE_INVALID, SIGNATURE_ALREADY_USED, what
 * `assertMayAudit` throws, and AUTH_FAILED for an account that was closed meanwhile.
 */
export async function signAudit(
  signed: SignedAudit,
  clock: Clock = systemClock,
): Promise<{ auditId: string; challengeId: string | null }> {
  const { verifier, subject } = await assertMayAudit(signed.accountId, signed.versionId);
  const statement = readPrepared(signed, { verifier, subject, now: clock.now() });
  const findings = await readSignedFindings(statement, { verifier, subject });
  const restsOn = await readSignedBase(statement, subject.versionId, clock.now());
  const envelope = sealEnvelope(Buffer.from(signed.payload), {
    payloadType: IN_TOTO_PAYLOAD_TYPE,
    signature: signed.signature,
    keyId: verifier.address,
  });
  const expected = {
    verifierAddress: verifier.address,
    packageDigest: subject.packageDigest,
    executablesDigest: subject.executablesDigest,
    now: clock.now(),
  };
  const verdict = verifySeal(envelope, expected);
  if (!verdict.ok) {
    throw new DomainError(
      "AUDIT_SIGNATURE_INVALID",
      "The signature is not this verifier's over this statement.",
      {
        details: { reason: verdict.reason },
      },
    );
  }
  const auditId = newId("aud");
  const { verdict: judgement, note } = statement.predicate;
  try {
    const challengeId = await inTransaction(async (db) => {
      await shareLockAccount(db, verifier.accountId);
      await assertStillMayAudit(db, verifier, subject.versionId);
      await insertAudit(db, {
        id: auditId,
        versionId: subject.versionId,
        verifierId: verifier.id,
        packageDigest: subject.packageDigest,
        payload: signed.payload,
        envelope: { ...envelope },
        signature: envelope.signatures[0]?.sig ?? "",
        findings,
        restsOn,
        ...columns(statement),
      });
      await clearAuditAsked(db, subject.versionId);
      await deleteClaim(db, { versionId: subject.versionId, verifierId: verifier.id });
      await recordAuditEvent(db, signedEvent(auditId, signed.payload, { subject, statement }), clock.now());
      if (judgement !== "challenge" || note === null) return null;
      return openSignedChallenge(db, { auditId, accountId: verifier.accountId, subject, note }, clock.now());
    });
    return { auditId, challengeId };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError("SIGNATURE_ALREADY_USED", "This statement has already been signed and recorded.");
  }
}

/** The verifier, whose account is held, may have been struck off, or have taken the skill over, since it was asked. */
async function assertStillMayAudit(db: Database, verifier: VerifierRow, versionId: string): Promise<void> {
  if (!(await holdEnrolled(db, verifier.id))) throw verifierRequired();
  const subject = await findAuditSubject(db, versionId);
  if (subject) assertNotOwnWork(verifier, subject);
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

function readPrepared(
  { payload, ticket, secret }: SignedAudit,
  { verifier, subject, now }: { verifier: VerifierRow; subject: AuditSubject; now: Date },
): AuditStatement {
  const statement = isPrepared(payload, ticket, secret) ? parseStatement(payload) : null;
  const fresh =
    statement && now.getTime() - Date.parse(statement.predicate.issuedAt) <= MAX_PREPARATION_AGE_MS;
  const same =
    statement &&
    statement.subject[0].name === `skill/${subject.slug}@${subject.version}` &&
    statement.predicate.verifier === verifier.address;
  if (statement && fresh && same) return statement;
  throw new DomainError(
    "AUDIT_STATEMENT_MISMATCH",
    "This is not the statement that was prepared. Open the version again.",
    {
      details: { reason: statement && same ? "too_old" : "not_prepared" },
    },
  );
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
  const { verdict, scope, nonce, note, issuedAt, expiresAt } = predicate;
  return { verdict, scope, nonce, note, issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) };
}
