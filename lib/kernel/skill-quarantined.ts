import { DomainError } from "@/lib/kernel/errors";

/** What everybody is told who asks for a skill in quarantine. */
export function skillQuarantined(slug: string, reason: string): DomainError {
  return new DomainError("SKILL_QUARANTINED", `"${slug}" is in quarantine: ${reason}`, {
    details: { reason: "quarantined" },
  });
}
