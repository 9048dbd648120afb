import type { SkillPackage } from "@/lib/package";
import type { CheckProfile } from "@/lib/skill-format";
import { scanPackage, type ScanResult } from "@/lib/vetting/scan-package";

/** By the dialects it states, or by those given. */
export interface ScannerOptions {
  dialects?: readonly CheckProfile[];
}

/** Judges a package, wherever that is done. */
export type Scanner = (skillPackage: SkillPackage, options?: ScannerOptions) => Promise<ScanResult>;

/**
 * Tries after which a package that ends or stops its judge is not given to one any more: judging needs nothing from
 * outside, so that waiting longer than for a busy machine does not help.
 */
export const MAX_SCANS = 6;

let current: Scanner = scanPackage;

/** How this process judges uploads: on the spot, unless it was given a thread for it. */
export function currentScanner(): Scanner {
  return current;
}

/** Set once by a process that does other work meanwhile, and by tests. */
export function setScanner(judge: Scanner): void {
  current = judge;
}
