import { SKILL_ACCESSES, type SkillAccess } from "@/lib/registry/views";

/** True for one of the three words. */
export const isSkillAccess = (text: string): text is SkillAccess =>
  (SKILL_ACCESSES as readonly string[]).includes(text);

/** What decides whether the access of a skill may change. */
export interface AccessFacts {
  /** Vetting has judged a version of it: its name stands in the public log, or it was shown to everybody. */
  isJudged: boolean;
  /** Why no call of its newest version is made here, in one sentence; null where calls are made. */
  notCalled: string | null;
}

/** Why a change is refused. */
export type AccessRefusal = "was_shown" | "not_callable";

/**
 * The one rule of which access may follow which. What everybody could see cannot be made unseen, so that nothing that
 * was shown becomes private; what nobody can call must not be for calls alone. Null where it may. Pure.
 */
export function decideAccessChange(
  { from, to }: { from: SkillAccess; to: SkillAccess },
  { isJudged, notCalled }: AccessFacts,
): AccessRefusal | null {
  if (from === to) return null;
  if (to === "private" && isJudged) return "was_shown";
  if (to === "call_only" && notCalled !== null) return "not_callable";
  return null;
}
