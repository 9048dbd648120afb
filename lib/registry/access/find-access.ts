import type { Database } from "@/lib/db/client";
import { decideAccess, type GivenAccess } from "@/lib/registry/access/decide-access";
import { isAnybody, type Reader } from "@/lib/registry/access/reader";
import { findReading } from "@/lib/registry/access/repository";
import type { SkillAccess } from "@/lib/registry/views";

export { findReading } from "@/lib/registry/access/repository";

/** What a reader is given of a skill whose access is known; public ones cost no query. */
export async function givenAccess(
  db: Database,
  skill: { id: string; access: SkillAccess },
  reader: Reader,
): Promise<GivenAccess> {
  const { id, access } = skill;
  if (access === "public" || isAnybody(reader)) return decideAccess({ access, by: null });
  return decideAccess({ access, by: (await findReading(db, id, reader))?.by ?? null });
}
