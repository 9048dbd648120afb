import { z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { readClientJson } from "@/api/clawhub/requests";
import { sendJson } from "@/api/frame/answer";
import { callerAddress, getActor, writeRateLimit } from "@/api/frame/caller";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { env } from "@/lib/platform/config/env";
import { limitStoredBytes, assertUploadsLeft, countUpload } from "@/lib/web/http/limits/request-limits";
import { readBody } from "@/lib/web/http/read-body";
import type { Actor } from "@/lib/identity/actor";
import { assertReachable } from "@/lib/identity/keys/authenticate-api-key";
import { DomainError } from "@/lib/kernel/errors";
import { SKILL_ARCHIVE_LIMITS, type SkillPackage } from "@/lib/package";
import { announceVersion } from "@/lib/publishing/preview-version";
import { publishVersion } from "@/lib/publishing/publish-version";
import {
  announceFile,
  collectFiles,
  deleteFiles,
  type SentFile,
  getTicket,
  receiveFile,
} from "@/lib/publishing/uploads/upload-files";

const MAX_FILES = SKILL_ARCHIVE_LIMITS.maxEntries;
const ticketId = z.string().regex(/^tkt_[0-9a-z]{26}$/);
const announcement = z.looseObject({
  path: z.string().min(1).max(1000),
  size: z.int().nonnegative().max(SKILL_ARCHIVE_LIMITS.maxUnpackedBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const publication = z.looseObject({
  slug: z.string().min(1).max(100),
  ownerHandle: z.string().max(100).optional(),
  version: z.string().min(1).max(64),
  files: z
    .array(z.looseObject({ path: z.string().max(1000), storageId: ticketId, uploadTicket: ticketId }))
    .max(MAX_FILES),
});

/** Publishing in three steps: a ticket for each file, the bytes, the version made of them. */
export function addPublishing(clawhub: Hono<ApiEnv>): void {
  clawhub.post("/skills/-/upload-url", async (c) => {
    const { accountId } = await getPublisher(c);
    const { path, size, sha256 } = await readClientJson(c, announcement);
    await limitStoredBytes(callerAddress(c), size);
    const id = await announceFile(accountId, { path, sizeBytes: size, sha256 });
    return sendJson(c, { uploadUrl: `${env().APP_URL}/api/v1/skills/-/upload/${id}`, uploadTicket: id });
  });
  clawhub.post("/skills/-/upload/:ticket", async (c) => {
    const { accountId } = await getPublisher(c);
    const ticket = await getTicket(accountId, c.req.param("ticket"));
    await receiveFile(ticket, await readBody(c.req.raw, { maxBytes: ticket.sizeBytes }));
    return sendJson(c, { storageId: ticket.id });
  });
  clawhub.post("/skills", publish);
}

/** Whoever has no key is turned away before a byte of the body is read. */
async function getPublisher(c: ApiContext): Promise<Actor> {
  const actor = await getActor(c);
  assertReachable(actor);
  return actor;
}

async function publish(c: ApiContext): Promise<Response> {
  const actor = await getPublisher(c);
  const publisher = { accountId: actor.accountId, address: callerAddress(c) };
  writeRateLimit(c, await assertUploadsLeft(publisher));
  const { slug, ownerHandle, version, files } = await readClientJson(c, publication);
  if (ownerHandle !== undefined && ownerHandle.toLowerCase() !== actor.username.toLowerCase())
    throw new DomainError(
      "PERMISSION_DENIED",
      `This key publishes as @${actor.username}, not as @${ownerHandle}.`,
    );
  const sent = files.map(({ path, storageId, uploadTicket }): SentFile => {
    if (storageId !== uploadTicket)
      throw new DomainError("UPLOAD_FAILED", `${path}: the ticket belongs to another file.`);
    return { path, ticketId: storageId };
  });
  const skillPackage = await collectFiles(actor.accountId, sent);
  await assertAsNamed(skillPackage, { slug, version });
  const request = { actor, package: skillPackage, source: "multipart" } as const;
  const { published, left } = await countUpload(publisher, () => publishVersion(request));
  writeRateLimit(c, left);
  await deleteFiles(sent);
  return sendJson(c, {
    ok: true,
    skillId: published.skillId,
    versionId: published.versionId,
    slug: published.slug,
    version: published.version,
    status: "pending",
    publicationStatus: "pending",
    attemptId: published.vettingJobId,
  });
}

/** What stands in SKILL.md counts; a client that says something else is told so before anything is published. */
async function assertAsNamed(
  skillPackage: SkillPackage,
  named: { slug: string; version: string },
): Promise<void> {
  const found = await announceVersion(skillPackage);
  if (found.slug !== named.slug) {
    throw new DomainError(
      "UPLOAD_FAILED",
      `SKILL.md names the skill "${found.slug}": publish with --slug ${found.slug}.`,
    );
  }
  if (found.version === named.version) return;
  throw new DomainError(
    "UPLOAD_FAILED",
    found.isStated
      ? `SKILL.md says version ${found.version}: publish with --version ${found.version}, or change the file.`
      : `SKILL.md says no version, so the market gives ${found.version}: publish with --version ${found.version}, or write \`version: ${named.version}\` into it.`,
  );
}
