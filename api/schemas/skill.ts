import { z } from "@hono/zod-openapi";
import {
  permissionOriginsSchema,
  permissionsSchema,
  toPermissionOriginsJson,
  toPermissionsJson,
} from "@/api/schemas/declared/access";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";
import { toAuditMarkJson } from "@/lib/audits/seals/audit-mark-json";
import type { AuthorAgentView, SkillRow } from "@/lib/registry/views";

export const lamports = z
  .string()
  .regex(/^\d{1,20}$/)
  .describe("Lamports as decimal digits.");
export const digest = z.string().describe("sha256:<64 hex digits>");
export const moment = z.string().describe("ISO 8601, UTC.");
export const trustLevel = z
  .enum(["sandbox", "community", "verified"])
  .describe(
    "Who answers for it: nobody (sandbox), an account (community), an account for an audited version (verified). None of them says who that account is: `publisher_domains` names the domains it has proven.",
  );
export const auditState = z.enum(["Unverified", "Optimistic", "Audited"]);
const challengeCounts = z
  .object({ open: z.int(), quiet: z.int(), upheld: z.int(), carried: z.int() })
  .describe(
    "Challenges of this version. open: from accounts with standing (a verifier, a buyer of this skill, somebody with a deposit) that wait for a decision; quiet: from other accounts, unproved claims until somebody decides; upheld: decided against it; carried: open ones of the version whose audit it carries.",
  )
  .openapi("ChallengeCounts");

export const auditMark = z
  .object({
    scope: z
      .enum(["full", "reduced", "patch"])
      .describe("What was read: every file (full), or what differs from `base_version`."),
    base_version: z.string().nullable().describe("The sealed version whose difference was read."),
    carried_from: z
      .string()
      .nullable()
      .describe("The version that was read: this one is a patch of it, which nobody has read."),
    sealed_at: moment,
    verifier_name: z.string(),
    verifier_address: z.string(),
  })
  .nullable()
  .describe("What `Audited` says of this version: who read what, and when. Null for other states.")
  .openapi("AuditMark");

const claimStatus = z
  .enum(["draft", "claimed", "expired"])
  .nullable()
  .describe("null: published by an account, never a draft; the header of a download says `registered`.");
export const vettingStatus = z.enum(["pending", "approved", "caution", "rejected"]);

export const authorAgent = z
  .object({ name: z.string(), provider: z.string().optional(), built_at: z.string().optional() })
  .nullable()
  .openapi("AuthorAgent", {
    description: "The agent that made the upload, as it named itself; null for a person.",
  });

export const runnableReason = z
  .string()
  .nullable()
  .describe(
    "Why the market makes no calls of it, and what to do; null where it does. A price is in force only once the version has given a valid answer in the sandbox.",
  );

