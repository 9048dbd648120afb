import { z } from "@hono/zod-openapi";
import EXAMPLES from "@/api/examples.json";
import { callerAddress, callerSubject, getPublisher, writeRateLimit } from "@/api/frame/caller";
import { headerNamed } from "@/api/frame/openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { noun } from "@/api/frame/operation";
import { lookupText } from "@/api/schemas/parameters";
import { authorAgent, lamports, runnableReason, vettingStatus } from "@/api/schemas/skill";
import { env } from "@/lib/platform/config/env";
import {
  limitStoredBytes,
  limitVettings,
  assertUploadsLeft,
  countUpload,
} from "@/lib/web/http/limits/request-limits";
import { assertPlainBody, isJsonContentType, isMultipart, readBody } from "@/lib/web/http/read-body";
import { readJsonPackage, readMultipartPackage } from "@/lib/web/http/read-package-body";
import { assertReachable } from "@/lib/identity/keys/authenticate-api-key";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { DomainError } from "@/lib/kernel/errors";
import { type PackageResult, SKILL_ARCHIVE_LIMITS, type SkillPackage, unpackedBytes } from "@/lib/package";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { tryLastStep, type LastStep } from "@/lib/publishing/last-step/last-step";
import { listFacts } from "@/lib/publishing/last-step/list-facts";
import { BUMPS } from "@/lib/registry/differences/difference";
import type { PublishedVersion } from "@/lib/publishing/store-version";
import { publishVersion, type PublishRequest } from "@/lib/publishing/publish-version";
import { SKILL_ACCESSES } from "@/lib/registry/views";
import { stageUpload } from "@/lib/publishing/publications/stage-upload";
import { useRight } from "@/lib/publishing/trusted/publish-right";
import { type AuthorAgent, type CheckProfile, isCheckProfile, parseAuthorAgent } from "@/lib/skill-format";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

export const uploads = noun("Publishing");

/** 5 MiB of content as JSON: base64 adds a third, escaped texts can double. */
export const MAX_JSON_UPLOAD_BYTES = 12 * 1024 * 1024;

/** The package of a reading, or its fault thrown under the code USK has for it. */
export function acceptPackage(result: PackageResult): SkillPackage {
  if (result.ok) return result.package;
  const { code, message, path } = result.issue;
  throw new DomainError(
    code,
    message,
    path === undefined ? {} : { details: { findings: [{ path, message }] } },
  );
}

/**
 * The kinds of body of an upload, for the description. They are read by `lib/package`, which counts decoded bytes and names
 * the codes of USK, and not by a validator.
 */
export const JSON_UPLOAD = {
  title: "UploadRequest",
  type: "object" as const,
  required: ["skill_md"],
  properties: {
    skill_md: { type: "string" as const, description: "Text of SKILL.md." },
    files: {
      type: "object" as const,
      additionalProperties: { type: "string" as const },
      description: "Path to text, at most 50 together with base64_files.",
    },
    base64_files: {
      type: "object" as const,
      additionalProperties: { type: "string" as const, contentEncoding: "base64" },
      description: "Path to bytes in base64.",
    },
    requirements: { type: "string" as const, description: "Becomes requirements.txt." },
    dialects: {
      type: "array" as const,
      items: { type: "string" as const },
      description: "Dialects to check against; otherwise detected.",
    },
    author_agent: {
      type: ["object", "null"] as ("object" | "null")[],
      description:
        "name, provider, session_id_hash (sha256:…), built_at. Counts before the header X-Agent-Author.",
    },
  },
};

const ARCHIVE_UPLOAD = {
  title: "ArchiveUploadRequest",
  type: "object" as const,
  required: ["skill_file"],
  properties: {
    skill_file: {
      type: "string" as const,
      format: "binary",
      description: "The .skill archive; `file` is accepted too.",
    },
    author_agent_json: { type: "string" as const, description: "The author_agent object as JSON text." },
  },
};

