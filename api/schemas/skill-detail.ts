import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import {
  declaredSchema,
  experienceSchema,
  fromMetadataSchema,
  toExperienceView,
} from "@/api/schemas/declared";
import {
  auditMark,
  auditState,
  clientSkillMembers,
  clientSkillSchema,
  digest,
  lamports,
  moment,
  skillMembers,
  skillSchema,
  vettingStatus,
} from "@/api/schemas/skill";
import { env } from "@/lib/platform/config/env";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import type { EarlierContent } from "@/lib/registry/versions/find-version";
import type { ExampleView, SkillDetail, VersionRow } from "@/lib/registry/views";
import type { ImageMatch } from "@/lib/running/runners/compare-image";
import { YANK_KINDS } from "@/lib/registry/versions/yank-kinds";
import { isPrerelease } from "@/lib/skill-format";
import { FACT_KINDS } from "@/lib/vetting/facts/fact";
import { OPINION_VERDICTS } from "@/lib/vetting/opinion/read-answer";
/** Of a withdrawal (`lib/registry/versions/yank-kinds`). */
export const yankKind = z.enum([...YANK_KINDS, "ordered"]);

const use = z.object({ what: z.string(), file: z.string(), line: z.int() });

/** What vetting saw a package do, each with its file and 1-based line. */
const pictureSchema = z
  .object({
    contacts: z.array(
      z.object({ host: z.string(), file: z.string(), line: z.int(), is_expected: z.boolean() }),
    ),
    reads: z.array(use),
    runs: z.array(use),
    changes: z.array(use),
    deeds: z.array(
      z.object({
        kind: z.enum(FACT_KINDS),
        object: z.string(),
        file: z.string(),
        line: z.int(),
        traits: z.array(z.string()),
      }),
    ),
  })
  .describe(
    "What the package does, as vetting read it from code, commands and instructions; traits say what is known of each, such as credentials or foreign (a host that the skill is not about).",
  );

/** What a model said of a version; null where the market asks none. */
export const secondOpinionSchema = z
  .object({
    model: z.string(),
    prompt_version: z.int(),
    prompt_digest: digest.describe("SHA-256 of the canonical JSON of the messages that the model was sent."),
    verdict: z.enum(OPINION_VERDICTS).nullable(),
    reasons: z.array(z.object({ text: z.string(), file: z.string(), line: z.int() })),
    asked_at: moment,
  })
  .openapi("SecondOpinion")
  .nullable()
  .describe(
    "The opinion of a model, in its own words: no finding, and no part of the report or its digest. hold: it asked that a person looks before the version is published. verdict null: it gave no answer that counts. Null where no model was asked.",
  );

const uploadedBy = z
  .string()
  .nullable()
  .describe(
    "User name, as it is now, of the account that uploaded this version: its publisher or a maintainer of the skill. Null for a draft nobody had claimed, where it is not known, and once the account is closed.",
  );

/** One release; `skillUrl` is where everything about its skill is answered. */
export const versionSchema = writtenFrom(
  z
    .object({
      version: z.string(),
      version_id: z.string(),
      is_latest: z.boolean().describe("What is sold when no version is named; of a withdrawn version never."),
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
      yank_kind: yankKind
        .nullable()
        .describe(
          "What kind of reason that is; null of a version that stands. Of `secret` and `ordered` nothing is given to anybody: VERSION_CLOSED.",
        ),
      url: z.url().describe("GET it for everything about this version."),
    })
    .openapi("Version"),
  (row: VersionRow & { skillUrl: string }) => ({
    version_id: row.id,
    is_prerelease: isPrerelease(row.version),
    package_size_bytes: row.sizeBytes,
    audit_carried_from: row.audit?.carriedFrom ?? null,
    uploaded_by: row.uploader?.username ?? null,
    withdrawn: row.yankedAt !== null,
    url: `${row.skillUrl}?version=${encodeURIComponent(row.version)}`,
  }),
);

export const exampleSchema = writtenFrom(
  z
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
    .openapi("Example"),
  ({ tags }: Pick<ExampleView, "tags">) => ({ tags: tags.length > 0 ? tags : undefined }),
);

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

