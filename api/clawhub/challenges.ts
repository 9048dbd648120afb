import { listChallenges } from "@/lib/audits/challenges/list-challenges";

/** Whether somebody has shown that this version is not what it promises. */
export async function hasUpheldChallenge(versionId: string): Promise<boolean> {
  return (await listChallenges({ versionId })).some(({ state }) => state === "upheld");
}
