import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { SkillPackage } from "@/lib/package";
import { packSource } from "@/lib/publishing/publications/pack-source";
import { deletePublication, insertPublication, listPlaces } from "@/lib/publishing/publications/repository";
import { getPublisher } from "@/lib/registry/publishers/get-publisher";

/** Packages an account may have under way at once, each up to 5 MiB. */
export const MAX_UNDER_WAY = 10;
const MAX_FILE_NAME_CHARACTERS = 200;

interface NewPublication {
  accountId: string;
  package: SkillPackage;
  fileName: string | null;
  /** Id of the one under way that it replaces; it takes its place, and nothing happens to it when this is refused. */
  instead?: string;
}

/**
 * Keeps a package for the steps that follow; nothing of it is published or shown to anybody else. Gives the
 * id its pages have. Throws REQUEST_INVALID when ten are under way already, CONTENT_TOO_LARGE,
 * EMAIL_NOT_VERIFIED, AUTH_FAILED.
 */
export async function beginPublication(given: NewPublication, clock: Clock = systemClock): Promise<string> {
  await getPublisher(given.accountId);
  const source = await packSource(given.package);
  const now = clock.now();
  const id = newId("pub", now.getTime());
  const fileName = given.fileName?.slice(0, MAX_FILE_NAME_CHARACTERS).toWellFormed() ?? null;
  for (;;) {
    try {
      await inTransaction(async (tx) => {
        const { accountId, instead } = given;
        if (instead !== undefined) await deletePublication(tx, { id: instead, accountId });
        const place = await findFreePlace(tx, accountId);
        await insertPublication(tx, { ...source, id, accountId, place, fileName, createdAt: now });
      });
      return id;
    } catch (error) {
      // Another one took the place: each try that fails leaves one place fewer, so this ends.
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

async function findFreePlace(db: Database, accountId: string): Promise<number> {
  const taken = new Set(await listPlaces(db, accountId));
  for (let place = 1; place <= MAX_UNDER_WAY; place++) if (!taken.has(place)) return place;
  throw new DomainError(
    "REQUEST_INVALID",
    `${MAX_UNDER_WAY} packages are under way already. Publish or discard one of them first.`,
  );
}
