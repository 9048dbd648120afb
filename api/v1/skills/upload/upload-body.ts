import type { ErrorCode } from "@/lib/kernel/error-codes";

/**
 * The bodies of an upload, for the description. They are read by `lib/package`, which counts decoded bytes and names
 * the codes of USK, and not by a validator.
 */
export const JSON_UPLOAD_BODY = {
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

export const MULTIPART_UPLOAD_BODY = {
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
