import { z } from "@hono/zod-openapi";
import {
  hintOriginsSchema,
  manifestHintsSchema,
  manifestPermissionsSchema,
  permissionOriginsSchema,
  toHintOriginsJson,
  toManifestHintsJson,
  toManifestPermissionsJson,
  toPermissionOriginsJson,
} from "@/api/schemas/declared/access";
import { fromMetadataSchema, toFromMetadataJson } from "@/api/schemas/declared/from-metadata";
import { exampleSchema } from "@/api/schemas/skill-detail";
import { lamports } from "@/api/schemas/skill";
import { DIALECTS, type SkillManifest } from "@/lib/skill-format";

const anyObject = z.record(z.string(), z.unknown());
const strings = z.array(z.string());
const text = z.string().optional();
const dialects = z.array(z.enum(DIALECTS));

export const manifestSchema = z
  .object({
    slug: z.string().describe("The name in the market; empty when none can be read."),
    display_name: z.string(),
    description: z.string(),
    version: z.object({ raw: z.string(), scheme: z.enum(["semver", "date", "default", "other"]) }),
    author: z.object({ wallet: text, username: text }),
    license: text,
    pricing: z.object({ model: z.enum(["per_call", "subscription"]), lamports }).optional(),
    runtime: z
      .object({ image: text, image_digest: text, timeout_seconds: z.number(), language: text })
      .optional(),
    invocation: z
      .object({
        kind: z.enum(["cli", "http"]).optional(),
        pattern: z.enum(["stdin_stdout", "args", "http_post"]).optional(),
        entry_point: text,
        endpoint: text,
      })
      .optional(),
    input_schema: anyObject.optional(),
    output_schema: anyObject.optional(),
    hints: manifestHintsSchema,
    permissions: manifestPermissionsSchema,
    origins: z
      .object({ hints: hintOriginsSchema, permissions: permissionOriginsSchema })
      .describe(
        "Where each hint and each permission comes from. A value that is `not_declared` is none of the author's.",
      ),
    capabilities: strings,
    platforms: strings.describe("As declared; empty when nothing was declared."),
    category: z.string().nullable(),
    tags: strings,
    triggers: strings,
    homepage: text,
    requirements: z.object({
      python: strings,
      node: strings,
      other: strings,
      min_python: text,
      min_node: text,
    }),
    allowed_tools: strings,
    model: text,
    compatibility: text,
    provenance: z.object({ source_url: text, source_hash: text, created_at: text, updated_at: text }),
    evolution: z.object({ managed: z.boolean(), enabled: z.boolean() }),
    examples: z.array(exampleSchema.omit({ replay: true })),
    changelog: text,
    metadata: z.record(z.string(), z.string()),
    from_metadata: fromMetadataSchema.optional(),
    extensions: anyObject.describe("Keys no dialect knows, as written."),
    spec: z.enum(["v2", "v3"]),
    dialects: z.object({ declared: dialects, detected: dialects }),
  })
  .openapi("Manifest", {
    description:
      "The one form every dialect is read into. Members that the file does not state are left out.",
  });

/** JSON of the canonical manifest. The body is left out: it is the text below the front matter, unchanged. */
export function toManifestJson(manifest: SkillManifest): z.infer<typeof manifestSchema> {
  const { runtime, invocation, hints, permissions, origins, requirements, provenance } = manifest;
  return withoutUndefined({
    slug: manifest.slug,
    display_name: manifest.displayName,
    description: manifest.description,
    version: manifest.version,
    author: manifest.author,
    license: manifest.license,
    pricing: manifest.pricing,
    runtime:
      runtime &&
      withoutUndefined({
        image: runtime.image,
        image_digest: runtime.imageDigest,
        timeout_seconds: runtime.timeoutSeconds,
        language: runtime.language,
      }),
    invocation:
      invocation &&
      withoutUndefined({
        kind: invocation.kind,
        pattern: invocation.pattern,
        entry_point: invocation.entryPoint,
        endpoint: invocation.endpoint,
      }),
    input_schema: manifest.schemas.input,
    output_schema: manifest.schemas.output,
    hints: toManifestHintsJson(hints),
    permissions: toManifestPermissionsJson(permissions),
    origins: {
      hints: toHintOriginsJson(origins.hints),
      permissions: toPermissionOriginsJson(origins.permissions),
    },
    capabilities: manifest.capabilities,
    platforms: manifest.platforms,
    category: manifest.category,
    tags: manifest.tags,
    triggers: manifest.triggers,
    homepage: manifest.homepage,
    requirements: withoutUndefined({
      python: requirements.python,
      node: requirements.node,
      other: requirements.other,
      min_python: requirements.minPython,
      min_node: requirements.minNode,
    }),
    allowed_tools: manifest.allowedTools,
    model: manifest.model,
    compatibility: manifest.compatibility,
    provenance: withoutUndefined({
      source_url: provenance.sourceUrl,
      source_hash: provenance.sourceHash,
      created_at: provenance.createdAt,
      updated_at: provenance.updatedAt,
    }),
    evolution: { managed: manifest.evolution.managed, enabled: manifest.evolution.enabled },
    examples: manifest.examples,
    changelog: manifest.changelog,
    metadata: manifest.metadata,
    from_metadata: toFromMetadataJson(manifest.fromMetadata),
    extensions: manifest.extensions,
    spec: manifest.spec,
    dialects: manifest.dialects,
  });
}

type Stated<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Absent rather than undefined, as JSON would write it. */
function withoutUndefined<T extends object>(value: T): Stated<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Stated<T>;
}
