import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  assemblePackage,
  findPathCollision,
  SKILL_ARCHIVE_LIMITS,
  unpackedBytes,
  type PackageFile,
  type SkillPackage,
} from "@/lib/package";
import { deleteTickets, listContents } from "@/lib/publishing/uploads/repository";

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
export async function collectFiles(
  accountId: string,
  sent: readonly SentFile[],
  clock: Clock = systemClock,
): Promise<SkillPackage> {
  if (sent.length > SKILL_ARCHIVE_LIMITS.maxEntries)
    throw new DomainError("CONTENT_TOO_MANY_FILES", `At most ${SKILL_ARCHIVE_LIMITS.maxEntries} files.`);
  const ids = sent.map(({ ticketId }) => ticketId);
  const rows = new Map(
    (await listContents(database(), accountId, ids, clock.now())).map((row) => [row.id, row]),
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
