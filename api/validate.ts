import { z } from "@hono/zod-openapi";
import { callerSubject } from "@/api/frame/caller";
import { writtenFrom } from "@/api/frame/json-of";
import EXAMPLES from "@/api/examples.json";
import { noun } from "@/api/frame/operation";
import {
  hintOriginsSchema,
  lamports,
  manifestHintsSchema,
  manifestPermissionsSchema,
  permissionOriginsSchema,
} from "@/api/schemas/skill";
import { fromMetadataSchema } from "@/api/schemas/declared";
import { exampleSchema } from "@/api/schemas/skill-detail";
import {
  ARCHIVE_UPLOAD_BODY,
  JSON_UPLOAD_BODY,
  readDialects,
  readUploadRequest,
  UPLOAD_BODY_PROBLEMS,
} from "@/api/uploads";
import { limitValidation } from "@/lib/web/http/limits/request-limits";
import { rateLimitHeaders } from "@/lib/web/http/limits/rate-limit";
import { isPlainText, readBody } from "@/lib/web/http/read-body";
import { DomainError } from "@/lib/kernel/errors";
import { assemblePackage, JSON_UPLOAD_LIMITS, type SkillPackage } from "@/lib/package";
import {
  listPackageFixes,
  proposePackageChanges,
  validatePackage,
  type Validation,
} from "@/lib/publishing/check-package";
import {
  CHECK_PROFILES,
  type CheckProfile,
  DIALECTS,
  FIX_KINDS,
  type SkillManifest,
} from "@/lib/skill-format";

import { PACKAGE_OBSTACLES, PROPOSAL_STEPS } from "@/lib/vetting/propose-changes";

export const validate = noun("Publishing");

const checkProfile = z.enum(CHECK_PROFILES);

export const issueSchema = z
  .object({
    dialect: z.enum([...CHECK_PROFILES, "package", "sandbox"]),
    severity: z.enum(["error", "warning", "info"]),
    code: z.string().describe("FIELD_REQUIRED, FIELD_TYPE, …: the same words in every dialect."),
    path: z
      .string()
      .describe(
        "Key path of the front matter, `frontmatter`, `body`, or a file of the package with `#` and a path.",
      ),
    message: z.string(),
    line: z.int().optional().describe("Line of that file, from 1."),
  })
  .openapi("Issue");

export const reportSchema = z
  .object({
    dialect: checkProfile,
    valid: z.boolean().describe("No issue is an error."),
    issues: z.array(issueSchema),
    passed: z.int().optional().describe("How many rules of the dialect had no error and no warning."),
  })
  .openapi("Report", { description: "What one dialect says of a skill." });

const anyObject = z.record(z.string(), z.unknown());
const strings = z.array(z.string());
const text = z.string().optional();
const dialects = z.array(z.enum(DIALECTS));

/** The canonical manifest. The body is left out: it is the text below the front matter, unchanged. */
export const manifestSchema = writtenFrom(
  z
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
    }),
  ({ schemas }: SkillManifest) => ({ input_schema: schemas.input, output_schema: schemas.output }),
);

interface ValidateRequest {
  skillPackage: SkillPackage;
  dialects?: CheckProfile[];
}

/**
 * Reads what is to be checked: everything an upload takes, or the bare text of a SKILL.md. A text that is not UTF-8 is
 * handed on as it came, for the report to say so. Throws the codes of an upload.
 */
async function readValidateRequest(
  request: Request,
  { dialects, fixes }: { dialects?: string | undefined; fixes?: string | undefined },
): Promise<ValidateRequest> {
  if (!isPlainText(request.headers.get("content-type"))) {
    const takesUnplaced = fixes === "true";
    return readUploadRequest(request, { agentHeader: undefined, dialects, takesText: true, takesUnplaced });
  }
  const bytes = await readBody(request, { maxBytes: JSON_UPLOAD_LIMITS.maxDecodedBytes });
  if (bytes.length === 0)
    throw new DomainError("SKILL_MD_MISSING", "The body is empty: send the text of SKILL.md.");
  return { skillPackage: assemblePackage([{ path: "SKILL.md", bytes }]), ...readDialects(dialects) };
}

const editSchema = z.object({
  line: z.int().describe("Line of `skill_md`, from 1."),
  removed: z.array(z.string()).describe("The lines that stand there; none to insert before it."),
  added: z.array(z.string()),
});

const fixSchema = z
  .object({
    id: z.string(),
    kind: z.enum(FIX_KINDS),
    code: z.string().describe("Code of the issue it clears."),
    path: z.string().describe("Path of the issue it clears."),
    edits: z.array(editSchema),
  })
  .openapi("Fix", {
    description: "A change of SKILL.md that clears what is said about one path and brings nothing new.",
  });

