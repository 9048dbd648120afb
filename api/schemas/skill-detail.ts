import { z } from "@hono/zod-openapi";
import { experienceSchema, toExperienceJson } from "@/api/schemas/declared/experience";
import { declaredSchema, toDeclaredJson } from "@/api/schemas/declared/declared";
import { fromMetadataSchema, toFromMetadataJson } from "@/api/schemas/declared/from-metadata";
import { clientSkillSchema, toClientSkillJson } from "@/api/schemas/client-skill";
import { secondOpinionSchema, toSecondOpinionJson } from "@/api/schemas/vetting/second-opinion";
import { pictureSchema, toPictureJson } from "@/api/schemas/vetting/vetting-picture";
import { digest, moment, skillSchema, toSkillJson, vettingStatus } from "@/api/schemas/skill";
import { uploadedBy } from "@/api/schemas/version";
import type { ExampleView, FindingView, SealView, SkillDetail } from "@/lib/registry/views";
import type { ImageMatch } from "@/lib/running/runners/compare-image";
import type { SameContent } from "@/lib/registry/versions/find-same-content";
import type { Resembled } from "@/lib/registry/names/find-confusable-name";

export const exampleSchema = z
  .object({
    name: z.string().optional(),
    description: z.string().optional(),
    tags: z.array(z.string()).optional(),
    input: z.unknown(),
    output: z.unknown(),
    replay: z
      .object({
        state: z.enum(["proven", "drifted", "failing", "not_run"]),
        match_rule: z.enum(["exact", "shape"]),
        wall_ms: z.int().nullable(),
        detail: z.string().nullable(),
        replayed_at: moment,
      })
      .nullable()
      .describe("What the market saw when it ran the example; null before that."),
  })
  .openapi("Example");

export function toExampleJson({ name, description, tags, input, output, replay }: ExampleView) {
  return {
    ...(name === null ? {} : { name }),
    ...(description === null ? {} : { description }),
    ...(tags.length > 0 ? { tags } : {}),
    input,
    output,
    replay: replay && {
      state: replay.state,
      match_rule: replay.matchRule,
      wall_ms: replay.wallMs,
      detail: replay.detail,
      replayed_at: replay.replayedAt,
    },
  } satisfies z.infer<typeof exampleSchema>;
}

export const findingSchema = z
  .object({
    code: z.string(),
    severity: z.enum(["info", "low", "medium", "high"]),
    confidence: z.enum(["weak", "strong"]),
    file: z.string().nullable(),
    line: z.int().nullable(),
    message: z.string(),
    evidence: z.string().nullable(),
    remedy: z.string().nullable(),
  })
  .openapi("Finding");

export function toFindingJson(finding: FindingView): z.infer<typeof findingSchema> {
  const { code, severity, confidence, file, line, message, evidence, remedy } = finding;
  return { code, severity, confidence, file, line, message, evidence, remedy };
}

const sealSchema = z
  .object({
    audit_id: z.string(),
    version: z.string(),
    scope: z.enum(["full", "reduced", "patch"]),
    base_version: z
      .string()
      .nullable()
      .describe("The sealed version whose difference was read; null where every file was."),
    verifier_name: z.string(),
    verifier_address: z.string(),
    package_digest: digest,
    issued_at: moment,
    expires_at: moment,
    counts: z.boolean().describe("In force, over this very package, by an enrolled verifier."),
  })
  .openapi("Seal");

function toSealJson(seal: SealView): z.infer<typeof sealSchema> {
  return {
    audit_id: seal.auditId,
    version: seal.version,
    scope: seal.scope,
    base_version: seal.baseVersion,
    verifier_name: seal.verifierName,
    verifier_address: seal.verifierAddress,
    package_digest: seal.packageDigest,
    issued_at: seal.issuedAt,
    expires_at: seal.expiresAt,
    counts: seal.counts,
  };
}

const withdrawnSchema = z
  .boolean()
  .describe(
    "Its owner took this version back: not downloaded, sold or called any more. The reason is among its versions.",
  );

const dialectReport = z.object({
  dialect: z.string(),
  valid: z.boolean(),
  issues: z.array(
    z.looseObject({ severity: z.string(), code: z.string(), path: z.string(), message: z.string() }),
  ),
});