const sealSchema = z
  .object({
    audit_id: z.string(),
    version: z.string(),
    scope: z.enum(["full", "reduced", "patch"]),
    base_version: z
      .string()
      .nullable()
      .describe("The sealed version whose difference was read; null where every file was."),
    confidential: z
      .boolean()
      .describe("The files were not public when they were read: the verifier had a right of the owner."),
    verifier_name: z.string(),
    verifier_address: z.string(),
    package_digest: digest,
    issued_at: moment,
    expires_at: moment,
    counts: z.boolean().describe("In force, over this very package, by an enrolled verifier."),
  })
  .openapi("Seal");

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

/** What the details of a skill have beside what a search shows of it. */
const ownSchema = z.object({
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
  nearly_same_as: z
    .object({ name: z.string(), publisher: z.string(), published_at: moment, url: z.url() })
    .nullable()
    .describe(
      "The skill of another account that was published earlier with nearly the same words: other blanks, another word, a sentence more. Null where there is none, where `same_content_as` names one, and for packages too small to be anybody's.",
    ),
  is_latest: z.boolean().describe("What is sold when no version is named; of a withdrawn version never."),
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
  price_buys: z
    .string()
    .nullable()
    .describe("What the price is for, in a sentence; null for a skill without a price."),
  files_given: z.boolean().describe("False where `skill_md`, and what else quotes a file, is left out here."),
  skill_md: z.string(),
  examples: z.array(exampleSchema),
  findings: z.array(findingSchema),
  seals: z.array(sealSchema),
  vetting: writtenFrom(
    z.object({
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
    ({ opinion, earlier }: SkillDetail["vetting"]) => ({ second_opinion: opinion, earlier_reports: earlier }),
  ),
  success_rate_30d: z.number().nullable(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  rating: z.object({ average: z.number().nullable(), count: z.int() }),
  skill: writtenFrom(
    clientSkillSchema
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
    (detail: SkillDetail) => ({
      ...clientSkillMembers(detail),
      owner_username: detail.publisher,
      latest_version_details: {
        versionNumber: detail.latestVersion,
        vettingStatus: detail.vettingStatus,
        downloadCount: detail.downloadsTotal,
        tags: detail.tags,
      },
    }),
  ),
  reviews_url: z.url(),
  versions_url: z.url(),
  schema_url: z.url(),
  download_url: z.url(),
});

/** A skill with what is found about it beside it. */
type DetailView = SkillDetail & {
  resembled: Resembled | null;
  same: EarlierContent | null;
  image: ImageMatch | null;
};

const pageOf = (slug: string) => `${env().APP_URL}/skills/${slug}`;

export const skillDetailSchema = writtenFrom(
  skillSchema.extend(ownSchema.shape).openapi("SkillDetail"),
  (detail: DetailView) => {
    const { slug, versionPublisher: publisher, resembled, same } = detail;
    const own = `${env().APP_URL}/v1/agent/skills/${slug}`;
    const version = encodeURIComponent(detail.version);
    const earlier = same && { ...same, name: same.slug, url: pageOf(same.slug) };
    return {
      ...skillMembers(detail),
      version_publisher: publisher && { id: publisher.id, name: publisher.username },
      uploaded_by: detail.uploader?.username ?? null,
      is_latest: detail.isLatest && !detail.withdrawn,
      price_buys: priceSentence(detail),
      resembles: resembled && { ...resembled, name: resembled.slug, url: pageOf(resembled.slug) },
      same_content_as: same?.isExact === true ? earlier : null,
      nearly_same_as: same?.isExact === false ? earlier : null,
      dialect_reports: detail.reports.map(({ dialect, valid, issues }) => ({
        dialect,
        valid,
        issues: issues.map((issue) => ({ ...issue })),
      })),
      declared: detail,
      from_metadata: detail.manifest.fromMetadata ?? null,
      experience: toExperienceView(detail.manifest.evolution),
      install_mode: detail.convertsTo.length > 0 ? ("auto" as const) : ("manual_install" as const),
      skill: detail,
      reviews_url: `${env().APP_URL}/v1/skills/${slug}/reviews`,
      versions_url: `${env().APP_URL}/v1/skills/${slug}/versions`,
      schema_url: `${own}/schema?version=${version}`,
      download_url: `${own}/download?version=${version}`,
    };
  },
);
