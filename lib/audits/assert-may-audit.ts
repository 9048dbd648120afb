import { findAuditSubject, type AuditSubject } from "@/lib/audits/repository";
import { findVerifierOfAccount, type VerifierRow } from "@/lib/audits/verifiers/verifiers-repository";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

/**
 * Pure part of the rule: nobody seals what they publish or published, or are paid for, and no key what its own
 * account publishes.
 */
export function isOwnWork(
  verifier: Pick<VerifierRow, "accountId" | "address">,
  subject: Pick<AuditSubject, "owners" | "ownerWallets" | "payeeAddress" | "payeeId">,
): boolean {
  const { owners, ownerWallets, payeeAddress, payeeId } = subject;
  const keys = [...ownerWallets, payeeAddress];
  return [...owners, payeeId].includes(verifier.accountId) || keys.includes(verifier.address);
}

/**
 * The verifier and the version, when the one may audit the other. Asked when a statement is prepared and again when it
 * is signed, because enrolment can end in between. Throws VERIFIER_REQUIRED, VERSION_NOT_FOUND, AUDIT_NOT_ALLOWED.
 */
export async function assertMayAudit(
  accountId: string,
  versionId: string,
): Promise<{ verifier: VerifierRow; subject: AuditSubject }> {
  const [verifier, subject] = await Promise.all([
    findVerifierOfAccount(database(), accountId),
    findAuditSubject(database(), versionId),
  ]);
  if (!verifier) throw verifierRequired();
  if (!subject?.published)
    throw new DomainError("VERSION_NOT_FOUND", "There is no published version with this id.");
  assertNotOwnWork(verifier, subject);
  return { verifier, subject };
}

export const verifierRequired = () =>
  new DomainError("VERIFIER_REQUIRED", "Only enrolled verifiers sign audits.");

/** Throws AUDIT_NOT_ALLOWED for who publishes or published the skill, or is paid for it. */
export function assertNotOwnWork(...rule: Parameters<typeof isOwnWork>): void {
  if (isOwnWork(...rule))
    throw new DomainError("AUDIT_NOT_ALLOWED", "The author of a skill can never audit it.");
}