export const JSON_UPLOAD_BODY = { required: true, content: { "application/json": { schema: JSON_UPLOAD } } };
export const ARCHIVE_UPLOAD_BODY = {
  required: true,
  content: { "multipart/form-data": { schema: ARCHIVE_UPLOAD } },
};

/** What a body of either kind can be refused for before its skill is looked at. */
export const UPLOAD_BODY_PROBLEMS = [
  "REQUEST_INVALID",
  "FILE_MISSING",
  "FILE_INVALID_TYPE",
  "SKILL_MD_MISSING",
  "CONTENT_TOO_LARGE",
  "CONTENT_TOO_MANY_FILES",
  "BASE64_DECODE_FAILED",
  "PATH_INVALID",
  "ARCHIVE_INVALID",
  "CONTENT_TYPE_INVALID",
  "AGENT_AUTHOR_INVALID",
] as const satisfies readonly ErrorCode[];

export interface UploadRequest {
  skillPackage: SkillPackage;
  mode: "json_content" | "multipart";
  authorAgent: AuthorAgent | null;
  dialects?: CheckProfile[];
  warnings: string[];
}

interface Given {
  agentHeader: string | undefined;
  dialects: string | undefined;
  /** For a verdict alone: a folder is taken too, and the caller has taken a bare text itself. */
  takesText?: boolean;
  /** For what is to be changed: the SKILL.md of an archive may lie elsewhere than at its root. */
  takesUnplaced?: boolean;
}

const MEBIBYTE = 1024 * 1024;
const MAX_MULTIPART_BYTES = SKILL_ARCHIVE_LIMITS.maxArchiveBytes + MEBIBYTE / 4;

/**
 * Reads an upload in either form (USK AG1). Throws the codes of `PackageIssue`, FILE_MISSING, AGENT_AUTHOR_INVALID
 * and others.
 */
export async function readUploadRequest(request: Request, given: Given): Promise<UploadRequest> {
  assertPlainBody(request);
  const contentType = request.headers.get("content-type");
  if (isJsonContentType(contentType)) return readJson(request, given);
  if (isMultipart(contentType)) return readMultipart(request, given);
  throw new DomainError(
    "CONTENT_TYPE_INVALID",
    `The content type is ${contentType ? `"${contentType.slice(0, 100)}"` : "missing"}; send ${given.takesText === true ? "text/markdown, " : ""}application/json or multipart/form-data.`,
  );
}

async function readJson(request: Request, given: Given): Promise<UploadRequest> {
  const { result, members } = await readJsonPackage({
    bytes: await readBody(request, { maxBytes: MAX_JSON_UPLOAD_BYTES }),
    takesFolder: given.takesText === true,
  });
  const skillPackage = acceptPackage(result);
  const agent = readAgent({ header: given.agentHeader, object: members.author_agent });
  return {
    skillPackage,
    mode: "json_content",
    ...agent,
    ...readDialects(given.dialects ?? members.dialects),
  };
}

async function readMultipart(request: Request, given: Given): Promise<UploadRequest> {
  const { result, authorAgentJson, dialects } = await readMultipartPackage({
    bytes: await readBody(request, { maxBytes: MAX_MULTIPART_BYTES }),
    contentType: request.headers.get("content-type") ?? "",
    takesUnplaced: given.takesUnplaced === true,
  });
  const skillPackage = acceptPackage(result);
  const agent = readAgent({ header: given.agentHeader, json: authorAgentJson });
  return {
    skillPackage,
    mode: "multipart",
    ...agent,
    ...readDialects(given.dialects ?? dialects),
  };
}

function readAgent(given: Parameters<typeof parseAuthorAgent>[0]): {
  authorAgent: AuthorAgent | null;
  warnings: string[];
} {
  const reading = parseAuthorAgent(given);
  if (!reading.ok) throw new DomainError(reading.code, `The agent name is not valid: ${reading.message}.`);
  const removed = reading.removed.map((member) => `author_agent.${member} was left out`);
  return { authorAgent: reading.authorAgent, warnings: [...reading.warnings, ...removed] };
}

