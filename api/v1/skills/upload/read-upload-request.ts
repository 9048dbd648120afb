import { acceptPackage, MAX_JSON_UPLOAD_BYTES } from "@/api/accept-package";
import { DomainError } from "@/lib/kernel/errors";
import {
  assertPlainBody,
  isJsonContentType,
  isMultipart,
  parseJsonBody,
  readBody,
} from "@/lib/http/read-body";
import { readArchive, readJsonUpload, SKILL_ARCHIVE_LIMITS, type SkillPackage } from "@/lib/package";
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
  /** Who only wants a verdict may send a `.zip`; what is published is a `.skill` (R-002-173). */
  takesZip?: boolean;
  /** The caller has taken a bare text itself; named among what may be sent. */
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
  const body = parseJsonBody(await readBody(request, { maxBytes: MAX_JSON_UPLOAD_BYTES }));
  const skillPackage = acceptPackage(readJsonUpload(body));
  const members = body as Record<string, unknown>; // readJsonUpload accepts objects only
  const agent = readAgent({ header: given.agentHeader, object: members["author_agent"] });
  return {
    skillPackage,
    mode: "json_content",
    ...agent,
    ...readDialects(given.dialects ?? members["dialects"]),
  };
}

async function readMultipart(request: Request, given: Given): Promise<UploadRequest> {
  const form = await parseForm(request);
  const file = form.get("skill_file") ?? form.get("file");
  if (!(file instanceof File)) {
    throw new DomainError("FILE_MISSING", "Send the archive as the file part skill_file.");
  }
  const endings = given.takesZip === true ? [".skill", ".zip"] : [".skill"];
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    throw new DomainError(
      "FILE_INVALID_TYPE",
      `"${file.name.slice(0, 100)}" does not end in ${endings.join(" or ")}.`,
    );
  }
  const skillPackage = acceptPackage(readArchive(new Uint8Array(await file.arrayBuffer())));
  const agent = readAgent({ header: given.agentHeader, json: textOf(form.get("author_agent_json")) });
  return {
    skillPackage,
    mode: "multipart",
    ...agent,
    ...readDialects(given.dialects ?? textOf(form.get("dialects"))),
  };
}

async function parseForm(request: Request): Promise<FormData> {
  const bytes = await readBody(request, { maxBytes: MAX_MULTIPART_BYTES });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(Uint8Array.from(bytes), { headers }).formData();
  } catch (cause) {
    throw new DomainError("REQUEST_INVALID", "The multipart body cannot be read.", { cause });
  }
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

const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : undefined);
