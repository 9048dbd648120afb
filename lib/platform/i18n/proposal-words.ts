import { isLocale } from "@/lib/platform/i18n/paths";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { FIX_KINDS } from "@/lib/skill-format";
import type { Proposal } from "@/lib/vetting/propose-changes";

/** What the steps and obstacles of a proposal are called in a language, by their codes. */
export interface ProposalWords {
  steps: Readonly<Record<string, string>>;
  obstacles: Readonly<Record<string, string>>;
}

/** A step that is a safe fix has its words there. */
const FIXES: readonly string[] = FIX_KINDS;

/** Of the codes of one proposal, and of no others. */
export function proposalWords(locale: string, proposal: Proposal | null): ProposalWords | undefined {
  if (proposal === null || !isLocale(locale)) return undefined;
  const t = getTranslations({ locale, namespace: "proposals" });
  const own = proposal.steps.filter((step) => !FIXES.includes(step));
  return {
    steps: Object.fromEntries(own.map((step) => [step, t(`steps.${step}`)])),
    obstacles: Object.fromEntries(proposal.obstacles.map((code) => [code, t(`obstacles.${code}`)])),
  };
}