/** A list, or words with commas; nothing given means that the file or detection decides. */
export function readDialects(given: unknown): { dialects?: CheckProfile[] } {
  if (given === undefined || given === null || given === "") return {};
  const parts: unknown[] = Array.isArray(given)
    ? given
    : typeof given === "string"
      ? given.split(",")
      : [given];
  const names = parts.map((part) => (typeof part === "string" ? part.trim() : JSON.stringify(part)));
  const unknown = names.find((each) => !isCheckProfile(each));
  if (unknown === undefined) return { dialects: names.filter(isCheckProfile) };
  throw new DomainError("REQUEST_INVALID", `"${unknown.slice(0, 60)}" is not a dialect this market knows.`, {
    details: { parameter: "dialects" },
  });
}

const uploadedSchema = z
  .object({
    status: z.literal("success"),
    skill_id: z.string(),
    name: z.string(),
    version: z.string(),
    version_id: z.string(),
    vetting_job_id: z.string(),
    price_lamports: lamports.describe(
      "What one call is to cost: what the skill does, or what the file of its first version declares. It is in force once the version has run: an example is proven, or you run it once (POST /v1/skills/{id}/run).",
    ),
    poll_url: z.url().describe("Ask here until `is_done`; with the same key."),
    upload_mode: z.enum(["json_content", "multipart"]),
    skill_name: z.string().describe("Same as name."),
    version_number: z.string().describe("Same as version."),
    vetting_report: z.object({ status: vettingStatus }),
    author_agent: authorAgent,
    runnable: z.boolean().describe("Whether calls are made of it once it is listed."),
    runnable_reason: runnableReason,
    warnings: z.array(z.string()),
  })
  .openapi("Uploaded");

const stagedSchema = z
  .object({
    status: z.literal("success"),
    state: z.literal("staged"),
    name: z.string(),
    version: z.string().describe("As the file names it; empty where it names none."),
    package_digest: z.string(),
    page_url: z.url().describe("Where its person releases or discards it."),
  })
  .openapi("Staged");

const organisation = lookupText(64)
  .optional()
  .describe(
    "User name of the organisation that a new skill is to belong to, as an owner or a maintainer of it publishes. A skill that is there stays whose it is.",
  );

const chosenAtRelease = () => {
  const detail = "Its person chooses who sees the skill when they release it: leave out access.";
  return new DomainError("REQUEST_INVALID", detail, {
    details: { errors: [{ parameter: "access", detail }] },
  });
};

