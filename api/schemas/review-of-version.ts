import { z } from "@hono/zod-openapi";
import { idParameter } from "@/api/schemas/parameters";
import { digest, lamports, moment } from "@/api/schemas/skill";
import { findingSchema, toFindingJson } from "@/api/schemas/skill-detail";
import type { ReviewView } from "@/lib/audits/get-review";
import { CHECKLIST } from "@/lib/audits/review/checklist";

export const versionIdParameter = z.object({
  version: idParameter.describe("Id of the version, as the queue gives it (version_id)."),
});
/** What every step of a review can be refused with. */
export const REVIEW_PROBLEMS = [
  "REQUEST_INVALID",
  "AUTH_REQUIRED",
  "AUTH_FAILED",
  "VERIFIER_REQUIRED",
  "VERSION_NOT_FOUND",
] as const;
export const checklistItem = z.enum(CHECKLIST);

const line = z.object({
  kind: z.enum(["same", "added", "removed"]),
  old: z.int().nullable(),
  next: z.int().nullable(),
  text: z.string(),
});

export const reviewOfVersionSchema = z
  .object({
    version_id: z.string(),
    skill: z.string(),
    version: z.string(),
    publisher: z.string().nullable(),
    package_digest: digest,
    duty: z
      .enum(["none", "reduced", "full"])
      .describe("How much of it needs to be read: nothing, what differs from `base`, or every file."),
    scope: z.enum(["full", "reduced", "patch"]).describe("What a seal would say was read."),
    own: z.boolean().describe("It is or was your own: it can be read, not audited."),
    base: z
      .object({ version: z.string(), package_digest: digest })
      .nullable()
      .describe(
        "What it is compared with: the last version before it whose own seal is in force. Null without one: then every file counts as added.",
      ),
    files: z.array(
      z.object({
        path: z.string(),
        status: z.enum(["same", "changed", "added", "removed"]),
        is_text: z.boolean(),
        added: z.int().describe("Lines."),
        removed: z.int(),
        size_bytes: z.int(),
        sha256: z.string().nullable().describe("64 hexadecimal digits; null for a file that is gone."),
        base_sha256: z.string().nullable(),
        is_executable: z.boolean().nullable(),
        was_executable: z.boolean().nullable(),
        covered: z.boolean().describe("A seal would say that it was read."),
        key: z.string().describe("To mark it as seen: PUT …/files."),
        seen: z.boolean(),
      }),
    ),
    shown: z
      .object({
        path: z.string(),
        lines: z.array(line).nullable(),
        part: z.int().describe("From 1: a long file comes in parts."),
        parts: z.int(),
      })
      .nullable()
      .describe(
        "The file asked for with `file`, else the first covered one that was not seen, line by line; null for bytes.",
      ),
    differences: z.array(
      z.object({
        fact: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        needs: z.enum(["patch", "minor", "major"]),
      }),
    ),
    findings: z.array(
      findingSchema.extend({
        key: z.string().describe("To decide about it: PUT …/findings."),
        decision: z.enum(["accepted", "change"]).nullable(),
        reason: z.string().nullable(),
      }),
    ),
    examples: z.array(
      z.object({
        name: z.string(),
        before: z.string().nullable().describe("How it ended on the base; null before it was run there."),
        after: z.string().nullable(),
        outputs: z.enum(["equal", "same_shape", "different"]).nullable(),
        before_text: z.string().nullable(),
        after_text: z.string().nullable(),
      }),
    ),
    checklist: z.array(
      z.object({
        item: checklistItem,
        by_hand: z
          .boolean()
          .describe(
            "What the verifier says: `files_read` follows from PUT …/files, PUT …/checklist ticks the others. The market finds the rest.",
          ),
        state: z.enum(["ok", "marked", "open", "bad"]),
        detail: z.string().nullable(),
      }),
    ),
    sealable: z.boolean().describe("Nothing on the checklist is in the way of a seal."),
    reservation: z.object({ mine: z.boolean(), until: moment }).nullable(),
    bond_lamports: lamports.nullable(),
    audit_asked_at: moment.nullable(),
    signed_audit_id: z.string().nullable().describe("What you have signed about exactly this package."),
    download_url: z.url().describe("The package itself."),
  })
  .openapi("ReviewOfVersion");

export function toReviewJson(review: ReviewView, baseUrl: string): z.infer<typeof reviewOfVersionSchema> {
  const { slug, version } = review;
  return {
    version_id: review.versionId,
    skill: slug,
    version,
    publisher: review.publisher,
    package_digest: review.packageDigest,
    duty: review.duty,
    own: review.own,
    scope: review.scope,
    base: review.base && { version: review.base.version, package_digest: review.base.packageDigest },
    files: review.files.map((file) => ({
      path: file.path,
      status: file.status,
      is_text: file.isText,
      added: file.added,
      removed: file.removed,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      base_sha256: file.baseSha256,
      is_executable: file.isExecutable,
      was_executable: file.wasExecutable,
      covered: file.covered,
      key: file.key,
      seen: file.seen,
    })),
    shown: review.shown,
    differences: review.differences,
    findings: review.findings.map(({ key, decision, ...finding }) => ({
      ...toFindingJson(finding),
      key,
      decision: decision?.decision ?? null,
      reason: decision?.reason ?? null,
    })),
    examples: review.examples.map(({ name, before, after, outputs, beforeText, afterText }) => ({
      name,
      before,
      after,
      outputs,
      before_text: beforeText,
      after_text: afterText,
    })),
    checklist: review.checklist.map(({ byHand, ...item }) => ({ ...item, by_hand: byHand })),
    sealable: review.sealable,
    reservation: review.claim && { mine: review.claim.mine, until: review.claim.until },
    bond_lamports: review.bondLamports,
    audit_asked_at: review.auditAskedAt,
    signed_audit_id: review.signed?.auditId ?? null,
    download_url: `${baseUrl}/v1/agent/skills/${slug}/download?version=${encodeURIComponent(version)}`,
  };
}
