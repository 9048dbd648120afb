import type { FoundSkill } from "@/client";
import { describeAudit } from "@/lib/audits/describe-audit";

/** What stands behind a version that is installed: its audit, and whether an account answers for it. */
export function describeStanding(skill: FoundSkill): string {
  return skill.trust_level === "sandbox"
    ? `${describeAudit(skill)}; uploaded by an agent, nobody answers for it`
    : describeAudit(skill);
}
