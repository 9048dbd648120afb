import type { Database } from "@/lib/db/client";
import { listedSkills } from "@/lib/registry/listed-skills-repository";

export interface NewVersionRow {
  id: string;
  version: string;
  changelog: string | null;
  publishedAt: Date;
  slug: string;
  displayName: string;
  description: string;
  publisher: string | null;
}

/** Versions of listed skills that were published and not taken back, newest first. */
export async function selectNewVersions(
  db: Database,
  { slug, skillIds, now, limit }: { slug?: string; skillIds?: string[]; now: Date; limit: number },
): Promise<NewVersionRow[]> {
  const rows = await db.skillVersion.findMany({
    where: {
      publishedAt: { not: null },
      yankedAt: null,
      ...(skillIds === undefined ? {} : { skillId: { in: skillIds } }),
      skill: { ...listedSkills(now), ...(slug === undefined ? {} : { slug }) },
    },
    select: {
      id: true,
      version: true,
      changelog: true,
      publishedAt: true,
      skill: {
        select: { slug: true, displayName: true, description: true, owner: { select: { username: true } } },
      },
    },
    orderBy: [{ publishedAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return rows.map(({ skill: { owner, ...skill }, publishedAt, ...version }) => ({
    ...version,
    ...skill,
    publisher: owner?.username ?? null,
    publishedAt: publishedAt ?? now,
  }));
}
