import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { env } from "@/lib/platform/config/env";
import type { AuthorAgentView, SkillRow } from "@/lib/registry/views";
import { type HintPolicy, ORIGINS } from "@/lib/skill-format";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

const origin = z.enum(ORIGINS);

/** Where each member comes from; members of `Group` with the names of JSON. */
const originsOf = <Member extends string>(members: readonly Member[]) =>
  z
    .object(Object.fromEntries(members.map((member) => [member, origin])) as Record<Member, typeof origin>)
    .describe(
      "Who says it: the author (`declared`), or a format that the file declares, by what it reads where a key is left out (`format_default`); `not_declared` is said by nobody.",
    );

export const permissionOriginsSchema = originsOf(["network", "filesystem", "subprocess", "env_vars"]);
export const hintOriginsSchema = originsOf(["read_only", "destructive", "idempotent", "open_world"]);

/** What a skill asks for. */
export const permissionsSchema = z
  .object({
    network: z.boolean().nullable(),
    filesystem: z.boolean().nullable(),
    subprocess: z.boolean().nullable(),
    env_vars: z.array(z.string()).nullable(),
  })
  .describe("Null is not declared: expect that it does so.");

/** What a call does to the world, as tools of the Model Context Protocol say it. */
export const hintsSchema = z
  .object({
    read_only: z.boolean().nullable(),
    destructive: z.boolean().nullable(),
    idempotent: z.boolean().nullable(),
    open_world: z.boolean().nullable(),
  })
  .describe("Null is not declared: expect the worse.");

export const hintEffectsSchema = writtenFrom(
  z
    .object({
      ab_task: z
        .boolean()
        .describe("Marked as fit for A/B tasks: said to be read-only, and not destructive."),
      integration_test_required: z.boolean().describe("Its audit waits for an integration test."),
      higher_bond: z.boolean().describe("To be Optimistic it needs half as much again."),
      automatic_retry: z
        .boolean()
        .describe("A call that failed on the market's side is made once more by itself."),
      sandbox_replay: z.boolean().describe("Its examples are replayed in the sandbox."),
    })
    .openapi("HintEffects")
    .describe("What the market does because of the hints."),
  (policy: HintPolicy) => ({ ab_task: policy.abTaskMarked }),
);

/** As the canonical manifest has them: each with a value, whoever says it. */
export const manifestPermissionsSchema = z.object({
  network: z.boolean(),
  filesystem: z.boolean(),
  subprocess: z.boolean(),
  env_vars: z.array(z.string()),
});
export const manifestHintsSchema = z.object({
  read_only: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  open_world: z.boolean(),
});

/** That it is done, where there is no more to say. */
export const doneSchema = z.object({ status: z.literal("success") }).openapi("Done");

export const lamports = z
  .string()
  .regex(/^\d{1,20}$/)
  .describe("Lamports as decimal digits.");
export const announced = z
  .object({ price_lamports: lamports, from: z.string().describe("ISO 8601, UTC.") })
  .nullable()
  .describe("A higher price that calls have from a moment on; null where none was announced.");
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
    confidential: z
      .boolean()
      .describe("The files were not public when they were read: the verifier had a right of the owner."),
  })
  .nullable()
  .describe("What `Audited` says of this version: who read what, and when. Null for other states.")
  .openapi("AuditMark");

const claimStatus = z
  .enum(["draft", "claimed", "expired"])
  .nullable()
  .describe("null: published by an account, never a draft; the header of a download says `registered`.");
export const vettingStatus = z.enum(["pending", "approved", "caution", "rejected"]);

/** Named member by member: the hash of a session is stored too and goes to nobody. */
export const authorAgent = writtenFrom(
  z.object({ name: z.string(), provider: z.string().optional(), built_at: z.string().optional() }),
  ({ provider, built_at }: Omit<AuthorAgentView, "proven">) => ({
    provider: provider || undefined,
    built_at: built_at || undefined,
  }),
)
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

export const deprecated = z
  .object({
    message: z.string().describe("The owner's words."),
    successor: z.string().nullable().describe("Name of the skill that takes its place."),
    since: moment,
  })
  .nullable()
  .describe("That its owner says not to use it any more; null where they do not. It is offered as before.")
  .openapi("Deprecation");

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
    skill_access: z
      .enum(["public", "call_only", "private"])
      .describe(
        "`call_only`: it is called here, and its files are read only by its owner and by whom they let. `private`: only these know of it.",
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
    deprecated,
  })
  .openapi("Skill");

/** What the members of `skillSchema` are written from that are not those of a row. */
export const skillMembers = (row: SkillRow) => ({
  name: row.slug,
  url: `${env().APP_URL}/skills/${row.slug}`,
  author_agent_proven: row.authorAgent?.proven === true,
  icon_url: row.iconPath && env().APP_URL + row.iconPath,
  platform_compatibility: row.platforms,
  runnable_reason: explainObstacles(row.obstacles),
  permissions: row.access,
  permission_origins: row.access.origins,
  audit_carried_from: row.audit?.carriedFrom ?? null,
  claim_status: row.claimStatus === "registered" ? null : row.claimStatus,
  total_downloads: row.downloadsTotal,
  total_calls: row.callsTotal,
  avg_rating: row.rating.average,
  rating_count: row.rating.count,
});

export const clientSkillMembers = (row: SkillRow) => ({
  skill_id: row.id,
  name: row.slug,
  download_count: row.downloadsTotal,
  can_auto_convert: row.convertsTo.length > 0,
  avg_rating: row.rating.average,
});

/** A skill under the names that published clients of USK stores read; the other members of an answer say more. */
export const clientSkillSchema = writtenFrom(
  z
    .object({
      skill_id: z.string(),
      name: z.string(),
      description: z.string(),
      version: z.string(),
      trust_level: trustLevel,
      capabilities: z.array(z.string()),
      download_count: z.int(),
      downloads_7d: z.int(),
      days_since_update: z.int(),
      can_auto_convert: z.boolean(),
      category: z.string().nullable(),
      avg_rating: z.number().nullable(),
      vetting_status: vettingStatus,
      author_agent: authorAgent,
    })
    .openapi("ClientSkill"),
  clientSkillMembers,
);
