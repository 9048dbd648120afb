import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerSubject, findActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { manifestSchema, toManifestJson } from "@/api/schemas/manifest";
import { problems } from "@/api/schemas/problem";
import { checkProfile, issueSchema, reportSchema, toIssueJson, toReportJson } from "@/api/schemas/report";
import {
  JSON_UPLOAD_BODY,
  MULTIPART_UPLOAD_BODY,
  UPLOAD_BODY_PROBLEMS,
} from "@/api/v1/skills/upload/upload-body";
import { readValidateRequest } from "@/api/v1/validate/read-validate-request";
import { limitValidation } from "@/lib/http/limits/limit-validation";
import { rateLimitHeaders } from "@/lib/http/limits/rate-limit";
import { listPackageFixes, validatePackage, type Validation } from "@/lib/publishing/validate-package";
import { FIX_KINDS, type Fix } from "@/lib/skill-format";

const fixSchema = z
  .object({
    id: z.string(),
    kind: z.enum(FIX_KINDS),
    code: z.string().describe("Code of the issue it clears."),
    path: z.string().describe("Path of the issue it clears."),
    edits: z.array(
      z.object({
        line: z.int().describe("Line of `skill_md`, from 1."),
        removed: z.array(z.string()).describe("The lines that stand there; none to insert before it."),
        added: z.array(z.string()),
      }),
    ),
  })
  .openapi("Fix", {
    description: "A change of SKILL.md that clears what is said about one path and brings nothing new.",
  });

const validationSchema = z
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
      })
      .describe("Read from syntax trees; nothing is run."),
    manifest: manifestSchema,
    files: z.array(z.object({ path: z.string(), size_bytes: z.int() })),
    skill_md: z.string().describe("The text that the lines of the issues count in."),
    fixes: z.array(fixSchema).optional().describe("Safe fixes, where they were asked for."),
  })
  .openapi("Validation");

const route = createRoute({
  method: "post",
  path: "/v1/validate",
  operationId: "validateSkill",
  tags: ["Publishing"],
  summary: "Check a skill against every dialect",
  description:
    "The same checks as an upload: a `.skill` archive, JSON, or the bare text of a SKILL.md. No account is needed and nothing is stored.",
  request: {
    query: z.object({
      dialects: z
        .string()
        .max(200)
        .optional()
        .describe("Dialects to check against, with commas; otherwise declared in the file or detected."),
      fixes: z.enum(["true", "false"]).optional().describe("`true` asks for safe fixes as well."),
    }),
    body: {
      required: true,
      content: {
        "text/markdown": { schema: { type: "string" as const, description: "Text of SKILL.md." } },
        "text/plain": { schema: { type: "string" as const, description: "Text of SKILL.md." } },
        "application/json": { schema: JSON_UPLOAD_BODY },
        "multipart/form-data": { schema: MULTIPART_UPLOAD_BODY },
      },
    },
  },
  responses: {
    200: jsonContent(validationSchema, "One report for each dialect, whatever they say."),
    ...problems("AUTH_FAILED", ...UPLOAD_BODY_PROBLEMS, "RATE_LIMITED"),
  },
});

export const validateSkillOperation = defineOperation(route, async (c) => {
  const subject = callerSubject(c, await findActor(c));
  // Counted before a byte of the body is read; who does not say how much is coming counts as one who sends much.
  const state = await limitValidation(subject, Number(c.req.header("content-length") ?? Infinity));
  const { skillPackage, dialects } = await readValidateRequest(c.req.raw, c.req.valid("query").dialects);
  for (const [name, value] of Object.entries(rateLimitHeaders(state))) c.header(name, value);
  const fixes =
    c.req.valid("query").fixes === "true" ? await listPackageFixes(skillPackage, dialects) : undefined;
  return sendJson(c, toValidationJson(await validatePackage(skillPackage, dialects), fixes));
});

function toValidationJson(
  validation: Validation,
  fixes: readonly Fix[] | undefined,
): z.infer<typeof validationSchema> {
  const { check, decision, reports, calling, files, skillMd } = validation;
  return {
    status: "success",
    valid: decision.status !== "rejected",
    decision: {
      status: decision.status,
      spec: decision.spec,
      auto_convert: decision.autoConvert,
      reasons: decision.reasons,
    },
    dialects: { declared: check.declared, detected: check.detected },
    reports: reports.map((report) => ({ ...toReportJson(report), blocking: report.blocking })),
    calling: { ...calling, issues: calling.issues.map(toIssueJson) },
    manifest: toManifestJson(check.manifest),
    files: files.map(({ path, sizeBytes }) => ({ path, size_bytes: sizeBytes })),
    skill_md: skillMd,
    ...(fixes === undefined ? {} : { fixes: fixes.map(toFixJson) }),
  };
}

function toFixJson({ id, kind, code, path, edits }: Fix): z.infer<typeof fixSchema> {
  const lines = edits.map(({ line, removed, added }) => ({ line, removed: [...removed], added: [...added] }));
  return { id, kind, code, path, edits: lines };
}
