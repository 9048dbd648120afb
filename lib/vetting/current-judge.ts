import type { SkillPackage } from "@/lib/package";
import type { CheckProfile } from "@/lib/skill-format";
import { judgePackage, type Judgement } from "@/lib/vetting/judge-package";

/** By the dialects it states, or by those given. */
export interface JudgeOptions {
  dialects?: readonly CheckProfile[];
}

/** Judges a package, wherever that is done. */
export type Judge = (skillPackage: SkillPackage, options?: JudgeOptions) => Promise<Judgement>;

/**
 * Tries after which a package that ends or stops its judge is not given to one any more: judging needs nothing from
 * outside, so that waiting longer than for a busy machine does not help.
 */
export const MAX_JUDGEMENTS = 6;

let current: Judge = async (skillPackage, options) => judgePackage(skillPackage, options);

/** How this process judges uploads: on the spot, unless it was given a thread for it. */
export function currentJudge(): Judge {
  return current;
}

/** Set once by a process that does other work meanwhile, and by tests. */
export function setJudge(judge: Judge): void {
  current = judge;
}
