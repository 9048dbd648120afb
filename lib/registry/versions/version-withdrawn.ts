import { DomainError } from "@/lib/kernel/errors";

/** What everybody is told who asks for the files, or a call, of a version that was withdrawn. */
export function versionWithdrawn(
  slug: string,
  version: string,
  reason: string | null | undefined,
): DomainError {
  return new DomainError(
    "VERSION_NOT_AVAILABLE",
    `Version ${version} of "${slug}" was withdrawn: ${reason ?? "no reason given"}`,
    { details: { reason: "yanked" } },
  );
}