export const skillDetailSchema = skillSchema
  .extend({
    version_id: z.string(),
    version_publisher: z
      .object({
        id: z.string().describe("Stays the same when the account changes its name."),
        name: z.string(),
      })
      .nullable()
      .describe(
        "The account that published this version; `publisher` is whoever answers for the skill now. Null for a draft nobody has claimed.",
      ),
    uploaded_by: uploadedBy,
    maintainers: z
      .array(z.string())
      .describe("User names of who publishes versions of the skill beside its owner, the oldest first."),
    resembles: z
      .object({ name: z.string(), publisher: z.string(), url: z.url() })
      .nullable()
      .describe(
        "An older skill of another account whose name is one letter away, or has the same words in another order: make sure which of the two is meant. Null where there is none, and for a version that a verifier has sealed.",
      ),
    same_content_as: z
      .object({ name: z.string(), publisher: z.string(), published_at: moment, url: z.url() })
      .nullable()
      .describe(
        "The skill of another account that was published earlier with the same files under its own name. Null where there is none, and for packages too small to be anybody's.",
      ),
    is_latest: z.boolean(),
    latest_version: z.string(),
    next_version: z
      .string()
      .nullable()
      .describe("The highest pre-release where it is above `latest_version`: what `version=next` names."),
    withdrawn: withdrawnSchema,
    spec: z.enum(["v2", "v3"]),
    dialects: z.array(z.string()),
    dialect_reports: z.array(dialectReport),
    package_digest: digest,
    executable_files: z
      .array(z.string())
      .nullable()
      .describe(
        "Paths of the files that may be run, which the package digest leaves out. Null of a version that was stored before that was recorded.",
      ),
    package_size_bytes: z.int(),
    entry_point: z.string().nullable(),
    timeout_ms: z.int(),
    license: z.string().nullable(),
    changelog: z.string().nullable(),
    declared: declaredSchema,
    from_metadata: fromMetadataSchema.nullable(),
    experience: experienceSchema.nullable(),
    install_mode: z
      .enum(["auto", "manual_install"])
      .describe(
        "`manual_install`: no package is made for any platform; the published one is put in place by hand.",
      ),
    payee_address: z.string().nullable(),
    skill_md: z.string(),
    examples: z.array(exampleSchema),
    findings: z.array(findingSchema),
    seals: z.array(sealSchema),
    vetting: z.object({
      engine_version: z.string().nullable(),
      report_digest: z.string().nullable(),
      summary: z.string().nullable(),
      finished_at: moment.nullable(),
      picture: pictureSchema.nullable(),
      second_opinion: secondOpinionSchema,
      earlier_reports: z
        .array(z.object({ engine_version: z.string(), report_digest: z.string(), finished_at: moment }))
        .describe(
          "What older engines said of the same package, the newest first: an audit names the digest of the report that its verifier read.",
        ),
    }),
    success_rate_30d: z.number().nullable(),
    p50_ms: z.number().nullable(),
    p95_ms: z.number().nullable(),
    rating: z.object({ average: z.number().nullable(), count: z.int() }),
    skill: clientSkillSchema
      .extend({
        owner_username: z.string().nullable(),
        created_at: moment,
        latest_version_details: z.object({
          version_number: z.string(),
          vetting_status: vettingStatus,
          download_count: z.int(),
          tags: z.array(z.string()),
        }),
      })
      .describe("The same skill, as clients of USK stores read it."),
    reviews_url: z.url(),
    versions_url: z.url(),
    schema_url: z.url(),
    download_url: z.url(),
  })
  .openapi("SkillDetail");

export type SkillDetailJson = z.infer<typeof skillDetailSchema>;

export function toSkillDetailJson(
  detail: SkillDetail,
  {
    resembled,
    same,
    image,
  }: { resembled: Resembled | null; same: SameContent | null; image: ImageMatch | null },
  baseUrl: string,
): SkillDetailJson {
  const own = `${baseUrl}/v1/agent/skills/${detail.slug}`;
  return {
    ...toSkillJson(detail, baseUrl),
    version_id: detail.versionId,
    version_publisher:
      detail.versionPublisher === null
        ? null
        : { id: detail.versionPublisher.id, name: detail.versionPublisher.username },
    uploaded_by: detail.uploader?.username ?? null,
    maintainers: detail.maintainers,
    resembles: resembled && {
      name: resembled.slug,
      publisher: resembled.publisher,
      url: `${baseUrl}/skills/${resembled.slug}`,
    },
    same_content_as: same && {
      name: same.slug,
      publisher: same.publisher,
      published_at: same.publishedAt.toISOString(),
      url: `${baseUrl}/skills/${same.slug}`,
    },
    is_latest: detail.isLatest,
    latest_version: detail.latestVersion,
    next_version: detail.nextVersion,
    withdrawn: detail.withdrawn,
    spec: detail.spec,
    dialects: detail.dialects,
    dialect_reports: detail.reports.map(({ dialect, valid, issues }) => ({
      dialect,
      valid,
      issues: issues.map((issue) => ({ ...issue })),
    })),
    package_digest: detail.packageDigest,
    executable_files: detail.executableFiles,
    package_size_bytes: detail.packageSizeBytes,
    entry_point: detail.entryPoint,
    timeout_ms: detail.timeoutMs,
    license: detail.license,
    changelog: detail.changelog,
    declared: toDeclaredJson(detail.manifest, image),
    from_metadata: toFromMetadataJson(detail.manifest.fromMetadata) ?? null,
    experience: toExperienceJson(detail.manifest.evolution),
    install_mode: detail.convertsTo.length > 0 ? "auto" : "manual_install",
    payee_address: detail.payeeAddress,
    skill_md: detail.skillMd,
    examples: detail.examples.map(toExampleJson),
    findings: detail.findings.map(toFindingJson),
    seals: detail.seals.map(toSealJson),
    vetting: {
      engine_version: detail.vetting.engineVersion,
      report_digest: detail.vetting.reportDigest,
      summary: detail.vetting.summary,
      finished_at: detail.vetting.finishedAt,
      picture: detail.vetting.picture && toPictureJson(detail.vetting.picture),
      second_opinion: toSecondOpinionJson(detail.vetting.opinion),
      earlier_reports: detail.vetting.earlier.map((report) => ({
        engine_version: report.engineVersion,
        report_digest: report.reportDigest,
        finished_at: report.finishedAt,
      })),
    },
    success_rate_30d: detail.successRate30d,
    p50_ms: detail.p50Ms,
    p95_ms: detail.p95Ms,
    rating: detail.rating,
    skill: {
      ...toClientSkillJson(detail),
      owner_username: detail.publisher,
      created_at: detail.createdAt,
      latest_version_details: {
        version_number: detail.latestVersion,
        vetting_status: detail.vettingStatus,
        download_count: detail.downloadsTotal,
        tags: detail.tags,
      },
    },
    reviews_url: `${baseUrl}/v1/skills/${detail.slug}/reviews`,
    versions_url: `${baseUrl}/v1/skills/${detail.slug}/versions`,
    schema_url: `${own}/schema?version=${encodeURIComponent(detail.version)}`,
    download_url: `${own}/download?version=${encodeURIComponent(detail.version)}`,
  };
}
