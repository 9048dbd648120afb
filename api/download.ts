import { z } from "@hono/zod-openapi";
import type { ApiContext } from "@/api/context";
import { readPlatform } from "@/api/read-platform";
import { platformParameter, versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { deliverPackage } from "@/lib/conversion/deliver-package";
import { DomainError } from "@/lib/errors";
import { matchesEntityTag } from "@/lib/http/entity-tag";
import { getSkill } from "@/lib/registry/get-skill";
import { listVersions } from "@/lib/registry/list-versions";
import { recordDownload } from "@/lib/registry/record-download";
import type { SkillDetail } from "@/lib/registry/views";
import type { ConversionTarget } from "@/lib/skill-format";

/** Both download routes of USK are one operation. */

/** Published clients show its value as the form they were given instead. */
const FALLBACK_HEADER = "x-fallback-platform";
const AS_PUBLISHED = "original";

export const downloadQuery = z.object({
  version: versionParameter,
  platform: platformParameter.describe("Left out or `any`: the package as it was published."),
});

export const downloadResponses = {
  200: {
    description: "The package, a ZIP archive. The X-Skill headers say how far it can be trusted.",
    headers: z.object({
      "x-skill-trust": z.enum(["sandbox", "community", "verified"]),
      "x-skill-claim-status": z.enum(["registered", "draft", "claimed", "expired"]),
      "x-skill-verified": z.enum(["true", "false"]),
      "x-skill-version": z.string(),
      "x-skill-package-digest": z.string().describe("Of the published package, also when it was converted."),
      "x-skill-platform": z.string().optional().describe("What the package was made for."),
      "x-fallback-platform": z
        .literal(AS_PUBLISHED)
        .optional()
        .describe("The skill cannot be converted for the platform asked for: this is the published package."),
      "repr-digest": z.string(),
      etag: z.string(),
    }),
    content: { "application/zip": { schema: { type: "string", format: "binary" } as const } },
  },
  304: { description: "The caller has these bytes already." },
  ...problems(
    "REQUEST_INVALID",
    "SKILL_NOT_FOUND",
    "VERSION_NOT_FOUND",
    "VERSION_NOT_AVAILABLE",
    "PACKAGE_CORRUPT",
  ),
};

/**
 * Sends the archive of a version, checked against its digest, and counts the download. Throws VERSION_NOT_AVAILABLE for a
 * yanked version, and for a platform when the skill is not USK v3.
 */
export async function sendDownload(
  c: ApiContext,
  skill: string,
  { version, platform }: z.infer<typeof downloadQuery>,
): Promise<Response> {
  const detail = await getSkill(skill, version === undefined ? {} : { version });
  await assertNotYanked(detail);
  const asked = readPlatform(platform);
  const { bytes, archiveDigest, packageDigest, target } = await deliverPackage(detail, asked);
  const hex = archiveDigest.replace(/^sha256:/, "");
  const headers = {
    ...trustHeaders(detail),
    "x-skill-version": detail.version,
    "x-skill-package-digest": packageDigest,
    ...(target === null ? {} : { "x-skill-platform": target }),
    ...(asked !== null && target === null ? { [FALLBACK_HEADER]: AS_PUBLISHED } : {}),
    etag: `"${archiveDigest}"`,
    // The bytes never change, but what the headers say of them can: always ask again.
    "cache-control": "public, no-cache",
  };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  if (c.req.method !== "HEAD") {
    const platformOf = target === null ? {} : { platform: target };
    await recordDownload({ skillId: detail.id, versionId: detail.versionId, ...platformOf });
  }
  return c.body(Uint8Array.from(bytes), 200, {
    ...headers,
    "content-type": "application/zip",
    "content-length": String(bytes.length),
    "content-disposition": `attachment; filename="${fileName(detail, target)}"`,
    "repr-digest": `sha-256=:${Buffer.from(hex, "hex").toString("base64")}:`,
  });
}

/** What an agent needs to choose an isolation policy from the headers alone (R-002-147 to 149, A-36). */
function trustHeaders({ trustLevel, claimStatus }: SkillDetail) {
  return {
    "x-skill-trust": trustLevel,
    "x-skill-claim-status": claimStatus,
    "x-skill-verified": String(trustLevel === "verified"),
  };
}

// The newest version is never a yanked one.
async function assertNotYanked({ isLatest, slug, versionId, version }: SkillDetail): Promise<void> {
  if (isLatest) return;
  const row = (await listVersions(slug)).find((each) => each.id === versionId);
  if (!row?.yankedAt) return;
  throw new DomainError(
    "VERSION_NOT_AVAILABLE",
    `Version ${version} was yanked: ${row.yankReason ?? "no reason given"}`,
    {
      details: { reason: "yanked" },
    },
  );
}

function fileName({ slug, version }: SkillDetail, target: ConversionTarget | null): string {
  const name = `${slug}-${version.replaceAll(/[^A-Za-z0-9._+-]/g, "-")}`;
  return target === null ? `${name}.skill` : `${name}-${target}.zip`;
}