const proposalSchema = z
  .object({
    steps: z.array(z.enum(PROPOSAL_STEPS)).describe("What is changed, in this order; each once."),
    moves: z
      .array(z.object({ from: z.string(), to: z.string().nullable() }))
      .describe("Files that get another path; null: left out."),
    edits: z.array(editSchema).describe("Of `skill_md`, once the files lie where they belong."),
    obstacles: z.array(z.enum(PACKAGE_OBSTACLES)).describe("Why the rest is left to the author."),
    status: z
      .enum(["approved", "caution", "rejected"])
      .describe("What an upload of the changed package would come to."),
    reasons: z.array(z.string()).describe("What would still refuse it."),
  })
  .openapi("Proposal", {
    description: "What would make a refused package an accepted one. Nothing is changed by asking.",
  });

const validationSchema = writtenFrom(
  z
    .object({
      status: z.literal("success"),
      valid: z
        .boolean()
        .describe("True when an upload of these bytes would be accepted; vetting comes after it."),
      decision: z
        .object({
          status: z.enum(["approved", "caution", "rejected"]),
          spec: z.enum(["v2", "v3"]),
          auto_convert: z.boolean(),
          reasons: z.array(z.string()),
        })
        .describe("What the format alone decides. Vetting reads the content and can only be stricter."),
      dialects: z.object({
        declared: z.array(checkProfile).describe("Asked for, or named in the front matter."),
        detected: z.array(checkProfile),
      }),
      reports: z.array(
        reportSchema
          .extend({ blocking: z.boolean().describe("Its errors stop an upload.") })
          .openapi("ValidationReport"),
      ),
      calling: z
        .object({
          callable: z
            .boolean()
            .describe("True when the market would make calls of it; a price waits for its first run."),
          reason: z.string().nullable().describe("Why it would not, and what to do."),
          issues: z
            .array(issueSchema)
            .describe(
              "What its file and scripts ask for that the sandbox lacks, or may lack. They stop no upload.",
            ),
          missing: z
            .array(z.object({ purpose: z.enum(["call", "price"]), lines: z.array(z.string()) }))
            .describe(
              "Lines of the front matter that a package with a script lacks to be called, and to prove that it runs.",
            ),
        })
        .describe("Read from syntax trees; nothing is run."),
      manifest: manifestSchema,
      files: z.array(z.object({ path: z.string(), size_bytes: z.int() })),
      skill_md: z.string().describe("The text that the lines of the issues count in."),
      fixes: z.array(fixSchema).optional().describe("Safe fixes, where they were asked for."),
      proposal: proposalSchema
        .optional()
        .describe("With the fixes, for a package that would be refused: what would make it an accepted one."),
    })
    .openapi("Validation"),
  ({ check, decision }: Validation) => ({
    valid: decision.status !== "rejected",
    dialects: check,
    manifest: check.manifest,
  }),
);

validate
  .post("/v1/validate", {
    id: "validateSkill",
    summary: "Check a skill against every dialect",
    description:
      "The same checks as an upload, of JSON; a `.skill` archive goes to validateArchive, the bare text of a SKILL.md to validateText. No account is needed and nothing is stored.",
    query: z.object({
      dialects: z
        .string()
        .max(200)
        .optional()
        .describe("Dialects to check against, with commas; otherwise declared in the file or detected."),
      fixes: z
        .enum(["true", "false"])
        .optional()
        .describe(
          "`true` asks for safe fixes and a proposal as well; the SKILL.md of an archive may then lie in any folder.",
        ),
    }),
    body: JSON_UPLOAD_BODY,
    siblings: {
      archive: {
        id: "validateArchive",
        summary: "Check the skill in an archive",
        description: "A `.skill` archive in a form; else as validateSkill.",
        body: ARCHIVE_UPLOAD_BODY,
      },
      text: {
        id: "validateText",
        summary: "Check the bare text of a SKILL.md",
        description: "A skill of this one file; else as validateSkill.",
        example: EXAMPLES.uploadSkill,
        body: {
          required: true,
          content: {
            "text/markdown": {
              schema: { type: "string" as const, format: "binary", description: "SKILL.md, as it is." },
            },
          },
        },
      },
    },
    key: "optional",
    example: EXAMPLES.uploadSkill,
    answers: { 200: [validationSchema, "One report for each dialect, whatever they say."] },
    problems: [...UPLOAD_BODY_PROBLEMS, "RATE_LIMITED"],
  })
  .handle(async ({ query, actor }, c) => {
    const subject = callerSubject(c, actor);
    // Counted before a byte of the body is read; who does not say how much is coming counts as one who sends much.
    const state = await limitValidation(subject, Number(c.req.header("content-length") ?? Infinity));
    const { skillPackage, dialects } = await readValidateRequest(c.req.raw, query);
    for (const [name, value] of Object.entries(rateLimitHeaders(state))) c.header(name, value);
    const fixes = query.fixes === "true" ? await listPackageFixes(skillPackage, dialects) : undefined;
    const proposal = query.fixes === "true" ? await proposePackageChanges(skillPackage, dialects) : null;
    return { ...(await validatePackage(skillPackage, dialects)), fixes, proposal: proposal ?? undefined };
  });
