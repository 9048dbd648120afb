import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { SignInMessage } from "@/lib/identity/wallets/siws";
import { runStatement } from "@/lib/db/statement";

export interface StoredChallenge {
  message: SignInMessage;
  expiresAt: Date;
}

export async function insertChallenge(
  db: Database,
  challenge: StoredChallenge & { cookieHash: string },
): Promise<void> {
  const { message, cookieHash, expiresAt } = challenge;
  await db.signInChallenge.create({
    data: {
      nonce: message.nonce,
      address: message.address,
      message: { ...message } satisfies Prisma.InputJsonObject,
      cookieHash,
      expiresAt,
    },
  });
}

/**
 * Takes a challenge out, in one statement: of several answers at once, one gets it. Null for a nonce of
 * another browser.
 */
export async function takeChallenge(
  db: Database,
  nonce: string,
  cookieHash: string,
): Promise<StoredChallenge | null> {
  const rows = await db.$queryRaw<StoredChallenge[]>`
    DELETE FROM "SignInChallenges" WHERE "nonce" = ${nonce} AND "cookie_hash" = ${cookieHash}
    RETURNING "message", "expires_at" AS "expiresAt"`;
  return rows[0] ?? null;
}

/** Which session of which account. */
export interface SessionKey {
  /** Null for a token that names no session. */
  id: string | null;
  accountId: string;
  sessionVersion: number;
  /** The identity at an issuer that it was opened with. */
  issuerIdentity?: string | undefined;
}

/** An account as one of its sessions sees it. */
export interface SessionAccountRow {
  id: string;
  username: string;
  role: "member" | "administrator";
  email: string | null;
  emailVerifiedAt: Date | null;
  /** First linked first. */
  wallets: { address: string }[];
}

const FIND_OF_SESSION = `
  select a.id, a.username, a.role, a.email, a.email_verified_at as "emailVerifiedAt",
    coalesce((select json_agg(json_build_object('address', w.address) order by w.created_at)
      from "Wallets" w where w.account_id = a.id), '[]') as wallets
  from "Accounts" a
  where a.id = $1 and a.session_version = $2 and a.closed_at is null
    and not exists (select 1 from "EndedSessions" e where e.id = $3)
    and ($4::text is null
      or exists (select 1 from "IssuerIdentities" i where i.id = $4 and i.account_id = a.id))`;

/** The open account of a session that was not ended; null otherwise. One statement: pages ask it for each request. */
export async function findAccountOfSession(session: SessionKey): Promise<SessionAccountRow | null> {
  const values = [session.accountId, session.sessionVersion, session.id, session.issuerIdentity ?? null];
  const [row] = await runStatement<SessionAccountRow>(FIND_OF_SESSION, values);
  return row ?? null;
}

export async function isSessionEnded(db: Database, id: string): Promise<boolean> {
  return (await db.endedSession.count({ where: { id } })) > 0;
}

/** Ending one twice changes nothing. */
export async function insertEndedSession(db: Database, id: string, expiresAt: Date): Promise<void> {
  await db.endedSession.createMany({ data: [{ id, expiresAt }], skipDuplicates: true });
}
