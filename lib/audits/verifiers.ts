import { writeKeyAdvisory } from "@/lib/advisories/write-advisory";
import { readReason } from "@/lib/kernel/read-reason";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import {
  findWalletOwner,
  insertVerifier,
  listVerifierRows,
  setVerifierRevoked,
  findVerifierOfAccount,
  listEnded,
  type VerifierRow,
} from "@/lib/audits/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { sha256Digest } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { noSuchVersion } from "@/lib/registry/versions/find-version";
import type { Actor } from "@/lib/identity/actor";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { givenAccess } from "@/lib/registry/access/find-access";
import { readerOf } from "@/lib/registry/access/reader";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { newId } from "@/lib/kernel/ids";
import { assertMayDecideWho } from "@/lib/identity/decided-by";
import { readText } from "@/lib/kernel/read-reason";
import { deleteReviewsUnderWay } from "@/lib/audits/review/review-repository";
import { findAuditSubject, type AuditSubject } from "@/lib/audits/audits-repository";

export const MAX_NAME_CHARACTERS = 80;

/**
 * Enrols the account behind a wallet as a verifier; its signatures count from now on. Whose enrolment was ended gets
 * one anew, beside the former: what was signed under that one is judged by it alone. An applicant's signed text is kept
 * with the enrolment. `by` is an administrator, or "operator": the person at the machine's own console. `accountId` is
 * the account it has to be, if that is known; `alongside` happens in the same transaction. Throws PERMISSION_DENIED,
 * DECISION_NOT_ALLOWED for an administrator's own account (`assertMayDecideWho`), REQUEST_INVALID for a wallet that
 * never signed in, is another account's, or is enrolled already, and without a name, and what `alongside` throws.
 */
