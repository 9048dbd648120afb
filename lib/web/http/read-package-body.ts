import { DomainError } from "@/lib/kernel/errors";
import { offThread } from "@/lib/kernel/threads/off-thread";
import { parseJsonBody } from "@/lib/web/http/read-body";
import {
  readArchive,
  readFolderUpload,
  readJsonUpload,
  readPluginArchive,
  readUnplacedArchive,
  type PackageResult,
  type PluginResult,
} from "@/lib/package";

/** What an upload says beside its files. */
const MEMBERS = ["author_agent", "dialects", "claim_token", "contact_email"] as const;
const MAX_MEMBER_CHARACTERS = 64 * 1024;

export interface JsonPackage {
  result: PackageResult;
  /** Those that were sent, as they came. */
  members: Partial<Record<(typeof MEMBERS)[number], unknown>>;
}

interface JsonBody {
  bytes: Uint8Array;
  /** Who only wants a verdict may send a folder as it stands, under the limits of an archive. */
  takesFolder?: boolean;
}

/**
 * A package sent as JSON, read in a thread: megabytes of text take tenths of a second. Throws REQUEST_INVALID for what
 * is no JSON to be kept as it is (`parseJsonBody`) or says too much beside its files.
 */
export const readJsonPackage = offThread(
  "read-json-package",
  ({ bytes, takesFolder = false }: JsonBody): JsonPackage => {
    const body = parseJsonBody(bytes);
    const result = takesFolder && isFolder(body) ? readFolderUpload(body, body.folder) : readJsonUpload(body);
    const members: JsonPackage["members"] = {};
    for (const name of result.ok ? MEMBERS : []) {
      const value = (body as Record<string, unknown>)[name]; // readJsonUpload accepts objects only
      if (value !== undefined) members[name] = bounded(name, value);
    }
    return { result, members };
  },
);

/** A folder's files with all their bytes, SKILL.md among them, and maybe its name. */
function isFolder(body: unknown): body is { folder?: string } {
  if (typeof body !== "object" || body === null || "skill_md" in body) return false;
  return "base64_files" in body && (!("folder" in body) || typeof body.folder === "string");
}

function bounded(name: string, value: unknown): unknown {
  if (JSON.stringify(value).length <= MAX_MEMBER_CHARACTERS) return value;
  throw new DomainError("REQUEST_INVALID", `${name} has more than ${MAX_MEMBER_CHARACTERS} characters.`);
}

interface MultipartBody {
  bytes: Uint8Array;
  contentType: string;
}

interface PackageBody extends MultipartBody {
  /** Who asks what to change may send an archive whose SKILL.md lies elsewhere. */
  takesUnplaced?: boolean;
}

export interface MultipartPackage {
  result: PackageResult;
  authorAgentJson?: string;
  dialects?: string;
}

/**
 * A package sent as a form, read in a thread and judged by its bytes, whatever its file is called. Throws
 * REQUEST_INVALID for what is no form and FILE_MISSING.
 */
export const readMultipartPackage = offThread(
  "read-multipart-package",
  async ({ bytes, contentType, takesUnplaced = false }: PackageBody): Promise<MultipartPackage> => {
    const form = await parseForm(bytes, contentType);
    const file = form.get("skill_file") ?? form.get("file");
    if (!(file instanceof File)) {
      throw new DomainError("FILE_MISSING", "Send the archive as the file part skill_file.");
    }
    const [authorAgentJson, dialects] = [form.get("author_agent_json"), form.get("dialects")];
    return {
      result: (takesUnplaced ? readUnplacedArchive : readArchive)(new Uint8Array(await file.arrayBuffer())),
      ...(typeof authorAgentJson === "string" ? { authorAgentJson } : {}),
      ...(typeof dialects === "string" ? { dialects } : {}),
    };
  },
);

/**
 * A plugin sent as a form or as the archive itself, read in a thread. Throws REQUEST_INVALID for what is no form and
 * FILE_MISSING.
 */
export const readPluginBody = offThread(
  "read-plugin-body",
  async ({ bytes, contentType }: MultipartBody): Promise<PluginResult> => {
    if (!contentType.startsWith("multipart/form-data")) return readPluginArchive(bytes);
    const form = await parseForm(bytes, contentType);
    const file = form.get("plugin_file") ?? form.get("skill_file") ?? form.get("file");
    if (file instanceof File) return readPluginArchive(new Uint8Array(await file.arrayBuffer()));
    throw new DomainError("FILE_MISSING", "Send the archive as the file part plugin_file.");
  },
);

async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    const headers = { "content-type": contentType };
    return await new Response(Uint8Array.from(bytes), { headers }).formData();
  } catch (cause) {
    throw new DomainError("REQUEST_INVALID", "The multipart body cannot be read.", { cause });
  }
}
