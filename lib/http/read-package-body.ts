import { DomainError } from "@/lib/kernel/errors";
import { offThread } from "@/lib/kernel/threads/off-thread";
import { parseJsonBody } from "@/lib/http/read-body";
import { readArchive, readJsonUpload, type PackageResult } from "@/lib/package";

/** What an upload says beside its files. */
const MEMBERS = ["author_agent", "dialects", "claim_token", "contact_email"] as const;
const MAX_MEMBER_CHARACTERS = 64 * 1024;

export interface JsonPackage {
  result: PackageResult;
  /** Those that were sent, as they came. */
  members: Partial<Record<(typeof MEMBERS)[number], unknown>>;
}

/**
 * A package sent as JSON, read in a thread: megabytes of text take tenths of a second. Throws REQUEST_INVALID for what
 * is no JSON to be kept as it is (`parseJsonBody`) or says too much beside its files.
 */
export const readJsonPackage = offThread("read-json-package", (bytes: Uint8Array): JsonPackage => {
  const body = parseJsonBody(bytes);
  const result = readJsonUpload(body);
  const members: JsonPackage["members"] = {};
  for (const name of result.ok ? MEMBERS : []) {
    const value = (body as Record<string, unknown>)[name]; // readJsonUpload accepts objects only
    if (value !== undefined) members[name] = bounded(name, value);
  }
  return { result, members };
});

function bounded(name: string, value: unknown): unknown {
  if (JSON.stringify(value).length <= MAX_MEMBER_CHARACTERS) return value;
  throw new DomainError("REQUEST_INVALID", `${name} has more than ${MAX_MEMBER_CHARACTERS} characters.`);
}

interface MultipartBody {
  bytes: Uint8Array;
  contentType: string;
  /** Of the file's name, in small letters. */
  endings: readonly string[];
}

export interface MultipartPackage {
  result: PackageResult;
  authorAgentJson?: string;
  dialects?: string;
}

/**
 * A package sent as a form, read in a thread. Throws REQUEST_INVALID for what is no form, FILE_MISSING and
 * FILE_INVALID_TYPE.
 */
export const readMultipartPackage = offThread(
  "read-multipart-package",
  async ({ bytes, contentType, endings }: MultipartBody): Promise<MultipartPackage> => {
    const form = await parseForm(bytes, contentType);
    const file = form.get("skill_file") ?? form.get("file");
    if (!(file instanceof File)) {
      throw new DomainError("FILE_MISSING", "Send the archive as the file part skill_file.");
    }
    if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
      throw new DomainError(
        "FILE_INVALID_TYPE",
        `"${file.name.slice(0, 100)}" does not end in ${endings.join(" or ")}.`,
      );
    }
    const [authorAgentJson, dialects] = [form.get("author_agent_json"), form.get("dialects")];
    return {
      result: readArchive(new Uint8Array(await file.arrayBuffer())),
      ...(typeof authorAgentJson === "string" ? { authorAgentJson } : {}),
      ...(typeof dialects === "string" ? { dialects } : {}),
    };
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
