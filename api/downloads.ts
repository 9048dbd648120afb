import { createHash } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import { noun } from "@/api/frame/operation";
import { platformParameter, readPlatform, skillParameter, versionParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { assertNotYanked, findYankReason } from "@/lib/catalogue/assert-not-yanked";
import { deliverPackage } from "@/lib/catalogue/downloads/deliver-package";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { archiveName } from "@/lib/conversion/install-commands";
import { type ByteRange, readByteRange, matchesEntityTag } from "@/lib/web/http/answer-headers";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { DomainError } from "@/lib/kernel/errors";
import { exportVersion } from "@/lib/registry/packages/export-version";
import type { SkillDetail } from "@/lib/registry/views";
import { CHECK_PROFILES, spellingsOf, type CheckProfile, type ConversionTarget } from "@/lib/skill-format";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

export const downloads = noun("Discovery");

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
const isMadeOnRequest = ({ platform, dialect }: DownloadQuery): boolean =>
  dialect !== undefined || readPlatform(platform) !== null;

/**
 * The package of a version in the form asked for. Throws REQUEST_INVALID for an unknown platform, and for a platform
 * and a dialect at once: a package made for a platform is not the package as a format. Throws what `deliverPackage` and
 * `exportVersion` throw.
 */
async function readRequestedPackage(
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

/** Both download routes of USK are one operation. */

/** Published clients show its value as the form they were given instead. */
const FALLBACK_HEADER = "x-fallback-platform";
const AS_PUBLISHED = "original";

const downloadResponses = {
  200: {
    description: "The package, a ZIP archive. The X-Skill headers say how far it can be trusted.",
    headers: z.object({
      "x-skill-trust": z
        .enum(["sandbox", "community", "verified"])
        .describe("verified: owned by an account, and audited; not who that account is."),
      "x-skill-claim-status": z.enum(["registered", "draft", "claimed", "expired"]),
      "x-skill-verified": z.enum(["true", "false"]).describe("Whether X-Skill-Trust is verified."),
      "x-skill-version": z.string(),
      "x-skill-package-digest": z.string().describe("Of the published package, also when it was converted."),
      "x-skill-publisher": z
        .string()
        .optional()
        .describe(
          "User name of the account that published this version; absent for a draft nobody has claimed.",
        ),
      "x-skill-publisher-id": z.string().optional().describe("Of that account; its name can change."),
      "x-skill-withdrawn": z
        .string()
        .optional()
        .describe(
          "Its publisher has withdrawn this version: the reason, percent-encoded. It was sent because its digest was named.",
        ),
      "x-skill-dialect": z.string().optional().describe("The format asked for with `dialect`."),
      "x-skill-platform": z.string().optional().describe("What the package was made for."),
      "x-fallback-platform": z
        .literal(AS_PUBLISHED)
        .optional()
        .describe("The skill cannot be converted for the platform asked for: this is the published package."),
      "repr-digest": z.string().describe("Of the bytes of this answer (RFC 9530)."),
      etag: z.string(),
    }),
    content: { "application/zip": { schema: { type: "string", format: "binary" } as const } },
  },
  206: {
    description: "The part that Range asked for; Repr-Digest is that of the whole package.",
    headers: z.object({ "content-range": z.string(), etag: z.string(), "repr-digest": z.string() }),
    content: { "application/zip": { schema: { type: "string", format: "binary" } as const } },
  },
  304: { description: "The caller has these bytes already." },
  ...problems(
    "REQUEST_INVALID",
    "SKILL_NOT_FOUND",
    "SKILL_QUARANTINED",
    "VERSION_NOT_FOUND",
    "VERSION_NOT_AVAILABLE",
    "VERSION_CLOSED",
    "FILES_NOT_GIVEN",
    "DIALECT_NOT_AVAILABLE",
    "PACKAGE_CORRUPT",
    "RANGE_NOT_SATISFIABLE",
    "RATE_LIMITED",
  ),
};

/**
 * Sends the archive of a version, checked against its digest: as published, as converted for a platform, or as one
 * dialect alone; and counts the download. A yanked version is sent only to who names its number and digest, as a lock
 * file has them: what was built on it must go on being built. Throws VERSION_NOT_AVAILABLE for one otherwise,
 * FILES_NOT_GIVEN for a skill that is called here,
 * RATE_LIMITED for too many that are not as published, and what `readRequestedPackage` throws.
 */
async function sendDownload(c: ApiContext, skill: string, query: DownloadQuery): Promise<Response> {
  const detail = await getSkill(skill, { version: query.version });
  const isLocked =
    spellingsOf(query.version ?? "").includes(detail.version) && query.digest === detail.packageDigest;
  if (!isLocked) await assertNotYanked(detail);
  assertFilesGiven(detail);
  const withdrawn = await findYankReason(detail);
  if (isMadeOnRequest(query)) await limitRate(c, REQUEST_LIMITS.conversion, callerAddress(c));
  const requested = await readRequestedPackage(detail, query);
  const { bytes, etag, platform, fileName } = requested;
  const headers = {
    ...describe(detail, requested),
    ...(withdrawn === null ? {} : { "x-skill-withdrawn": encodeURIComponent(withdrawn) }),
    etag,
  };
  if (matchesEntityTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  const range = askedRange(c, bytes.length, etag);
  if (c.req.method !== "HEAD" && (range?.first ?? 0) === 0) {
    const { id: skillId, versionId } = detail;
    c.set("download", { skillId, versionId, ...(platform === null ? {} : { platform }) });
  }
  const { first, last } = range ?? { first: 0, last: bytes.length - 1 };
  return c.body(Uint8Array.from(bytes.subarray(first, last + 1)), range ? 206 : 200, {
    ...headers,
    ...(range ? { "content-range": `bytes ${first}-${last}/${bytes.length}` } : {}),
    "content-type": "application/zip",
    "content-length": String(last + 1 - first),
    "content-disposition": `attachment; filename="${fileName}"`,
    "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
  });
}

/** What is left of a download that broke off; all of it when the package is another one by now (RFC 9110, 13.1.5). */
function askedRange(c: ApiContext, size: number, etag: string): ByteRange | null {
  const ifRange = c.req.header("if-range");
  if (c.req.method !== "GET" || (ifRange !== undefined && ifRange !== etag)) return null;
  try {
    return readByteRange(c.req.header("range"), size);
  } catch (error) {
    c.header("content-range", `bytes */${size}`);
    throw error;
  }
}

/**
 * What an agent needs to choose an isolation policy from the headers alone (USK, draft upload). What `verified` says is
 * decided in docs/dialects/differences.md.
 */
export function trustHeaders(
  { trustLevel, claimStatus, version, versionPublisher: publisher }: SkillDetail,
  packageDigest: string,
) {
  return {
    ...(publisher === null
      ? {}
      : { "x-skill-publisher": publisher.username, "x-skill-publisher-id": publisher.id }),
    "x-skill-trust": trustLevel,
    "x-skill-claim-status": claimStatus,
    "x-skill-verified": String(trustLevel === "verified"),
    "x-skill-version": version,
    "x-skill-package-digest": packageDigest,
    // The bytes never change, but what the headers say of them can: always ask again.
    "cache-control": "public, no-cache",
  };
}

function describe(detail: SkillDetail, { packageDigest, dialect, platform, fellBack }: RequestedPackage) {
  return {
    ...trustHeaders(detail, packageDigest),
    "accept-ranges": "bytes",
    ...(dialect === null ? {} : { "x-skill-dialect": dialect }),
    ...(platform === null ? {} : { "x-skill-platform": platform }),
    ...(fellBack ? { [FALLBACK_HEADER]: AS_PUBLISHED } : {}),
  };
}

downloads
  .get("/v1/skills/{id}/download", {
    id: "downloadSkill",
    opens: true,
    summary: "Download a package",
    description: "The same as /v1/agent/skills/{id}/download.",
    params: skillParameter,
    query: downloadQuery,
    answers: { ...downloadResponses },
    cacheKind: "skill",
  })
  .handle(({ params, query }, c) => sendDownload(c, params.id, query));

downloads
  .get("/v1/agent/skills/{id}/download", {
    id: "downloadForAgent",
    opens: true,
    summary: "Download a package",
    params: skillParameter,
    query: downloadQuery,
    answers: { ...downloadResponses },
    cacheKind: "skill",
  })
  .handle(({ params, query }, c) => sendDownload(c, params.id, query));
