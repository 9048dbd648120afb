import { DomainError } from "@/lib/kernel/errors";
import { readTarget, type ConversionTarget } from "@/lib/skill-format";

/** The platform a query means; null for the package as it was published. Throws REQUEST_INVALID for an unknown one. */
export function readPlatform(platform: string | undefined): ConversionTarget | null {
  if (platform === undefined || platform.toLowerCase() === "any") return null;
  const target = readTarget(platform);
  if (target) return target;
  throw new DomainError(
    "REQUEST_INVALID",
    "This platform is not known. GET /v1/agent/platforms lists them.",
    { details: { parameter: "platform" } },
  );
}
