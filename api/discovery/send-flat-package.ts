import { createHash } from "node:crypto";
import { countedCaller } from "@/api/counted-caller";
import type { ApiContext } from "@/api/context";
import { trustHeaders } from "@/api/download";
import { readFlatPackage } from "@/lib/catalogue/discovery/flat-package";
import { matchesEntityTag } from "@/lib/http/entity-tag";
import { recordDownload } from "@/lib/registry/statistics/record-download";
import type { SkillDetail } from "@/lib/registry/views";

/**
 * Sends a version as clients of other markets take it: SKILL.md at the root of the archive. `counts` is for a package
 * somebody asked for by its name; a look whether there is an update never counts. Throws PACKAGE_CORRUPT.
 */
export async function sendFlatPackage(
  c: ApiContext,
  detail: SkillDetail,
  { counts }: { counts: boolean },
): Promise<Response> {
  const { bytes, digest, packageDigest } = await readFlatPackage(detail.versionId);
  const headers = { ...trustHeaders(detail, packageDigest), etag: `"${digest}"` };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  if (counts && c.req.method !== "HEAD") {
    const caller = await countedCaller(c);
    await recordDownload({ skillId: detail.id, versionId: detail.versionId, caller });
  }
  return c.body(Uint8Array.from(bytes), 200, {
    ...headers,
    "content-type": "application/zip",
    "content-length": String(bytes.length),
    "content-disposition": `attachment; filename="${detail.slug}.zip"`,
    "repr-digest": `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`,
  });
}
