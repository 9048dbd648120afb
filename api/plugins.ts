import { z } from "@hono/zod-openapi";
import { callerAddress, callerSubject, writeRateLimit } from "@/api/frame/caller";
import { writtenFrom } from "@/api/frame/json-of";
import { noun } from "@/api/frame/operation";
import { issueSchema } from "@/api/validate";
import { env } from "@/lib/platform/config/env";
import {
  limitStoredBytes,
  limitValidation,
  assertUploadsLeft,
  countUpload,
} from "@/lib/web/http/limits/request-limits";
import { assertPlainBody, readBody } from "@/lib/web/http/read-body";
import { readPluginBody } from "@/lib/web/http/read-package-body";
import { assertReachable } from "@/lib/identity/keys/authenticate-api-key";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { DomainError } from "@/lib/kernel/errors";
import { SKILL_ARCHIVE_LIMITS, unpackedBytes, type PluginPackage } from "@/lib/package";
import { publishPlugin, type PublishedPlugin } from "@/lib/publishing/plugins/publish-plugin";
import { validatePlugin, type PluginValidation } from "@/lib/publishing/plugins/validate-plugin";

export const plugins = noun("Publishing");

const MAX_BODY_BYTES = SKILL_ARCHIVE_LIMITS.maxArchiveBytes + 256 * 1024;

/** A form with the archive as its `plugin_file` is taken too, for whoever has no more than a form. */
const PLUGIN_BODY = {
  required: true,
  content: {
    "application/zip": {
      schema: {
        type: "string" as const,
        format: "binary",
        description: "A ZIP archive with plugin.json at its root and a folder skills/NAME for each skill.",
      },
    },
  },
};

const BODY_PROBLEMS = [
  "REQUEST_INVALID",
  "FILE_MISSING",
  "FILE_INVALID_TYPE",
  "CONTENT_TOO_LARGE",
  "CONTENT_TOO_MANY_FILES",
  "PATH_INVALID",
  "ARCHIVE_INVALID",
  "CONTENT_TYPE_INVALID",
  "RATE_LIMITED",
] as const satisfies readonly ErrorCode[];

/** Reads a plugin. Throws the codes above. */
async function readPluginRequest(request: Request): Promise<PluginPackage> {
  assertPlainBody(request);
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^(?:multipart\/form-data|application\/(?:zip|octet-stream))\b/i.test(contentType))
    throw new DomainError("CONTENT_TYPE_INVALID", "Send a plugin as application/zip or multipart/form-data.");
  const bytes = await readBody(request, { maxBytes: MAX_BODY_BYTES });
  const read = await readPluginBody({ bytes, contentType });
  if (read.ok) return read.plugin;
  const { code, message, path } = read.issue;
  throw new DomainError(
    code,
    message,
    path === undefined ? {} : { details: { findings: [{ path, message }] } },
  );
}

const pluginValidationSchema = writtenFrom(
  z
    .object({
      status: z.literal("success"),
      valid: z.boolean().describe("True when it could be published: its manifest and every skill of it."),
      name: z.string().nullable().describe("Of the manifest; null while that is not valid."),
      issues: z.array(
        z.object({
          severity: z.enum(["error", "warning"]),
          path: z.string().describe("A file of the plugin, with `#` and a JSON pointer in plugin.json."),
          line: z.int().optional().describe("Line of plugin.json, from 1."),
          message: z.string(),
        }),
      ),
      skills: z.array(
        z.object({
          folder: z.string().describe("Its folder in `skills`."),
          name: z.string().describe("In its SKILL.md: it is published under it."),
          valid: z.boolean(),
          reasons: z.array(z.string()),
          issues: z.array(issueSchema).describe("Errors and warnings of the formats that count for it."),
        }),
      ),
    })
    .openapi("PluginValidation"),
  ({ manifest, skills }: PluginValidation) => ({
    name: manifest?.name ?? null,
    skills: skills.map(({ folder, validation: { decision, reports, check } }) => ({
      folder,
      name: check.manifest.slug,
      valid: decision.status !== "rejected",
      reasons: decision.reasons,
      issues: reports.flatMap(({ blocking, issues }) =>
        blocking ? issues.filter(({ severity }) => severity !== "info") : [],
      ),
    })),
  }),
);

const publishedPluginSchema = writtenFrom(
  z
    .object({
      status: z.literal("success"),
      name: z.string(),
      skills: z.array(
        z.object({
          skill_id: z.string(),
          name: z.string(),
          version: z.string(),
          version_id: z.string(),
          vetting_job_id: z.string().nullable().describe("Null where these bytes are there already."),
          poll_url: z.url().nullable(),
        }),
      ),
      set: z
        .object({ name: z.string(), version: z.string() })
        .describe("The bundle: these versions of its skills."),
    })
    .openapi("PublishedPlugin"),
  ({ manifest, skills }: PublishedPlugin) => ({
    name: manifest.name,
    skills: skills.map((skill) => ({
      ...skill,
      pollUrl:
        skill.vettingJobId === null ? null : `${env().APP_URL}/v1/skills/vetting/${skill.vettingJobId}`,
    })),
  }),
);

plugins
  .post("/v1/plugins/validate", {
    id: "validatePlugin",
    summary: "Check a plugin and every skill of it",
    description:
      "Agent Plugins 1.0.0: plugin.json by its closed schema, each skill in `skills` by the rules of an upload. No account is needed and nothing is stored.",
    key: "optional",
    body: PLUGIN_BODY,
    answers: { 200: [pluginValidationSchema, "What is wrong, and where."] },
    problems: BODY_PROBLEMS,
  })
  .handle(async ({ actor }, c) => {
    const subject = callerSubject(c, actor);
    await limitValidation(subject, Number(c.req.header("content-length") ?? Infinity));
    const plugin = await readPluginRequest(c.req.raw);
    // Each of its skills is a check of its own.
    for (const { files } of plugin.skills) await limitValidation(subject, unpackedBytes(files));
    return validatePlugin(plugin);
  });

plugins
  .post("/v1/plugins", {
    id: "publishPlugin",
    summary: "Publish every skill of a plugin, and the plugin as a set",
    description:
      "Each skill is published under its own name. All are checked before one is published. A skill whose bytes are the last upload under its name is passed over, so a plugin that stopped half-way can be sent again.",
    key: "needed",
    body: PLUGIN_BODY,
    answers: { 201: [publishedPluginSchema, "Stored; the vetting of each skill is queued."] },
    problems: [
      ...BODY_PROBLEMS,
      "EMAIL_NOT_VERIFIED",
      "AGENT_SECRET_REQUIRED",
      "VERSION_NOT_HIGHER",
      "SKILL_NAME_TAKEN",
      "SKILL_NAME_RESERVED",
      "SKILL_NAME_DRAFT_COLLISION",
      "UPLOAD_FAILED",
    ],
  })
  .handle(async ({ actor }, c) => {
    assertReachable(actor);
    const publisher = { accountId: actor.accountId, address: callerAddress(c) };
    writeRateLimit(c, await assertUploadsLeft(publisher));
    const plugin = await readPluginRequest(c.req.raw);
    const sizes = plugin.skills.map(({ files }) => unpackedBytes(files));
    await limitStoredBytes(
      publisher.address,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    return publishPlugin({
      actor,
      plugin,
      counted: async (publish) => (await countUpload(publisher, publish)).published,
    });
  });
