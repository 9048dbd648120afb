import { database } from "@/lib/db/client";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import type { SkillPackage } from "@/lib/package";
import { beginPublication, startVetting } from "@/lib/publishing/publications/publication-steps";
import { countStaged, findStaged } from "@/lib/publishing/publications/repository";
import { readUpload } from "@/lib/publishing/read-upload";
import { assertRightFor, stageWithRight, type OpenRight } from "@/lib/publishing/trusted/publish-right";
import { assertNameOpen, findOwnerOfUpload } from "@/lib/registry/find-or-make-skill";
import type { CheckProfile } from "@/lib/skill-format";

/** How many uploads of programs wait for a person at most: the other places are the person's own. */
export const MAX_STAGED = 5;

interface StageRequest {
  actor: Actor;
  package: SkillPackage;
  dialects?: readonly CheckProfile[];
  /** User name of the organisation that a new skill is to belong to. */
  organisation?: string | undefined;
  /** Of the job of a CI that uploads it; null for a key. */
  right: OpenRight | null;
}

/** An upload that waits for its person. */
export interface StagedUpload {
  publicationId: string;
  slug: string;
  version: string;
  packageDigest: string;
}

/**
 * Keeps an upload of a program for its person to look at and release (`publishPublication`); nothing of it is public
 * before, and no number is taken. It is vetted meanwhile, and its person is told by mail. The same bytes again are the same upload.
 *
 * Throws UPLOAD_FAILED (with findings), SKILL_NAME_TAKEN, CONTENT_TOO_LARGE, PERMISSION_DENIED for five that wait already
 * or a right for something else, AUTH_FAILED for a right that was used.
 */
export async function stageUpload(request: StageRequest): Promise<StagedUpload> {
  const { actor, right, dialects, organisation } = request;
  const { accountId } = actor;
  const { check } = await readUpload(request.package, dialects);
  const { slug, version } = check.manifest;
  const { skillId, owner } = await findOwnerOfUpload(database(), { slug, accountId, organisation });
  await assertNameOpen(database(), { slug, owner, now: systemClock.now() });
  const { digest: packageDigest } = request.package;
  if (right !== null) assertRightFor(right, { skillId, packageDigest });
  const staged = { slug, version: version.scheme === "default" ? "" : version.raw, packageDigest };
  const same = await findStaged(database(), { accountId, packageDigest });
  if (same !== null) return { publicationId: same, ...staged };
  const stagedBy = right?.workload.repository ?? actor.apiKey?.prefix ?? actor.username;
  const publicationId = await beginPublication({
    accountId,
    package: request.package,
    fileName: null,
    stagedBy,
    listing: "unverified",
    organisation,
    alongside: async (tx, id, now) => {
      await shareLockAccount(tx, accountId); // those that wait are counted by one request at a time
      if ((await countStaged(tx, accountId)) > MAX_STAGED)
        throw new DomainError(
          "PERMISSION_DENIED",
          `${MAX_STAGED} uploads wait for you already. Release or discard one of them first.`,
        );
      if (right !== null) await stageWithRight(tx, right, { publicationId: id, packageDigest }, now);
      const version = { id, name: `${slug} ${staged.version}`.trim() };
      const by = right === null ? actor : { workload: stagedBy };
      await recordAccessChange(
        tx,
        { accountId, change: "release-staged", what: packageDigest, version, by },
        now,
      );
    },
  });
  await startVetting({ id: publicationId, accountId });
  return { publicationId, ...staged };
}
