import { archiveName } from "@/lib/conversion/install-commands";
import { z } from "@hono/zod-openapi";
import { readPlatform } from "@/api/read-platform";
import { platformParameter, versionParameter } from "@/api/schemas/parameters";
import { deliverPackage } from "@/lib/catalogue/downloads/deliver-package";
import { DomainError } from "@/lib/kernel/errors";
import { exportVersion } from "@/lib/registry/packages/export-version";
import type { SkillDetail } from "@/lib/registry/views";
import { CHECK_PROFILES, type CheckProfile, type ConversionTarget } from "@/lib/skill-format";

/** In which of its forms a package is asked for. */
export const downloadQuery = z.object({
  version: versionParameter,
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, "must be sha256: and 64 hexadecimal digits")
    .optional()
    .describe(
      "The package digest that is known of `version`, for example from a lock file. With it a version is sent too that its publisher has withdrawn; the header X-Skill-Withdrawn gives the reason.",
    ),
  platform: platformParameter.describe("Left out or `any`: the package as it was published."),
  dialect: z
    .enum(CHECK_PROFILES)
    .optional()
    .describe(
      "The package as this format alone: only its keys, in a folder named like the skill, checked by its own rules. Left out: the package as it was published.",
    ),
  drop_others: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "With `dialect=agent-skills-upstream`: leave the keys of other formats out instead of keeping them as texts under `metadata`.",
    ),
});

export type DownloadQuery = z.infer<typeof downloadQuery>;

/** The bytes to be sent, and what they are. */
export interface RequestedPackage {
  bytes: Uint8Array;
  /** Of the package as it was published, whatever these bytes are. */
  packageDigest: string;
  etag: string;
  fileName: string;
  /** What it was made for; null for the published package. */
  platform: ConversionTarget | null;
  dialect: CheckProfile | null;
  /** A platform was asked for that this skill cannot be converted for. */
  fellBack: boolean;
}

/** Asks for other bytes than those published. Throws REQUEST_INVALID for an unknown platform. */
export const isMadeOnRequest = ({ platform, dialect }: DownloadQuery): boolean =>
  dialect !== undefined || readPlatform(platform) !== null;

/**
 * The package of a version in the form asked for. Throws REQUEST_INVALID for an unknown platform, and for a platform
 * and a dialect at once: a package made for a platform is not the package as a format. Throws what `deliverPackage` and
 * `exportVersion` throw.
 */
export async function readRequestedPackage(
  detail: SkillDetail,
  { platform, dialect, drop_others: dropOthers }: DownloadQuery,
): Promise<RequestedPackage> {
  const asked = readPlatform(platform);
  if (dialect === undefined) return readForPlatform(detail, asked);
  if (asked !== null) {
    throw new DomainError("REQUEST_INVALID", "Ask for a platform or for a dialect, not for both.", {
      details: { parameter: "dialect" },
    });
  }
  return readAsDialect(detail, dialect, dropOthers === "true");
}

async function readForPlatform(
  detail: SkillDetail,
  asked: ConversionTarget | null,
): Promise<RequestedPackage> {
  const { bytes, archiveDigest, packageDigest, target } = await deliverPackage(detail, asked);
  return {
    bytes,
    packageDigest,
    etag: `"${archiveDigest}"`,
    fileName: archiveName(detail, target),
    platform: target,
    dialect: null,
    fellBack: asked !== null && target === null,
  };
}

async function readAsDialect(
  detail: SkillDetail,
  dialect: CheckProfile,
  dropOthers: boolean,
): Promise<RequestedPackage> {
  const { bytes, packageDigest } = await exportVersion(detail.versionId, dialect, { dropOthers });
  return {
    bytes,
    packageDigest,
    etag: `"${packageDigest}+${dialect}${dropOthers ? "-alone" : ""}"`,
    fileName: archiveName(detail, null).replace(/\.skill$/, `-${dialect}.skill`),
    platform: null,
    dialect,
    fellBack: false,
  };
}