uploads
  .post("/v1/skills/upload", {
    id: "uploadSkill",
    summary: "Publish a version",
    description:
      "As JSON, so no disk is needed; a `.skill` archive goes to uploadArchive. The version appears in the market when vetting approves it. A job of a CI sends a right to publish instead of a key (POST /v1/trusted-publishing/tokens).",
    key: "sometimes",
    query: z.object({
      dialects: z
        .string()
        .max(200)
        .optional()
        .describe("Dialects to check against, with commas; otherwise detected."),
      organisation,
      stage: z
        .enum(["true", "false"])
        .optional()
        .describe("true: nothing is published before a person releases it on the market's page."),
      access: z
        .enum(SKILL_ACCESSES)
        .optional()
        .describe(
          "Who sees the skill, said with its first version; later it is changed with PUT /v1/skills/{id}/access. `call_only`: everybody sees its page and may call it, and its files are given to nobody but who may read it. `private`: only who may read it knows of it, but that its name is taken. Left out: public.",
        ),
    }),
    headers: z.object({
      "x-agent-author": z
        .string()
        .max(200)
        .optional()
        .describe("`<name>[@<provider>]` of the agent that uploads."),
      "x-agent-secret": z
        .string()
        .max(200)
        .optional()
        .describe("Secret of that agent: needed for one that another account has claimed."),
    }),
    body: JSON_UPLOAD_BODY,
    siblings: {
      archive: {
        id: "uploadArchive",
        summary: "Publish a version from an archive",
        description: "A `.skill` archive in a form; else as uploadSkill.",
        body: ARCHIVE_UPLOAD_BODY,
      },
    },
    answers: {
      202: [
        stagedSchema,
        "It waits for a person to look at and release it: the key, or the job of the CI, may only stage, or `stage` was asked for.",
      ],
      201: [uploadedSchema, "Stored; vetting is queued.", { headers: { Location: headerNamed("Location") } }],
    },
    problems: [
      "EMAIL_NOT_VERIFIED",
      "AGENT_SECRET_REQUIRED",
      "AGENT_SECRET_INVALID",
      ...UPLOAD_BODY_PROBLEMS,
      "VERSION_NOT_HIGHER",
      "SKILL_NAME_TAKEN",
      "SKILL_NAME_RESERVED",
      "SKILL_NAME_DRAFT_COLLISION",
      "UPLOAD_FAILED",
      "PERMISSION_DENIED",
      "NOT_FOUND",
      "RATE_LIMITED",
    ],
  })
  .handle(async ({ query, send }, c) => {
    const { actor, right } = await getPublisher(c);
    assertReachable(actor);
    const publisher = { accountId: actor.accountId, address: callerAddress(c) };
    writeRateLimit(c, await assertUploadsLeft(publisher));
    const upload = await readUploadRequest(c.req.raw, {
      agentHeader: c.req.header("x-agent-author"),
      dialects: query.dialects,
    });
    await limitStoredBytes(publisher.address, unpackedBytes(upload.skillPackage.files));
    const isStaged = (right ?? actor.apiKey)?.mayOnlyStage === true || query.stage === "true";
    const { access } = query;
    if (isStaged) {
      if (access !== undefined) throw chosenAtRelease();
      const { skillPackage, dialects } = upload;
      const { organisation } = query;
      const request = { actor, right, organisation, package: skillPackage, ...(dialects && { dialects }) };
      const { published: staged, left } = await countUpload(publisher, () => stageUpload(request));
      writeRateLimit(c, left);
      const pageUrl = `${env().APP_URL}/publish/steps/${staged.publicationId}/review`;
      return send(202, { ...staged, name: staged.slug, pageUrl });
    }
    const agentSecret = c.req.header("x-agent-secret");
    const request: PublishRequest = {
      actor,
      agentSecret,
      organisation: query.organisation,
      ...toPublishRequest(upload),
      access,
      ...(right === null ? {} : { alongside: (db, version, now) => useRight(db, right, version, now) }),
    };
    const { published, left } = await countUpload(publisher, () => publishVersion(request));
    writeRateLimit(c, left);
    const pollUrl = `${env().APP_URL}/v1/skills/vetting/${published.vettingJobId}`;
    c.header("location", pollUrl);
    return {
      ...published,
      name: published.slug,
      pollUrl,
      uploadMode: upload.mode,
      skillName: published.slug,
      versionNumber: published.version,
      vettingReport: { status: "pending" },
      authorAgent: upload.authorAgent,
      runnable: published.obstacles.length === 0,
      runnableReason: explainObstacles(published.obstacles),
      warnings: [...upload.warnings, ...warnOfTerms(published), ...warnOfStaying(published)],
    };
  });

