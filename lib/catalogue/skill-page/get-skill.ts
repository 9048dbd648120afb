import { type Clock, systemClock } from "@/lib/kernel/clock";
import { DomainError, isDomainError, skillQuarantined } from "@/lib/kernel/errors";
import { readSkills } from "@/lib/catalogue/read-skills";
import type { SkillDetail, VersionRow } from "@/lib/registry/views";
import { database } from "@/lib/db/client";
import { selectVersionRows, type StoredVersionHistory } from "@/lib/catalogue/skill-page/detail-repository";
import { findSkill } from "@/lib/registry/find-skill";
import { compareVersions } from "@/lib/skill-format";
import { notPublished } from "@/lib/registry/versions/find-version";
import { z } from "zod";
import { listEventsOf } from "@/lib/log/events/events";

/**
 * A skill's page: the latest version, or the one asked for. Two queries. Expired drafts and yanked versions are still
 * found by their address. Throws SKILL_NOT_FOUND (also for a skill nothing was published of), VERSION_NOT_FOUND, and
 * SKILL_QUARANTINED and VERSION_CLOSED with the reason.
 */
export async function getSkill(
  slugOrId: string,
  { version, clock }: { version?: string | undefined; clock?: Clock } = {},
): Promise<SkillDetail> {
  const [skill] = await readSkills([{ slugOrId, version }], clock);
  if (skill === undefined) throw new Error("each skill asked for is answered");
  if (skill instanceof DomainError) throw skill;
  return skill;
}

/** A skill's page, as `getSkill` finds it; null where there is none, or it is in quarantine. */
export async function findShownSkill(slugOrId: string): Promise<SkillDetail | null> {
  try {
    return await getSkill(slugOrId);
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}

/**
 * All published versions of a skill, yanked ones included, highest first. Throws SKILL_NOT_FOUND and SKILL_QUARANTINED.
 */
export async function listVersions(slugOrId: string, clock: Clock = systemClock): Promise<VersionRow[]> {
  const rows = await selectVersionRows(database(), slugOrId, clock.now());
  if (rows.length === 0) await assertPublished(slugOrId);
  return rows.map(toVersionRow).sort((a, b) => compareVersions(b.version, a.version) ?? 0);
}

async function assertPublished(slugOrId: string): Promise<void> {
  const skill = await findSkill(database(), slugOrId);
  if (skill?.quarantineReason) throw skillQuarantined(slugOrId, skill.quarantineReason);
  if (!skill?.latestVersionId) {
    throw notPublished(slugOrId);
  }
}

function toVersionRow({ publishedAt, yankedAt, ...row }: StoredVersionHistory): VersionRow {
  return {
    ...row,
    publishedAt: publishedAt?.toISOString() ?? null,
    yankedAt: yankedAt?.toISOString() ?? null,
  };
}

export const CLAIM_EVENTS = [
  "skill:created",
  "draft:claimed",
  "draft:expired",
  "skill:transferred",
  "skill:renamed",
] as const;

export interface ClaimEvent {
  kind: (typeof CLAIM_EVENTS)[number];
  occurredAt: string;
  /** User names, as they were then, of who gave the skill to whom; null for everything else. */
  between: { from: string; to: string } | null;
  /** What it was called before, and from then on; null for everything else. */
  renamed: { before: string; slug: string } | null;
}

const parties = z.object({ from: z.string(), to: z.string() });
const names = z.object({ before: z.string(), slug: z.string() });

/**
 * When a skill was first uploaded, when somebody claimed it or nobody did, and when it changed owners or its name,
 * oldest first.
 */
export async function listClaimHistory(skillId: string): Promise<ClaimEvent[]> {
  const rows = await listEventsOf(skillId, CLAIM_EVENTS);
  return rows.flatMap(({ kind, data, occurredAt }) => {
    const known = CLAIM_EVENTS.find((each) => each === kind);
    if (known === undefined) return [];
    const between = parties.safeParse(data).data ?? null;
    const renamed = names.safeParse(data).data ?? null;
    return [{ kind: known, occurredAt: occurredAt.toISOString(), between, renamed }];
  });
}
