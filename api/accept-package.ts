import { DomainError } from "@/lib/kernel/errors";
import type { PackageResult, SkillPackage } from "@/lib/package";

/** 5 MiB of content as JSON: base64 adds a third, escaped texts can double. */
export const MAX_JSON_UPLOAD_BYTES = 12 * 1024 * 1024;

/** The package of a reading, or its fault thrown under the code USK has for it. */
export function acceptPackage(result: PackageResult): SkillPackage {
  if (result.ok) return result.package;
  const { code, message, path } = result.issue;
  throw new DomainError(
    code,
    message,
    path === undefined ? {} : { details: { findings: [{ path, message }] } },
  );
}
