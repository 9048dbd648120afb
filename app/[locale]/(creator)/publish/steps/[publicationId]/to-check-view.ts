import type { CheckView } from "@/components/validate/check-view";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import { proposalWords } from "@/lib/platform/i18n/proposal-words";
import type { SkillPackage } from "@/lib/package";
import { listPackageFixes, proposePackageChanges, validatePackage } from "@/lib/publishing/check-package";

/** What the check of a package shows to a reader of a language. */
export async function toCheckView(skillPackage: SkillPackage, locale: string): Promise<CheckView> {
  const { decision, reports, calling, skillMd, files } = await validatePackage(skillPackage);
  const proposal = await proposePackageChanges(skillPackage);
  return {
    status: decision.status,
    reasons: decision.reasons,
    reports: reports.map(({ dialect, valid, issues, passed }) => ({
      dialect,
      valid,
      issues,
      ...(passed === undefined ? {} : { passed }),
    })),
    calling,
    skillMd,
    files: files.map(({ path }) => path),
    fixes: await listPackageFixes(skillPackage),
    proposal,
    proposalWords: proposalWords(locale, proposal),
    meanings: issueMeanings(locale, [...reports, calling]),
  };
}
