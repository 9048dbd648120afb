import type { SkillPackage } from "@/lib/package";
import { judgePackage, type Judgement } from "@/lib/vetting/judge-package";

/** Judges a package within a request, wherever that is done. */
export type Judge = (skillPackage: SkillPackage) => Promise<Judgement>;

let current: Judge = (skillPackage) => Promise.resolve(judgePackage(skillPackage));

/** How this process judges uploads that are vetted within a request: on the spot, unless it was given a thread for it. */
export function currentJudge(): Judge {
  return current;
}

/** Set once by a process that answers others meanwhile, and by tests. */
export function setJudge(judge: Judge): void {
  current = judge;
}
