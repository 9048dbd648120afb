import { createHmac, randomBytes } from "node:crypto";
import { IN_TOTO_PAYLOAD_TYPE, preAuthEncoding } from "@/lib/attestation/dsse";
import { assertMayAudit } from "@/lib/audits/assert-may-audit";
import {
  AUDIT_POLICY,
  AUDIT_PREDICATE_TYPE,
  STATEMENT_TYPE,
  type AuditStatement,
  type Verdict,
} from "@/lib/audits/audit-statement";
import { findAuditPayload } from "@/lib/audits/repository";
import { coveredDigest } from "@/lib/audits/review/covered-files";
import { findCover, type Cover } from "@/lib/audits/review/find-cover";
import { readFindingsDocument } from "@/lib/audits/review/decide-finding";
import { digestOfFindings } from "@/lib/audits/review/reviewed-findings";
import { database } from "@/lib/db/client";
import { sha256Digest } from "@/lib/kernel/digest";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { isSameSecret } from "@/lib/kernel/is-same-secret";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";

const NONCE_BYTES = 16;
const PURPOSE = "emporion prepared audit v1";

export interface AuditRequest {
  accountId: string;
  versionId: string;
  verdict: Verdict;
  note: string | null;
  validityDays: number;
  genesisHash: string;
  /** Secret of this installation, with which it recognises its own preparations. */
  secret: string;
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
    ticket: ticketFor(payload, request.secret),
    message: preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, Buffer.from(payload)).toString("base64"),
  };
}

/** How much is read, and against what, as a statement says it. */
export async function readExtent({
  scope,
  base,
}: Cover): Promise<Pick<AuditStatement["predicate"], "scope" | "base">> {
  if (scope === "full" || base === null) return { scope };
  const { version, packageDigest, auditId } = base;
  const statementDigest = sha256Digest(await findAuditPayload(database(), auditId));
  return { scope, base: { version, packageDigest, statementDigest } };
}

/** The files that a seal covers, as a statement counts them. */
export const countCovered = ({ covered }: Cover) => ({
  count: covered.length,
  digest: coveredDigest(covered),
});

/** What was read against a seal says nothing once that one has ended. */
function endOf({ scope, base }: Cover, end: Date): Date {
  return scope !== "full" && base !== null && base.expiresAt < end ? base.expiresAt : end;
}

function ticketFor(payload: string, secret: string): string {
  return createHmac("sha256", secret).update(`${PURPOSE}\0${payload}`).digest("base64url");
}

/** True when `payload` is, to the byte, a text that this installation prepared. */
export function isPrepared(payload: string, ticket: string, secret: string): boolean {
  return isSameSecret(ticket, ticketFor(payload, secret));
}