const previewSchema = writtenFrom(
  z
    .object({
      name: z.string(),
      version: z.string().nullable().describe("The number it would get; null where it would be refused."),
      previous_version: z.string().nullable().describe("The release it is compared with."),
      change: z.string().nullable().describe("What its number says: first, patch, minor, major or other."),
      required_change: z.enum(BUMPS).nullable().describe("What the change itself asks for."),
      audit_needed: z.enum(["none", "reduced", "full"]).nullable(),
      price_lamports: lamports,
      examples_total: z.int().nullable().describe("null: they were not run."),
      examples_proven: z.int().nullable(),
      facts: z
        .array(
          z.object({
            about: z.enum(["level", "examples", "formats", "files", "reading", "earning"]),
            code: z.string(),
            tone: z.enum(["ok", "note", "warn", "bad"]).describe("`bad`: it is in the way of the upload."),
            text: z.string(),
            detail: z
              .string()
              .nullable()
              .describe("What an example gave, or why; in the words of the skill."),
          }),
        )
        .describe("What is known of it before it is published, as the last step of the page shows it."),
    })
    .openapi("UploadPreview"),
  (step: LastStep) => {
    const { preview, examples, slug } = step;
    const decided = preview.ok ? preview : null;
    const t = getTranslations({ locale: DEFAULT_LOCALE, namespace: "lastStep" });
    return {
      name: slug,
      version: decided?.version ?? null,
      previous_version: decided?.base ?? null,
      change: decided?.change ?? null,
      required_change: decided?.requiredBump ?? null,
      audit_needed: decided?.duty ?? null,
      price_lamports: step.priceLamports.toString(),
      examples_total: examples?.total ?? null,
      examples_proven: examples?.proven ?? null,
      facts: listFacts(step).map(({ group, key, tone, values, detail = null }) => ({
        about: group,
        code: key,
        tone,
        text: t(`say.${key}`, values),
        detail,
      })),
    };
  },
);

uploads
  .post("/v1/skills/preview", {
    id: "previewUpload",
    summary: "See what publishing would make of a package",
    description:
      "The same body as an upload; a `.skill` archive goes to previewArchive. Nothing is stored: its number and what changed, what its examples give in the sandbox now, remarks of the formats, what anybody may take, and what keeps it from earning.",
    key: "needed",
    stages: true,
    example: EXAMPLES.uploadSkill,
    query: z.object({ organisation }),
    body: JSON_UPLOAD_BODY,
    siblings: {
      archive: {
        id: "previewArchive",
        summary: "See what publishing would make of an archive",
        description: "A `.skill` archive in a form; else as previewUpload.",
        body: ARCHIVE_UPLOAD_BODY,
      },
    },
    answers: { 200: [previewSchema, "What is known of it now."] },
    problems: ["EMAIL_NOT_VERIFIED", ...UPLOAD_BODY_PROBLEMS, "RATE_LIMITED"],
  })
  .handle(async ({ actor, query }, c) => {
    assertReachable(actor);
    const address = callerAddress(c);
    await limitVettings(address);
    const { skillPackage } = await readUploadRequest(c.req.raw, {
      agentHeader: undefined,
      dialects: undefined,
    });
    const caller = [callerSubject(c, actor), address];
    return tryLastStep(
      { accountId: actor.accountId, package: skillPackage, organisation: query.organisation },
      { caller },
    );
  });
/** That the file declares another price or wallet than the skill has, which changes nothing. */
function warnOfTerms({ slug, priceLamports, otherTerms }: PublishedVersion): string[] {
  if (otherTerms === null) return [];
  const { priceLamports: price, payeeAddress: payee } = otherTerms;
  return [
    ...(price === null
      ? []
      : [
          `the file declares a price of ${price} lamports, and a call of ${slug} goes on costing ${priceLamports}: its owner changes that with PUT /v1/skills/${slug}/price`,
        ]),
    ...(payee === null
      ? []
      : [
          `the file names the wallet ${payee}, which calls of ${slug} do not pay: its owner changes that at /dashboard/prices`,
        ]),
  ];
}

/** That those who have a release are not offered the version. */
const warnOfStaying = ({ slug, version, staying }: PublishedVersion): string[] =>
  staying === null
    ? []
    : [
        `${version} is a pre-release: who has ${slug} ${staying} is not offered it, only who asks for ${slug}@next or ${slug}@${version}; a release above it is offered to all`,
      ];

function toPublishRequest({
  skillPackage,
  mode,
  authorAgent,
  dialects,
}: UploadRequest): Omit<PublishRequest, "actor"> {
  return {
    package: skillPackage,
    source: mode,
    authorAgent,
    ...(dialects === undefined ? {} : { dialects }),
  };
}
