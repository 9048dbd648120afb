import { existsUpheldChallenge } from "@/lib/audits/challenges/repository";
import { database } from "@/lib/db/client";

/** Whether somebody has shown that this version is not what it promises. */
export function hasUpheldChallenge(versionId: string): Promise<boolean> {
  return existsUpheldChallenge(database(), versionId);
}
