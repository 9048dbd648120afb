import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { refreshListing } from "@/lib/registry/listing/refresh-listing";
import { listSkillIdsOf } from "@/lib/registry/skills-repository";

/** Lists the skills of an account anew, one after the other: they are found under its user name, which has changed. */
export async function relistSkills(accountId: string, clock: Clock = systemClock): Promise<void> {
  for (const id of await listSkillIdsOf(database(), accountId))
    await inTransaction((tx) => refreshListing(tx, id, clock.now()));
}
