import { acceptPackage, MAX_JSON_UPLOAD_BYTES } from "@/api/accept-package";
import { DomainError } from "@/lib/kernel/errors";
import { assertPlainBody, isJsonContentType, isMultipart, readBody } from "@/lib/http/read-body";
import { readJsonPackage, readMultipartPackage } from "@/lib/http/read-package-body";
import { SKILL_ARCHIVE_LIMITS, type SkillPackage } from "@/lib/package";
import { isCheckProfile, parseAuthorAgent, type AuthorAgent, type CheckProfile } from "@/lib/skill-format";

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
