import { z } from "@hono/zod-openapi";
import { auditMark, auditState, digest, lamports, moment, vettingStatus } from "@/api/schemas/skill";
import { toAuditMarkJson } from "@/lib/audits/seals/audit-mark-json";
import type { VersionRow } from "@/lib/registry/views";
import { isPrerelease } from "@/lib/skill-format";

export const uploadedBy = z
  .string()
  .nullable()
  .describe(
    "User name, as it is now, of the account that uploaded this version: its publisher or a maintainer of the skill. Null for a draft nobody had claimed, where it is not known, and once the account is closed.",
  );

export const versionSchema = z
  .object({
    version: z.string(),
    version_id: z.string(),
    is_latest: z.boolean().describe("What is answered and sold when no version is named."),
    is_prerelease: z.boolean().describe("Given only to those who ask for it, by its number or as `next`."),
    change: z
      .enum(["first", "patch", "minor", "major", "other"])
      .describe("The step its number makes from the release before."),
    price_lamports: lamports,
    package_digest: digest,
    package_size_bytes: z.int(),
    vetting_status: vettingStatus,
    audit_state: auditState,
    audit: auditMark,
    audit_carried_from: z.string().nullable().describe("Version whose audit this patch carries."),
    uploaded_by: uploadedBy,
    changelog: z.string().nullable(),
    published_at: moment.nullable(),
    withdrawn: z.boolean().describe("Not downloaded, sold or called any more, but by whoever has paid."),
    yanked_at: moment.nullable().describe("When it was withdrawn."),
    yank_reason: z.string().nullable().describe("What its owner wrote."),
    url: z.url().describe("GET it for everything about this version."),
  })
  .openapi("Version");

/** One release; `skillUrl` is where everything about its skill is answered. */
export function toVersionJson(row: VersionRow, skillUrl: string): z.infer<typeof versionSchema> {
  return {
    version: row.version,
    version_id: row.id,
    is_latest: row.isLatest,
    is_prerelease: isPrerelease(row.version),
    change: row.change,
    price_lamports: row.priceLamports,
    package_digest: row.packageDigest,
    package_size_bytes: row.sizeBytes,
    vetting_status: row.vettingStatus,
    audit_state: row.auditState,
    audit: toAuditMarkJson(row.audit),
    audit_carried_from: row.audit?.carriedFrom ?? null,
    uploaded_by: row.uploader?.username ?? null,
    changelog: row.changelog,
    published_at: row.publishedAt,
    withdrawn: row.yankedAt !== null,
    yanked_at: row.yankedAt,
    yank_reason: row.yankReason,
    url: `${skillUrl}?version=${encodeURIComponent(row.version)}`,
  };
}
