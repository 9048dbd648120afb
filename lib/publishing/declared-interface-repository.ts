import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Promises } from "@/lib/registry/differences/list-differences";
import type { SkillManifest } from "@/lib/skill-format";

/** How a skill changed owners, in order. */
const GIVEN = {
  where: { state: "accepted" },
  orderBy: { endedAt: "asc" },
  select: { endedAt: true, from: { select: { username: true } } },
} satisfies Prisma.SkillTransferFindManyArgs;

/**
 * What a stored version promises, in the name of whoever answered for the skill when it was uploaded. A draft's is
 * whoever claimed it: the first one who gave the skill away since, or its owner.
 */
export async function findDeclaredInterface(db: Database, versionId: string): Promise<Promises> {
  const { skill, publisher, createdAt, manifest, priceLamports, payeeAddress, files } =
    await db.skillVersion.findUniqueOrThrow({
      where: { id: versionId },
      select: {
        createdAt: true,
        publisher: { select: { username: true } },
        skill: { select: { owner: { select: { username: true } }, transfers: GIVEN } },
        manifest: true,
        priceLamports: true,
        payeeAddress: true,
        files: { select: { path: true, sha256: true } },
      },
    });
  const given = skill.transfers.find(({ endedAt }) => endedAt !== null && endedAt > createdAt);
  return {
    publisher: (publisher ?? given?.from ?? skill.owner)?.username ?? null,
    files,
    manifest: manifest as unknown as SkillManifest,
    terms: { priceLamports: BigInt(priceLamports.toFixed(0)), payeeAddress },
  };
}
