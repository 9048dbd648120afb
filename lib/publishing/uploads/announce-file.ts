import { HOUR_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import { newId } from "@/lib/kernel/ids";
import { checkPackagePath, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { insertTicket, measureOpenTickets } from "@/lib/publishing/uploads/repository";

const TICKET_MS = HOUR_MS;
/** Room for one package and for another attempt at it. */
const MAX_OPEN_BYTES = 2 * SKILL_ARCHIVE_LIMITS.maxUnpackedBytes;
const MAX_OPEN_FILES = 2 * SKILL_ARCHIVE_LIMITS.maxEntries;

export interface AnnouncedFile {
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
  clock: Clock = systemClock,
): Promise<string> {
  const issue = checkPackagePath(path);
  if (issue) throw new DomainError(issue.code, issue.message);
  const now = clock.now();
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
