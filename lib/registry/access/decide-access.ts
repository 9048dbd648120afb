import type { SkillAccess } from "@/lib/registry/views";

/** By what a reader may read the files of a skill whose access is not public; null by nothing. */
export type ReadingBy = "owner" | "maintainer" | "member" | "right" | null;

/** What somebody is given of a skill. */
export interface GivenAccess {
  /** That there is such a skill, and what its page says. */
  page: boolean;
  /** The bytes and the texts of its files. */
  files: boolean;
  /** A call of it, at its price. */
  call: boolean;
}

/** The one rule of who is given what. `shown-sql.ts` says the same of many skills at once. Pure. */
export function decideAccess({ access, by }: { access: SkillAccess; by: ReadingBy }): GivenAccess {
  const reads = by !== null;
  const page = access !== "private" || reads;
  return { page, files: access === "public" || reads, call: page };
}
