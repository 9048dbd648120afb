import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { ApiContext } from "@/api/context";
import { versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { DomainError } from "@/lib/errors";
import { matchesEntityTag } from "@/lib/http/entity-tag";
import { exportVersion } from "@/lib/registry/export-version";
import { getSkill } from "@/lib/registry/get-skill";
import { listVersions } from "@/lib/registry/list-versions";
import { readArchiveOfVersion } from "@/lib/registry/read-archive-of-version";
import { recordDownload } from "@/lib/registry/record-download";
import type { SkillDetail } from "@/lib/registry/views";
import { CHECK_PROFILES, readTarget, type CheckProfile } from "@/lib/skill-format";

/** Both download routes of USK are one operation. */

export const downloadQuery = z.object({
  version: versionParameter,
  platform: z.string().max(60).optional().describe("Left out or `any`: the package as it was published."),
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

export const downloadResponses = {
  200: {
    description: "The package, a ZIP archive. The X-Skill headers say how far it can be trusted.",
    headers: z.object({
      "x-skill-trust": z.enum(["sandbox", "community", "verified"]),
      "x-skill-claim-status": z.enum(["registered", "draft", "claimed", "expired"]),
      "x-skill-verified": z.enum(["true", "false"]),
      "x-skill-version": z.string(),
      "x-skill-package-digest": z.string().describe("Of the package as it was published."),
      "x-skill-dialect": z.string().optional().describe("The format asked for with `dialect`."),
      "repr-digest": z.string().describe("Of the bytes of this answer (RFC 9530)."),
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
    "DIALECT_NOT_AVAILABLE",
    "PACKAGE_CORRUPT",
  ),
};

/**
 * Sends the archive of a version, checked against its digest, or an export of it as one dialect, and counts the download.
 * Throws VERSION_NOT_AVAILABLE for a yanked version and for a platform it has no package for, DIALECT_NOT_AVAILABLE for a
 * dialect it is not valid as.
 */
export async function sendDownload(
  c: ApiContext,
  skill: string,
  { version, platform, dialect, drop_others: dropOthers }: z.infer<typeof downloadQuery>,
): Promise<Response> {
  assertOneForm(platform, dialect);
  const detail = await getSkill(skill, version === undefined ? {} : { version });
  await assertNotYanked(detail);
  assertPlatform(detail, platform);
  const { bytes, packageDigest, etag } = await readPackage(detail, dialect, dropOthers === "true");
  const headers = {
    ...trustHeaders(detail),
    "x-skill-version": detail.version,
    "x-skill-package-digest": packageDigest,
    ...(dialect === undefined ? {} : { "x-skill-dialect": dialect }),
    etag,
    // The bytes never change, but what the headers say of them can: always ask again.
    "cache-control": "public, no-cache",
  };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  if (c.req.method !== "HEAD") await recordDownload({ skillId: detail.id, versionId: detail.versionId });
  return c.body(Uint8Array.from(bytes), 200, {
    ...headers,
    "content-type": "application/zip",
    "content-length": String(bytes.length),
    "content-disposition": `attachment; filename="${fileName(detail, dialect)}"`,
    "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
  });
}

/** The package as it was published, or as one dialect alone, with an entity tag of its own. */
async function readPackage(
  { versionId }: SkillDetail,
  dialect: CheckProfile | undefined,
  dropOthers: boolean,
): Promise<{ bytes: Uint8Array; packageDigest: string; etag: string }> {
  if (dialect === undefined) {
    const { bytes, archiveDigest, packageDigest } = await readArchiveOfVersion(versionId);
    return { bytes, packageDigest, etag: `"${archiveDigest}"` };
  }
  const { bytes, packageDigest } = await exportVersion(versionId, dialect, { dropOthers });
  return { bytes, packageDigest, etag: `"${packageDigest}+${dialect}${dropOthers ? "-alone" : ""}"` };
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

function assertPlatform({ slug, convertsTo }: SkillDetail, platform: string | undefined): void {
  if (platform === undefined || platform.toLowerCase() === "any") return;
  const target = readTarget(platform);
  if (!target) {
    throw new DomainError(
      "REQUEST_INVALID",
      "This platform is not known. GET /v1/agent/platforms lists them.",
      {
        details: { parameter: "platform" },
      },
    );
  }
  const why = convertsTo.includes(target)
    ? `Packages for ${target} are not made by this market yet.`
    : `"${slug}" does not convert to ${target}: it is installed by hand.`;
  throw new DomainError(
    "VERSION_NOT_AVAILABLE",
    `${why} Download it without a platform and follow SKILL.md.`,
    {
      details: { reason: "manual_install" },
    },
  );
}

/** A package made for a platform is not the package as a format: nobody can mean both. */
function assertOneForm(platform: string | undefined, dialect: string | undefined): void {
  if (dialect === undefined || platform === undefined || platform.toLowerCase() === "any") return;
  throw new DomainError("REQUEST_INVALID", "Ask for a platform or for a dialect, not for both.", {
    details: { parameter: "dialect" },
  });
}

function fileName({ slug, version }: SkillDetail, dialect: CheckProfile | undefined): string {
  const format = dialect === undefined ? "" : `-${dialect}`;
  return `${slug}-${version.replaceAll(/[^A-Za-z0-9._+-]/g, "-")}${format}.skill`;
}
