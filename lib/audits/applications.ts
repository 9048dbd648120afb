import { readSignature } from "@/lib/chain/solana/signature";
import { randomBytes } from "node:crypto";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { isSameSecret } from "@/lib/kernel/digest";
import { ownToken } from "@/lib/platform/config/own-token";
import { isSignedText } from "@/lib/chain/solana/off-chain-message";
import { MAX_NAME_CHARACTERS, enrolVerifier } from "@/lib/audits/verifiers";
import {
  findVerifierOfAccount,
  findWalletOwner,
  findLatestApplication,
  insertApplication,
  listEnded,
  findApplication,
  listOpenApplications,
  setApplicationDecided,
  type ApplicationRow,
} from "@/lib/audits/verifiers-repository";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { readText } from "@/lib/kernel/read-reason";
import type { Actor } from "@/lib/identity/actor";
import { newId } from "@/lib/kernel/ids";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { newsOfApplication } from "@/lib/log/events/notices/news-of-audit-event";
import { assertMayDecideWho, leavesOwnToOthers } from "@/lib/identity/decided-by";

const PURPOSE = "emporion verifier key v1";
const NONCE_BYTES = 16;
const MAX_AGE_MS = 60 * 60_000;
const MAX_CHARACTERS = 1_000;

interface KeyStatementRequest {
  /** Host of the market, so that the text binds the key here and nowhere else. */
  market: string;
  accountId: string;
  address: string;
}

export interface PreparedKeyStatement {
  /** The exact text shown and signed. */
  text: string;
  ticket: string;
}

/** What came back from the wallet. */
interface SignedKeyStatement extends PreparedKeyStatement {
  /** Over the text's UTF-8 bytes, 64 bytes in base64. */
  signature: string;
}

/**
 * The text with which a wallet agrees to become the key of a verifier. Its first line tells it apart from a sign-in, an
 * audit and a transaction; the nonce makes each one its own.
 */
export function prepareKeyStatement(
  { market, accountId, address }: KeyStatementRequest,
  clock: Clock = systemClock,
): PreparedKeyStatement {
  const text = [
    PURPOSE,
    "",
    `I ask to be a verifier of ${market}.`,
    "Audits signed with this key are mine. This text moves no funds and signs nobody in.",
    "",
    `Key: ${address}`,
    `Account: ${accountId}`,
    `Nonce: ${randomBytes(NONCE_BYTES).toString("hex")}`,
    `Issued: ${clock.now().toISOString()}`,
  ].join("\n");
  return { text, ticket: ownToken(PURPOSE, accountId, address, text) };
}

/**
 * Holds a signed text against what this installation prepared for this account and key within the hour. Throws
 * AUDIT_STATEMENT_MISMATCH for another text or one too old, AUDIT_SIGNATURE_INVALID for another signature, and
 * REQUEST_INVALID for what is none.
 */
function assertKeyStatement(
  { text, ticket, signature }: SignedKeyStatement,
  { accountId, address }: Omit<KeyStatementRequest, "market">,
  clock: Clock,
): void {
  const ours =
    text.length <= MAX_CHARACTERS && isSameSecret(ticket, ownToken(PURPOSE, accountId, address, text));
  const issuedAt = Date.parse(/^Issued: (.+)$/m.exec(text)?.[1] ?? "");
  if (!ours || !(clock.now().getTime() - issuedAt <= MAX_AGE_MS))
    throw new DomainError(
      "AUDIT_STATEMENT_MISMATCH",
      "This is not the text that was prepared. Open the page again.",
      {
        details: { reason: ours ? "too_old" : "not_prepared" },
      },
    );
  if (!isSignedText(address, Buffer.from(text), readSignature(signature)))
    throw new DomainError(
      "AUDIT_SIGNATURE_INVALID",
      "The signature is not this wallet's signature of this text.",
    );
}

const MAX_ABOUT_CHARACTERS = 2_000;

