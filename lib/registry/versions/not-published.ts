import { DomainError } from "@/lib/kernel/errors";

/**
 * What everybody is told who asks for a skill that is not there, or for a version it does not have, and what to
 * ask instead.
 */
export function notPublished(slugOrId: string, version?: string): DomainError {
  return version === undefined
    ? new DomainError(
        "SKILL_NOT_FOUND",
        `There is no published skill "${slugOrId}". GET /v1/agent/search?q=… finds what there is.`,
      )
    : new DomainError(
        "VERSION_NOT_FOUND",
        `"${slugOrId}" has no published version ${version}. GET /v1/skills/{id}/versions lists them.`,
      );
}
