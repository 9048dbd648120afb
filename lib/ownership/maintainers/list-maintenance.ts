import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { listOwnersActedFor } from "@/lib/identity/organisations/act-for";
import {
  listInvitations,
  listOwnSlugs,
  listStanding,
  listUnlistedUploads,
  type MaintainerRow,
} from "@/lib/ownership/maintainers/repository";
import type { VettingStatus } from "@/lib/registry/views";

const MAX_SKILLS = 200;
/** Anybody invites anybody. */
const MAX_INVITATIONS = 100;
const MAX_UPLOADS = 20;

export interface MaintainerView {
  maintainerId: string;
  slug: string;
  /** User names. */
  owner: string;
  maintainer: string;
  /** Until when an invitation can be accepted; null of somebody who maintains the skill. */
  invitedUntil: string | null;
}

/** A version that vetting has not let through, or not yet. */
export interface UnlistedUpload {
  versionId: string;
  slug: string;
  version: string;
  vettingStatus: VettingStatus;
  uploadedAt: string;
}

export interface Maintenance {
  /** Invitations the account can accept, at most 100, the newest first. */
  invitations: MaintainerView[];
  /** Skills of others that it maintains. */
  maintained: MaintainerView[];
  /** What it uploaded to skills of others and is not listed, the newest first, at most 20. */
  unlisted: UnlistedUpload[];
  /** Who maintains its own skills, or those of organisations that it owns, or is invited to. */
  own: MaintainerView[];
  /** Names of those skills, at most 200. */
  skills: string[];
}

/** Whatever an account has to do with maintainers: as one, and as the owner of skills. */
export async function listMaintenance(
  { accountId }: Actor,
  clock: Clock = systemClock,
): Promise<Maintenance> {
  const now = clock.now();
  const ownerIds = await listOwnersActedFor(accountId, "own");
  const [invitations, standing, skills, uploads] = await Promise.all([
    listInvitations(database(), { accountId, now, limit: MAX_INVITATIONS }),
    listStanding(database(), { accountId, ownerIds, now }),
    listOwnSlugs(database(), ownerIds, MAX_SKILLS),
    listUnlistedUploads(database(), accountId, MAX_UPLOADS),
  ]);
  return {
    invitations: invitations.map(toView),
    maintained: standing.filter((row) => row.accountId === accountId).map(toView),
    unlisted: uploads.map(({ id, createdAt, skill, ...facts }) => ({
      ...facts,
      versionId: id,
      slug: skill.slug,
      uploadedAt: createdAt.toISOString(),
    })),
    own: standing.filter(({ skill }) => ownerIds.includes(skill.ownerId ?? "")).map(toView),
    skills,
  };
}

function toView({ id, state, expiresAt, account, skill }: MaintainerRow): MaintainerView {
  return {
    maintainerId: id,
    slug: skill.slug,
    owner: skill.owner?.username ?? "",
    maintainer: account.username,
    invitedUntil: state === "invited" ? expiresAt.toISOString() : null,
  };
}
