import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { WAY_IN_KINDS, OFFER_PREFIXES, NOTICE_PREFIX, SECURITY_PREFIX } from "@/lib/platform/mail/mail";

export interface MailRow {
  id: string;
  sealed: Uint8Array | null;
  createdAt: Date;
  sentAt: Date | null;
}

const COLUMNS = { id: true, sealed: true, createdAt: true, sentAt: true } as const;

export async function insertMail(
  db: Database,
  mail: { id: string; kind: string; recipientHash: string; sealed: Uint8Array<ArrayBuffer>; createdAt: Date },
): Promise<void> {
  await db.mail.create({ data: mail, select: { id: true } });
}

/**
 * Mails that are sent because somebody asks for something: answers to who forgot a password, or all others. Notices,
 * offers, and what is told of an account, are counted by themselves.
 */
export function countAskedSince(
  db: Database,
  recipientHash: string,
  { since, wayIn }: { since: Date; wayIn: boolean },
): Promise<number> {
  const NOT = [NOTICE_PREFIX, SECURITY_PREFIX, ...OFFER_PREFIXES].map((startsWith) => ({
    kind: { startsWith },
  }));
  const kind = wayIn ? { in: WAY_IN_KINDS } : { notIn: WAY_IN_KINDS };
  return db.mail.count({ where: { recipientHash, createdAt: { gt: since }, kind, NOT } });
}

export function countMailsOfKindSince(
  db: Database,
  recipientHash: string,
  { kind, since }: { kind: string; since: Date },
): Promise<number> {
  return db.mail.count({ where: { recipientHash, createdAt: { gt: since }, kind } });
}

/** Holds a recipient until the transaction ends, so that mails asked for at once are counted one after the other. */
export async function holdRecipient(db: Database, recipientHash: string, askedAt: Date): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "MailRecipients" ("recipient_hash", "asked_at") VALUES (${recipientHash}, ${askedAt})
    ON CONFLICT ("recipient_hash") DO UPDATE SET "asked_at" = EXCLUDED."asked_at"`;
}

export function findMail(db: Database, id: string): Promise<MailRow | null> {
  return db.mail.findUnique({ where: { id }, select: COLUMNS });
}

/** The mail has left: its recipient and text are erased with the same statement. */
export async function markSent(db: Database, id: string, sentAt: Date): Promise<void> {
  await db.mail.updateMany({ where: { id, sentAt: null }, data: { sentAt, sealed: null } });
}

/** As `markSent`, of a mail that cannot be sent to anybody. */
export async function eraseMail(db: Database, id: string): Promise<void> {
  await db.mail.updateMany({ where: { id, sentAt: null }, data: { sealed: null } });
}

/** Newest first. */
export function listUnsent(db: Database, limit: number): Promise<MailRow[]> {
  return db.mail.findMany({
    where: { sentAt: null, sealed: { not: null } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: COLUMNS,
  });
}

export function countWaiting(db: Database): Promise<number> {
  return db.mail.count({ where: { sentAt: null, sealed: { not: null } } });
}

export async function deleteUnsentTo(db: Database, recipientHash: string): Promise<void> {
  await db.mail.deleteMany({ where: { recipientHash, sentAt: null } });
}

const MAILBOX = {
  id: true,
  kind: true,
  username: true,
  email: true,
  emailVerifiedAt: true,
  mailLocale: true,
  skillNotices: true,
  earningNotices: true,
} satisfies Prisma.AccountSelect;

export type MailboxAccount = Prisma.AccountGetPayload<{ select: typeof MAILBOX }>;

/** The open accounts of who has one of the roles in an organisation, by their ids. */
export function listMemberAccounts(
  db: Database,
  organisationId: string,
  roles: string[],
): Promise<MailboxAccount[]> {
  const memberOf = { some: { organisationId, state: "active", roles: { hasSome: roles } } };
  return db.account.findMany({
    where: { closedAt: null, memberOf },
    orderBy: { id: "asc" },
    select: MAILBOX,
  });
}

/** What is needed of an open account to write to it; null for one that is closed or unknown. */
export function findMailboxAccount(
  db: Database,
  of: { accountId: string } | { username: string },
): Promise<MailboxAccount | null> {
  const called = "accountId" in of ? { id: of.accountId } : { username: of.username };
  return db.account.findUnique({ where: { ...called, closedAt: null }, select: MAILBOX });
}
