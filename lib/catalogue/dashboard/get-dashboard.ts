import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import {
  countOwned,
  listNewestOwnVersions,
  listWalletAddresses,
  type OwnedCounts,
  type OwnSkillRow,
} from "@/lib/catalogue/dashboard/own-skills-repository";

export interface OwnSkill extends Omit<OwnSkillRow, "uploadedAt" | "auditAskedAt"> {
  uploadedAt: string;
  auditAskedAt: string | null;
  /** Calls on the last seven of the days of `callsByDay`. */
  calls7d: number;
}

export interface Dashboard {
  wallets: string[];
  skills: OwnSkill[];
}

const MAX_SKILLS = 200;
const WEEK = 7;

/** What a creator has: the wallets that are paid, and own skills with the state of their newest version. */
export async function getDashboard(accountId: string, clock: Clock = systemClock): Promise<Dashboard> {
  const [wallets, rows] = await Promise.all([
    listWalletAddresses(database(), accountId),
    listNewestOwnVersions(database(), { ownerId: accountId, now: clock.now(), limit: MAX_SKILLS }),
  ]);
  return {
    wallets,
    skills: rows.map((row) => ({
      ...row,
      uploadedAt: row.uploadedAt.toISOString(),
      auditAskedAt: row.auditAskedAt?.toISOString() ?? null,
      calls7d: row.callsByDay.slice(-WEEK).reduce((sum, calls) => sum + calls, 0),
    })),
  };
}

/** What stands beside the entries of the dashboard's navigation. */
export function getOwnedCounts(accountId: string): Promise<OwnedCounts> {
  return countOwned(database(), accountId);
}
