import { database } from "@/lib/db/client";
import { listNewestOwnVersions, listWalletAddresses } from "@/lib/registry/own-skills-repository";
import type { VettingStatus } from "@/lib/registry/views";

export interface OwnSkill {
  slug: string;
  versionId: string;
  version: string;
  vettingStatus: VettingStatus;
  published: boolean;
  yanked: boolean;
  priceLamports: string;
  calls7d: number;
  callsTotal: number;
  downloads7d: number;
  downloadsTotal: number;
  uploadedAt: string;
}

export interface Dashboard {
  wallets: string[];
  skills: OwnSkill[];
}

const MAX_SKILLS = 200;

/** What a creator sees first: the wallets that are paid, and own skills with the state of their newest version. */
export async function getDashboard(accountId: string): Promise<Dashboard> {
  const [wallets, versions] = await Promise.all([
    listWalletAddresses(database(), accountId),
    listNewestOwnVersions(database(), accountId, MAX_SKILLS),
  ]);
  return {
    wallets,
    skills: versions.map(({ skill, ...version }) => ({
      ...skill,
      versionId: version.id,
      version: version.version,
      vettingStatus: version.vettingStatus,
      published: version.publishedAt !== null,
      yanked: version.yankedAt !== null,
      priceLamports: version.priceLamports.toFixed(0),
      uploadedAt: version.createdAt.toISOString(),
    })),
  };
}
