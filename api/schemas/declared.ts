import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { IMAGE_MATCHES, type ImageMatch } from "@/lib/running/runners/compare-image";
import type { FromMetadata, SkillManifest } from "@/lib/skill-format";

const strings = z.array(z.string());

export const fromMetadataSchema = writtenFrom(
  z
    .object({
      version: z.string().optional().describe("As written; it does not set the version."),
      author: z.string().optional().describe("As written; it names no account."),
      openclaw: z
        .object({
          key: z.enum(["openclaw", "clawdbot", "moltbot"]).describe("The key under `metadata` it stands at."),
          env: strings
            .optional()
            .describe(
              "Variables of the environment, also among the permissions; left out when none are told of.",
            ),
          bins: strings.describe("Programs that all must be there."),
          any_bins: strings.describe("Programs of which one must be there."),
          config: strings.describe("Settings of OpenClaw that must be on."),
          os: strings,
          install: z.array(z.object({ kind: z.string(), name: z.string().optional() })),
          homepage: z.string().optional(),
        })
        .optional()
        .describe("What OpenClaw asks of a machine before it offers the skill."),
    })
    .describe("What the author wrote under `metadata` of an Agent Skill. Nobody has checked it."),
  ({ openClaw }: FromMetadata) => ({ openclaw: openClaw }),
);

export const experienceSchema = writtenFrom(
  z
    .object({
      preferences: strings,
      fixes: strings,
      contexts: strings,
      custom_prompts: z.string().nullable(),
      last_updated: z.string().nullable().describe("ISO 8601, as its author wrote it."),
      last_evolved_hash: z.string().nullable().describe("The source's commit that it was gathered on."),
      stale: z
        .boolean()
        .nullable()
        .describe(
          "It was gathered on another commit than `source_hash` names (EVOLUTION_STALE). Null where the package does not say both.",
        ),
      used: z
        .boolean()
        .describe(
          "False where `evolution_enabled` is false, or the skill has no lifecycle field (EVOLUTION_IGNORED).",
        ),
      is_cut: z
        .boolean()
        .describe("Entries were left out or shortened here; `evolution.json` in the package has all."),
    })
    .describe(
      "What was published as experience, in the `evolution.json` of the package (Skill Metadata §4), as its author wrote it. Nobody has checked it.",
    ),
  ({ used, ...stated }: NonNullable<SkillManifest["evolution"]["experience"]> & { used: boolean }) => ({
    custom_prompts: stated.customPrompts ?? null,
    last_updated: stated.lastUpdated ?? null,
    last_evolved_hash: stated.lastEvolvedHash ?? null,
    used,
  }),
);

/** What is shown of what was published as experience; null where nothing was. */
export const toExperienceView = ({ experience, enabled }: SkillManifest["evolution"]) =>
  experience === undefined ? null : { ...experience, used: enabled };

const text = z.string().nullable();

export const requirementsSchema = writtenFrom(
  z.object({
    python: strings,
    node: strings,
    other: strings.describe("`dependencies` of Skill Metadata, as written."),
    min_python: text,
    min_node: text,
  }),
  ({ minPython, minNode }: SkillManifest["requirements"]) => ({
    min_python: minPython ?? null,
    min_node: minNode ?? null,
  }),
);

export const allowedToolsSchema = strings.describe(
  "`allowed-tools`: tools that an agent which installs the skill lets it use without asking. Empty where none are declared.",
);

export const declaredSchema = writtenFrom(
  z
    .object({
      author: z.object({ wallet: text, username: text }).describe("As written; it names no account."),
      source_url: text,
      source_hash: text.describe("The commit it says it was made from; `check-source` asks the repository."),
      created_at: text.describe("As written, as are all dates here."),
      updated_at: text,
      evolution_enabled: z
        .boolean()
        .nullable()
        .describe(
          "Whether it may learn from use; null for a static skill, which has no field of a life cycle.",
        ),
      dependencies: strings,
      requirements: requirementsSchema,
      allowed_tools: allowedToolsSchema,
      model: text,
      compatibility: text,
      homepage: text,
      triggers: strings,
      metadata: z.record(z.string(), z.string()).describe("The mapping `metadata` of Agent Skills."),
      extensions: z.record(z.string(), z.unknown()).describe("Keys no format knows, as written."),
      pricing: z
        .object({ model: z.enum(["per_call", "subscription"]), price_lamports: z.string() })
        .nullable()
        .describe("As written; what a call costs is `price_lamports` of the skill."),
      invocation: z.object({ type: text, call_pattern: text, endpoint: text }),
      runtime: z
        .object({
          docker_image: text,
          docker_image_hash: text,
          runs_here: z
            .enum(IMAGE_MATCHES)
            .nullable()
            .describe(
              "Whether this image is what runs the skill here, as the runner told within the last minutes (`GET /v1/runner`): `same`, `other`, or `not_compared`. Null where no digest is declared.",
            ),
        })
        .nullable(),
    })
    .describe(
      "What the author wrote of the skill, and nobody has checked: it is no finding of this market. Only `runtime.runs_here` is.",
    ),
  ({ manifest, image }: { manifest: SkillManifest; image: ImageMatch | null }) => {
    const { author, provenance, evolution, pricing, invocation, runtime } = manifest;
    return {
      author: { wallet: author.wallet ?? null, username: author.username ?? null },
      source_url: provenance.sourceUrl ?? null,
      source_hash: provenance.sourceHash ?? null,
      created_at: provenance.createdAt ?? null,
      updated_at: provenance.updatedAt ?? null,
      evolution_enabled: evolution.managed ? evolution.enabled : null,
      dependencies: manifest.requirements.other,
      requirements: manifest.requirements,
      allowed_tools: manifest.allowedTools,
      model: manifest.model ?? null,
      compatibility: manifest.compatibility ?? null,
      homepage: manifest.homepage ?? null,
      triggers: manifest.triggers,
      metadata: manifest.metadata,
      extensions: manifest.extensions,
      pricing: pricing === undefined ? null : { model: pricing.model, priceLamports: pricing.lamports },
      invocation: {
        type: invocation?.kind ?? null,
        callPattern: invocation?.pattern ?? null,
        endpoint: invocation?.endpoint ?? null,
      },
      runtime:
        runtime?.image === undefined && runtime?.imageDigest === undefined
          ? null
          : {
              dockerImage: runtime.image ?? null,
              dockerImageHash: runtime.imageDigest ?? null,
              runsHere: image,
            },
    };
  },
);
