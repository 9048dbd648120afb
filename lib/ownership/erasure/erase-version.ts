import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { readText } from "@/lib/kernel/read-reason";
import { deleteGitTree } from "@/lib/catalogue/git/git-trees";
import { PLUGIN } from "@/lib/catalogue/plugins/get-plugin";
import { recordEvent } from "@/lib/log/events/events";
import { releaseBlob } from "@/lib/platform/blobs/purge-blobs";
import { closeOnOrder, MAX_YANK_REASON_CHARACTERS } from "@/lib/publishing/yank-version";
import { findSkill, lockSkill } from "@/lib/registry/find-skill";
import {
  clearArchive,
  clearIcon,
  clearRows,
  deleteConverted,
  deleteDrafts,
  findEntries,
  findErased,
  listConverted,
  listMadeSince,
  listSharing,
  setErased,
  type ErasedVersion,
  type MadeRow,
} from "@/lib/ownership/erasure/repository";
import { MARKET, readAs } from "@/lib/registry/access/reader";

/** In this order: each leaves what the later ones need to find what is theirs. */
export const ERASURE_STEPS = [
  "close",
  "converted",
  "plugins",
  "git",
  "archive",
  "drafts",
  "rows",
  "record",
] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];

export interface Erasure {
  slug: string;
  version: string;
  packageDigest: string;
  /** Blobs that are gone since this call. */
  deletedBlobs: number;
  /** Versions of the same bytes, as `NAME VERSION`: what they share with this one is still there. */
  sharedWith: string[];
  /** It was erased before. */
  wasErased: boolean;
}

export interface ErasureRequest {
  /** Slug or id. */
  skill: string;
  version: string;
  reason: string;
}

/**
 * Deletes the text of a version from the market, for an operator who was ordered to: it is closed, and its packages,
 * objects of git, rows and packages under way of the same bytes go. The row keeps name, number and digest, the log
 * digest and reason. What another version shares stays. Killed at any moment it is finished by doing it again, and done
 * again it changes nothing. `onStep` is told what is done. Throws SKILL_NOT_FOUND, VERSION_NOT_FOUND and REQUEST_INVALID.
 */
export async function eraseVersion(
  request: ErasureRequest,
  { onStep = () => {}, clock = systemClock }: { onStep?: (step: ErasureStep) => void; clock?: Clock } = {},
): Promise<Erasure> {
  const reason = readText(request.reason, { name: "reason", maxCharacters: MAX_YANK_REASON_CHARACTERS });
  const now = clock.now();
  const version = await findAsked(request);
  const wasErased = version.erasedAt !== null;
  const sharedWith = await listSharing(database(), version);
  const blobs = new Blobs(now);
  const steps: Readonly<Record<ErasureStep, () => Promise<void>>> = {
    close: () =>
      inTransaction(async (tx) => {
        const { id: versionId, skillId, slug } = version;
        await lockSkill(tx, skillId, now);
        await closeOnOrder(tx, { versionId, skillId, slug, reason, now });
      }),
    converted: async () => blobs.deleteMade(await listConverted(database(), version)),
    // Of what a plugin was made is not written down: each that could hold the version is made anew on request.
    plugins: async () => blobs.deleteMade(await listMadeSince(database(), PLUGIN, version.createdAt)),
    git: async () => {
      const { archiveDigest } = version;
      const entries = sharedWith.length > 0 ? null : await findEntries(database(), archiveDigest);
      if (entries !== null) await blobs.delete(entries, (tx) => deleteGitTree(tx, archiveDigest));
    },
    archive: async () => {
      await blobs.delete(version.archiveDigest, (tx) => clearArchive(tx, version.id));
      if (version.iconDigest !== null)
        await blobs.delete(version.iconDigest, (tx) => clearIcon(tx, version.id));
    },
    drafts: async () => {
      await deleteDrafts(database(), version);
    },
    rows: () => inTransaction((tx) => clearRows(tx, version)),
    record: () =>
      inTransaction(async (tx) => {
        if (!(await setErased(tx, version.id, now))) return;
        const { id: versionId, slug, packageDigest } = version;
        const data = { slug, version: version.version, packageDigest, reason };
        await recordEvent(tx, { kind: "version:erased", versionId, data }, now, "operator");
      }),
  };
  for (const step of ERASURE_STEPS) {
    await steps[step]();
    onStep(step);
  }
  const { slug, packageDigest } = version;
  return {
    slug,
    version: version.version,
    packageDigest,
    deletedBlobs: blobs.deleted,
    sharedWith,
    wasErased,
  };
}

async function findAsked({ skill: slugOrId, version }: ErasureRequest): Promise<ErasedVersion> {
  const skill = await readAs(MARKET, () => findSkill(database(), slugOrId));
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  const found = await findErased(database(), skill.id, version);
  if (!found) throw new DomainError("VERSION_NOT_FOUND", `"${skill.slug}" has no version ${version}.`);
  return found;
}

/** Deletes blobs and counts those that are gone. */
class Blobs {
  deleted = 0;

  constructor(private readonly now: Date) {}

  async delete(digest: string, release: Parameters<typeof releaseBlob>[1]): Promise<void> {
    if (await releaseBlob(digest, release, this.now)) this.deleted += 1;
  }

  async deleteMade(rows: readonly MadeRow[]): Promise<void> {
    for (const row of rows) await this.delete(row.archiveDigest, (tx) => deleteConverted(tx, row));
  }
}
