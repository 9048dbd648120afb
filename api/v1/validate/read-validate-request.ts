import { readDialects, readUploadRequest } from "@/api/v1/skills/upload/read-upload-request";
import { DomainError } from "@/lib/kernel/errors";
import { isPlainText, readBody } from "@/lib/http/read-body";
import { assemblePackage, JSON_UPLOAD_LIMITS, type SkillPackage } from "@/lib/package";
import type { CheckProfile } from "@/lib/skill-format";

interface ValidateRequest {
  skillPackage: SkillPackage;
  dialects?: CheckProfile[];
}

/**
 * Reads what is to be checked: everything an upload takes, or the bare text of a SKILL.md. A text that is not UTF-8 is
 * handed on as it came, for the report to say so. Throws the codes of an upload.
 */
export async function readValidateRequest(
  request: Request,
  dialects: string | undefined,
): Promise<ValidateRequest> {
  if (!isPlainText(request.headers.get("content-type"))) {
    return readUploadRequest(request, { agentHeader: undefined, dialects, takesText: true });
  }
  const bytes = await readBody(request, { maxBytes: JSON_UPLOAD_LIMITS.maxDecodedBytes });
  if (bytes.length === 0)
    throw new DomainError("SKILL_MD_MISSING", "The body is empty: send the text of SKILL.md.");
  return { skillPackage: assemblePackage([{ path: "SKILL.md", bytes }]), ...readDialects(dialects) };
}