export const skillSchema = z
  .object({
    id: z.string(),
    name: z.string().describe("The name in the address; also accepted wherever an id is."),
    display_name: z.string(),
    description: z.string(),
    version: z.string(),
    url: z.url(),
    publisher: z.string().nullable(),
    publisher_domains: z
      .array(
        z.object({
          domain: z.string().describe("As in the DNS: lower case, `xn--…` for other scripts."),
          proven_at: moment,
        }),
      )
      .describe(
        "Domains the account of `publisher` has proven to control, by a TXT record that is looked up about daily; the first one first. A publisher with one is a verified publisher. They say who it is, not that the skill is safe: no state, seal or order depends on them.",
      ),
    author_agent: authorAgent,
    author_agent_proven: z
      .boolean()
      .describe(
        "The upload proved to be of that agent, by its secret or as its owner's; false: only said so.",
      ),
    content_language: z.enum(["en", "zh", "ko", "und"]),
    category: z.string().nullable(),
    icon_url: z
      .url()
      .nullable()
      .describe(
        "The icon that the package brings, a square PNG; null where it brings none that may be shown.",
      ),
    tags: z.array(z.string()),
    capabilities: z.array(z.string()),
    platform_compatibility: z.array(z.string()).describe("As declared; empty when nothing was declared."),
    converts_to: z
      .array(z.string())
      .describe("Platforms a package can be made for; otherwise install by hand."),
    runtime: z.string().nullable(),
    runnable: z.boolean().describe("True when the market makes calls of it."),
    runnable_reason: runnableReason,
    price_lamports: lamports.describe("In force now: 0 while the market makes no call of it."),
    permissions: permissionsSchema,
    permission_origins: permissionOriginsSchema,
    trust_level: trustLevel,
    audit_state: auditState,
    audit: auditMark,
    audit_carried_from: z.string().nullable().describe("Version whose audit this patch carries."),
    bond_lamports: lamports.nullable(),
    challenges: challengeCounts,
    vetting_status: vettingStatus,
    claim_status: claimStatus,
    claim_expires_at: moment.nullable(),
    examples_total: z.int(),
    examples_proven: z.int().describe("Examples whose output was reproduced in the sandbox."),
    downloads_7d: z.int(),
    total_downloads: z.int(),
    calls_7d: z.int().describe("Successful calls of seven days by others than the publisher."),
    total_calls: z.int().describe("Successful calls by others than the publisher, ever."),
    avg_rating: z.number().nullable().describe("Stars of all reviews, 1 to 5; null without any."),
    rating_count: z.int(),
    published_at: moment,
    days_since_update: z.int(),
  })
  .openapi("Skill");

export type SkillJson = z.infer<typeof skillSchema>;

export function toSkillJson(row: SkillRow, baseUrl: string): SkillJson {
  return {
    id: row.id,
    name: row.slug,
    display_name: row.displayName,
    description: row.description,
    version: row.version,
    url: `${baseUrl}/skills/${row.slug}`,
    publisher: row.publisher,
    publisher_domains: row.publisherDomains.map(({ domain, provenAt }) => ({ domain, proven_at: provenAt })),
    author_agent: toAuthorAgentJson(row.authorAgent),
    author_agent_proven: row.authorAgent?.proven === true,
    content_language: row.contentLanguage,
    category: row.category,
    icon_url: row.iconPath && baseUrl + row.iconPath,
    tags: row.tags,
    capabilities: row.capabilities,
    platform_compatibility: row.platforms,
    converts_to: row.convertsTo,
    runtime: row.runtime,
    runnable: row.runnable,
    runnable_reason: explainObstacles(row.obstacles),
    price_lamports: row.priceLamports,
    permissions: toPermissionsJson(row.access),
    permission_origins: toPermissionOriginsJson(row.access.origins),
    trust_level: row.trustLevel,
    audit_state: row.auditState,
    audit: toAuditMarkJson(row.audit),
    audit_carried_from: row.audit?.carriedFrom ?? null,
    bond_lamports: row.bondLamports,
    challenges: row.challenges,
    vetting_status: row.vettingStatus,
    claim_status: row.claimStatus === "registered" ? null : row.claimStatus,
    claim_expires_at: row.claimExpiresAt,
    examples_total: row.examplesTotal,
    examples_proven: row.examplesProven,
    downloads_7d: row.downloads7d,
    total_downloads: row.downloadsTotal,
    calls_7d: row.calls7d,
    total_calls: row.callsTotal,
    avg_rating: row.rating.average,
    rating_count: row.rating.count,
    published_at: row.publishedAt,
    days_since_update: row.daysSinceUpdate,
  };
}

/** Named member by member: the hash of a session is stored too and goes to nobody. */
export function toAuthorAgentJson(
  agent: Omit<AuthorAgentView, "proven"> | null,
): z.infer<typeof authorAgent> {
  if (!agent) return null;
  return {
    name: agent.name,
    ...(agent.provider ? { provider: agent.provider } : {}),
    ...(agent.built_at ? { built_at: agent.built_at } : {}),
  };
}