/**
 * Asks to be enrolled with the wallet the account has signed in with. The wallet's signature over a text of its own
 * binds the key to the person. Throws REQUEST_INVALID without a wallet, name or words about oneself, for a verifier,
 * and while an application waits; what `assertKeyStatement` throws.
 */
export async function applyAsVerifier(
  actor: Actor,
  given: { displayName: string; about: string; key: SignedKeyStatement },
  clock: Clock = systemClock,
): Promise<{ applicationId: string }> {
  const displayName = readText(given.displayName, { name: "name", maxCharacters: MAX_NAME_CHARACTERS });
  const about = readText(given.about, { name: "about", maxCharacters: MAX_ABOUT_CHARACTERS });
  const { accountId, address } = actor;
  if (address === null || (await findWalletOwner(database(), address)) !== accountId)
    throw applicationInvalid("Sign in with the wallet you want to sign audits with.");
  if (await findVerifierOfAccount(database(), accountId))
    throw applicationInvalid("You are enrolled already.");
  assertKeyStatement(given.key, { accountId, address }, clock);
  const applicationId = newId("vap", clock.now().getTime());
  try {
    const createdAt = clock.now();
    await insertApplication(database(), {
      id: applicationId,
      accountId,
      address,
      displayName,
      about,
      keyStatement: given.key.text,
      keySignature: given.key.signature,
      createdAt,
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw applicationInvalid("Your application is waiting for an administrator already.");
  }
  return { applicationId };
}

/** How the account's newest application stands; null when it never applied. */
export async function findOwnApplication(accountId: string): Promise<"open" | "granted" | "refused" | null> {
  const row = await findLatestApplication(database(), accountId);
  return row && (row.state as "open" | "granted" | "refused");
}

const applicationInvalid = (message: string) => new DomainError("REQUEST_INVALID", message);

const MOST = 100;

/**
 * Enrols an applicant, or refuses; what one administrator decided no other decides again. Throws PERMISSION_DENIED,
 * DECISION_NOT_ALLOWED for one's own (`assertMayDecideWho`), or REQUEST_INVALID for an application that is not open
 * (any more), or whose wallet went to another account.
 */
export async function decideApplication(
  actor: Actor,
  { applicationId, granted }: { applicationId: string; granted: boolean },
  clock: Clock = systemClock,
): Promise<void> {
  assertAdministrator(actor);
  const application = await findApplication(database(), applicationId);
  if (application?.state !== "open") throw notOpen();
  await assertMayDecideWho(database(), actor, application.accountId);
  const close = async (db: Database) => {
    const state = granted ? "granted" : "refused";
    const now = clock.now();
    if (!(await setApplicationDecided(db, applicationId, { state, decidedAt: now }))) throw notOpen();
    const news = newsOfApplication(application.displayName, granted);
    await mailNews(db, news, { of: { accountId: application.accountId }, actor: actor.accountId, now });
  };
  await (granted ? enrolVerifier(actor, application, clock, close) : inTransaction(close));
}

const notOpen = () => new DomainError("REQUEST_INVALID", "There is no open application with this id.");

interface OpenApplication extends ApplicationRow {
  /** When the applicant's last enrolment was ended; null for who never was a verifier. */
  endedAt: string | null;
  /** It is the administrator's own, and there is another one to decide. */
  leftToOthers: boolean;
}

/**
 * Applications that wait, longest first, with what there is to know of who was a verifier before.
 * Throws PERMISSION_DENIED.
 */
export async function listApplications(actor: Actor): Promise<OpenApplication[]> {
  assertAdministrator(actor);
  const rows = await listOpenApplications(database(), MOST);
  const isOwn = ({ accountId }: ApplicationRow) => accountId === actor.accountId;
  const leaves = rows.some(isOwn) && (await leavesOwnToOthers(actor));
  const ended = await listEnded(
    database(),
    rows.map(({ accountId }) => accountId),
  );
  return rows.map((row) => ({
    ...row,
    endedAt: ended.find(({ accountId }) => accountId === row.accountId)?.endedAt.toISOString() ?? null,
    leftToOthers: leaves && isOwn(row),
  }));
}
