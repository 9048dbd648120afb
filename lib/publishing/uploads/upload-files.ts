import { HOUR_MS, systemClock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { newId } from "@/lib/kernel/ids";
import {
  checkPackagePath,
  SKILL_ARCHIVE_LIMITS,
  assemblePackage,
  findPathCollision,
  unpackedBytes,
  type PackageFile,
  type SkillPackage,
} from "@/lib/package";
import {
  insertTicket,
  measureOpenTickets,
  findTicket,
  storeContent,
  type UploadTicketRow,
  deleteTickets,
  listContents,
} from "@/lib/publishing/uploads/repository";
import { database } from "@/lib/db/client";
import { sha256Hex } from "@/lib/kernel/digest";

const TICKET_MS = HOUR_MS;
/** Room for one package and for another attempt at it. */
const MAX_OPEN_BYTES = 2 * SKILL_ARCHIVE_LIMITS.maxUnpackedBytes;
const MAX_OPEN_FILES = 2 * SKILL_ARCHIVE_LIMITS.maxEntries;

interface AnnouncedFile {
  path: string;
  sizeBytes: number;
  /** 64 lower-case hexadecimal digits. */
  sha256: string;
}

/**
 * A place, for one hour, for one file of a version to be published. Returns its id. Throws PATH_INVALID,
 * CONTENT_TOO_LARGE or CONTENT_TOO_MANY_FILES when the account has announced more than two packages hold, and
 * AUTH_FAILED for a closed one.
 */
export async function announceFile(
  accountId: string,
  { path, sizeBytes, sha256 }: AnnouncedFile,
): Promise<string> {
  const issue = checkPackagePath(path);
  if (issue) throw new DomainError(issue.code, issue.message);
  const now = systemClock.now();
  const id = newId("tkt", now.getTime());
  await inTransaction(async (tx) => {
    await shareLockAccount(tx, accountId); // what waits of it is measured by one request at a time
    const open = await measureOpenTickets(tx, accountId, now);
    if (open.bytes + sizeBytes > MAX_OPEN_BYTES) {
      throw new DomainError("CONTENT_TOO_LARGE", `At most ${MAX_OPEN_BYTES} bytes can wait to be published.`);
    }
    if (open.files >= MAX_OPEN_FILES) {
      throw new DomainError("CONTENT_TOO_MANY_FILES", `At most ${MAX_OPEN_FILES} files can wait.`);
    }
    const expiresAt = new Date(now.getTime() + TICKET_MS);
    await insertTicket(tx, { id, accountId, path, sizeBytes, sha256, expiresAt });
  });
  return id;
}

/** The open ticket of an account. Throws NOT_FOUND for another's, an unknown and an expired one alike. */
export async function getTicket(accountId: string, ticketId: string): Promise<UploadTicketRow> {
  const ticket = await findTicket(database(), ticketId);
  if (ticket?.accountId === accountId && ticket.expiresAt > systemClock.now()) return ticket;
  throw new DomainError("NOT_FOUND", "This upload ticket is not valid, or has expired. Request a new one.");
}

/** Keeps the bytes of an announced file. Throws UPLOAD_FAILED unless they are the announced ones. */
export async function receiveFile(ticket: UploadTicketRow, bytes: Uint8Array): Promise<void> {
  const sha256 = sha256Hex(bytes);
  if (bytes.length !== ticket.sizeBytes || sha256 !== ticket.sha256) {
    throw new DomainError("UPLOAD_FAILED", `The bytes of ${ticket.path} are not the ones announced.`);
  }
  await storeContent(database(), ticket.id, Uint8Array.from(bytes));
}

/** A file of a version, by the ticket its bytes came with. */
export interface SentFile {
  path: string;
  ticketId: string;
}

/**
 * The package of files that were sent ahead, under the limits of an archive. Throws UPLOAD_FAILED for a file
 * whose bytes did not come or came under another path, and CONTENT_TOO_MANY_FILES, CONTENT_TOO_LARGE,
 * PATH_INVALID, SKILL_MD_MISSING.
 */
export async function collectFiles(accountId: string, sent: readonly SentFile[]): Promise<SkillPackage> {
  if (sent.length > SKILL_ARCHIVE_LIMITS.maxEntries)
    throw new DomainError("CONTENT_TOO_MANY_FILES", `At most ${SKILL_ARCHIVE_LIMITS.maxEntries} files.`);
  const ids = sent.map(({ ticketId }) => ticketId);
  const rows = new Map(
    (await listContents(database(), accountId, ids, systemClock.now())).map((row) => [row.id, row]),
  );
  const files = sent.map(({ path, ticketId }): PackageFile => {
    const row = rows.get(ticketId);
    if (row?.content && row.path === path) return { path, bytes: row.content };
    throw new DomainError("UPLOAD_FAILED", `${path.slice(0, 200)} was not uploaded with its ticket.`);
  });
  assertPackage(files);
  return assemblePackage(files);
}

function assertPackage(files: readonly PackageFile[]): void {
  const paths = files.map(({ path }) => path);
  const collision = findPathCollision(paths);
  if (collision !== null) throw new DomainError("PATH_INVALID", `The paths collide: ${collision}.`);
  const bytes = unpackedBytes(files);
  if (bytes > SKILL_ARCHIVE_LIMITS.maxUnpackedBytes)
    throw new DomainError(
      "CONTENT_TOO_LARGE",
      `A package has at most ${SKILL_ARCHIVE_LIMITS.maxUnpackedBytes} bytes.`,
    );
  if (!paths.includes("SKILL.md") && !paths.includes("skill.md"))
    throw new DomainError("SKILL_MD_MISSING", "The package has no SKILL.md at its root.");
}

/** What was published need not wait any longer. */
export function deleteFiles(sent: readonly SentFile[]): Promise<void> {
  return deleteTickets(
    database(),
    sent.map(({ ticketId }) => ticketId),
  );
}
