import { hasSigned } from "@/lib/audits/seals";
import type { Database } from "@/lib/db/client";
import type { MaintainerObstacle } from "@/lib/ownership/maintainers/maintainer-not-possible";
import { hasOpenChallenge } from "@/lib/ownership/maintainers/repository";

/** What keeps an account from maintaining a skill: it judges it, and would be judging its own work. */
export async function findMaintainerObstacles(
  db: Database,
  where: { accountId: string; skillId: string },
): Promise<MaintainerObstacle[]> {
  const obstacles: MaintainerObstacle[] = [];
  if (await hasSigned(db, where)) obstacles.push("audited");
  if (await hasOpenChallenge(db, where)) obstacles.push("challenged");
  return obstacles;
}
