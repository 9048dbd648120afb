import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const TICKET = {
  id: true,
  accountId: true,
  path: true,
  sizeBytes: true,
  sha256: true,
  expiresAt: true,
} satisfies Prisma.UploadTicketSelect;

export type UploadTicketRow = Prisma.UploadTicketGetPayload<{ select: typeof TICKET }>;

/** What an account has announced and not published yet. */
export async function measureOpenTickets(
  db: Database,
  accountId: string,
  now: Date,
): Promise<{ files: number; bytes: number }> {
  const { _count, _sum } = await db.uploadTicket.aggregate({
    where: { accountId, expiresAt: { gt: now } },
    _count: true,
    _sum: { sizeBytes: true },
  });
  return { files: _count, bytes: _sum.sizeBytes ?? 0 };
}

export async function insertTicket(db: Database, row: UploadTicketRow): Promise<void> {
  await db.uploadTicket.create({ data: row });
}

export function findTicket(db: Database, id: string): Promise<UploadTicketRow | null> {
  return db.uploadTicket.findUnique({ where: { id }, select: TICKET });
}

export async function storeContent(
  db: Database,
  id: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await db.uploadTicket.updateMany({ where: { id }, data: { content } });
}

export function listContents(
  db: Database,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; path: string; content: Uint8Array | null }[]> {
  return db.uploadTicket.findMany({
    where: { id: { in: [...ids] }, accountId, expiresAt: { gt: now } },
    select: { id: true, path: true, content: true },
  });
}

export async function deleteTickets(db: Database, ids: readonly string[]): Promise<void> {
  await db.uploadTicket.deleteMany({ where: { id: { in: [...ids] } } });
}