export async function enrolVerifier(
  by: Actor | "operator",
  given: {
    address: string;
    accountId?: string;
    displayName: string;
    keyStatement?: string | null;
    keySignature?: string | null;
  },
  clock: Clock = systemClock,
  alongside?: (db: Database) => Promise<void>,
): Promise<{ verifierId: string }> {
  const { address, keyStatement = null, keySignature = null } = given;
  if (by !== "operator") assertAdministrator(by);
  const accountId = await findWalletOwner(database(), address);
  if (accountId === null)
    throw wrongWallet("No account has signed in with this wallet. They sign in once, then you enrol them.");
  if (given.accountId !== undefined && given.accountId !== accountId)
    throw wrongWallet("The wallet belongs to another account now.");
  const displayName = readText(given.displayName, { name: "name", maxCharacters: MAX_NAME_CHARACTERS });
  const verifierId = newId("vrf");
  const enrolledAt = clock.now();
  try {
    await inTransaction(async (db) => {
      await shareLockAccount(db, accountId);
      const decided = by === "operator" ? {} : await assertMayDecideWho(db, by, accountId);
      await insertVerifier(db, {
        id: verifierId,
        accountId,
        address,
        displayName,
        keyStatement,
        keySignature,
        enrolledAt,
      });
      const actor = by === "operator" ? by : by.accountId;
      const keyDigest = keyStatement === null ? null : sha256Digest(keyStatement);
      const data = { verifier: address, name: displayName, keyStatementDigest: keyDigest, ...decided };
      await recordAuditEvent(
        db,
        { kind: "verifier:enrolled", subjectId: verifierId, actor, data },
        enrolledAt,
      );
      await alongside?.(db);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw wrongWallet("This account is enrolled already.");
  }
  return { verifierId };
}

const wrongWallet = (message: string) =>
  new DomainError("REQUEST_INVALID", message, {
    details: { errors: [{ pointer: "#/address", detail: message }] },
  });

export interface VerifierView {
  displayName: string;
  address: string;
  enrolledAt: string;
  revokedAt: string | null;
  /** True when the wallet signed a text of its own to become a verifier's key; otherwise only its sign-in binds it. */
  keySigned: boolean;
}

export async function listVerifiers(): Promise<VerifierView[]> {
  const rows = await listVerifierRows(database());
  return rows.map(({ displayName, address, enrolledAt, revokedAt, keySignature }) => ({
    displayName,
    address,
    enrolledAt: enrolledAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    keySigned: keySignature !== null,
  }));
}

/**
 * Ends a verifier's enrolment: nothing signed from now on counts; seals signed before stay until they expire or are
 * revoked. Throws PERMISSION_DENIED, or REQUEST_INVALID for an address that is not enrolled.
 */
export async function endVerifier(
  by: Actor | "operator",
  address: string,
  { leaked, clock = systemClock }: { leaked?: string; clock?: Clock } = {},
): Promise<void> {
  if (by !== "operator") assertAdministrator(by);
  const reason = leaked === undefined ? null : readReason(leaked);
  const now = clock.now();
  await inTransaction(async (db) => {
    const verifierId = await setVerifierRevoked(db, address, now);
    if (verifierId === null)
      throw new DomainError("REQUEST_INVALID", "No verifier is enrolled with this wallet.");
    await deleteReviewsUnderWay(db, verifierId); // what they had reserved waits for others
    const actor = by === "operator" ? by : by.accountId;
    await recordAuditEvent(
      db,
      { kind: "verifier:ended", subjectId: verifierId, actor, data: { verifier: address } },
      now,
    );
    if (reason !== null) await writeKeyAdvisory(db, { keyId: address, reason }, now);
  });
}

/** The account of a wallet, null when nobody has linked it, and whether it is or was a verifier. */
interface Enrolment {
  accountId: string | null;
  state: "none" | "enrolled" | "ended";
}

/** How it stands with a wallet that may be a verifier's. */
export async function findEnrolment(db: Database, address: string): Promise<Enrolment> {
  const accountId = await findWalletOwner(db, address);
  if (accountId === null) return { accountId, state: "none" };
  if (await findVerifierOfAccount(db, accountId)) return { accountId, state: "enrolled" };
  return { accountId, state: (await listEnded(db, [accountId])).length > 0 ? "ended" : "none" };
}

/**
 * Ends an account's part in auditing, in the caller's transaction: the versions it has reserved are free, and its enrolment ends as `endVerifier` ends one. What it signed stands as before.
 */
export async function endAuditRoles(db: Database, accountId: string, now: Date): Promise<void> {
  const verifier = await findVerifierOfAccount(db, accountId);
  if (!verifier) return;
  await deleteReviewsUnderWay(db, verifier.id);
  const { id: subjectId, address } = verifier;
  if ((await setVerifierRevoked(db, address, now)) === null) return;
  await recordAuditEvent(
    db,
    { kind: "verifier:ended", subjectId, actor: accountId, data: { verifier: address } },
    now,
  );
}

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
 * is signed, because enrolment, or a right to read it, can end in between. Throws VERIFIER_REQUIRED, VERSION_NOT_FOUND, AUDIT_NOT_ALLOWED.
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
  if (!subject?.published) throw noSuchVersion();
  await assertMayRead(database(), accountId, subject);
  assertNotOwnWork(verifier, subject);
  return { verifier, subject };
}

/**
 * Nobody judges files that they may not read. Throws VERSION_NOT_FOUND for a private version, which is told to nobody
 * else, and AUDIT_NOT_ALLOWED for one that is called here and not installed.
 */
export async function assertMayRead(
  db: Database,
  accountId: string,
  { skillId, access }: Pick<AuditSubject, "skillId" | "access">,
): Promise<void> {
  const given = await givenAccess(db, { id: skillId, access }, readerOf({ accountId }));
  if (given.files) return;
  if (!given.page) throw noSuchVersion();
  throw new DomainError(
    "AUDIT_NOT_ALLOWED",
    "The files of this skill are not public: its owner gives a verifier the right to read them.",
  );
}

/** False for a private version and whoever may not read it: it is as if there were none. */
export async function maySee(
  db: Database,
  accountId: string,
  { skillId: id, access }: Pick<AuditSubject, "skillId" | "access">,
): Promise<boolean> {
  return (await givenAccess(db, { id, access }, readerOf({ accountId }))).page;
}

/** The wallet that an account signs with as a verifier; null while it is not enrolled. */
export async function findVerifierAddress(accountId: string): Promise<string | null> {
  return (await findVerifierOfAccount(database(), accountId))?.address ?? null;
}

export const verifierRequired = () =>
  new DomainError(
    "VERIFIER_REQUIRED",
    "Only enrolled verifiers see the queue, review versions and sign audits.",
  );

/** Throws AUDIT_NOT_ALLOWED for who publishes or published the skill, or is paid for it. */
export function assertNotOwnWork(...rule: Parameters<typeof isOwnWork>): void {
  if (isOwnWork(...rule))
    throw new DomainError("AUDIT_NOT_ALLOWED", "The author of a skill can never audit it.");
}
