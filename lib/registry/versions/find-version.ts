import { type Database, database } from "@/lib/db/client";
import {
  listStoredVersions as listRows,
  type StoredVersionRow,
  selectSameContent,
  selectNearContent,
  type SameContent,
  insertSameContent,
  findSkillOfVersion,
  findClosed,
} from "@/lib/registry/versions/versions-repository";
import { sha256Hex } from "@/lib/kernel/digest";
import { LEAST_ALIKE } from "@/lib/package";
import { selectFilesOfSkill } from "@/lib/registry/packages/files-repository";
import { recordEvent } from "@/lib/log/events/events";
import { lockSkill } from "@/lib/registry/skills-repository";
import { DomainError } from "@/lib/kernel/errors";
import { sentenceOf, type YankKind } from "@/lib/registry/versions/yank-kinds";

export {
  findPromises,
  findVersion,
  listReleased,
  type ReleasedVersion,
  type SameContent,
} from "@/lib/registry/versions/versions-repository";
import { findReading } from "@/lib/registry/access/find-access";
import { ANYBODY } from "@/lib/registry/access/reader";

type Moments = "publishedAt" | "yankedAt";

/** A stored version as rules about versions read it. */
type StoredVersion = Omit<StoredVersionRow, Moments> & { published: boolean; yanked: boolean };

/** True for versions that a list may show: published, approved, and not withdrawn. */
export const isOffered = ({
  publishedAt,
  yankedAt,
  vettingStatus,
}: Pick<StoredVersionRow, Moments | "vettingStatus">): boolean =>
  publishedAt !== null && yankedAt === null && vettingStatus === "approved";

/** All versions of a skill, oldest first. */
export async function listStoredVersions(db: Database, skillId: string): Promise<StoredVersion[]> {
  const rows = await listRows(db, skillId);
  return rows.map(({ publishedAt, yankedAt, ...version }) => ({
    ...version,
    published: publishedAt !== null,
    yanked: yankedAt !== null,
  }));
}

/**
 * The newest published version of a skill whose files have a fingerprint as the `clawhub` client computes it:
 * SHA-256 over `path:sha256` of each file, by path, without files the client leaves out (names that begin with a
 * dot, node_modules).
 */
export async function findVersionByFingerprint(skillId: string, fingerprint: string): Promise<string | null> {
  const versions = await selectFilesOfSkill(database(), skillId);
  return versions.find(({ files }) => fingerprintOf(files) === fingerprint)?.version ?? null;
}

/** The fingerprint itself; 64 hexadecimal digits. */
function fingerprintOf(files: readonly { path: string; sha256: string }[]): string {
  const lines = files
    .filter(({ path }) => !path.split("/").some((part) => part.startsWith(".") || part === "node_modules"))
    .sort((left, right) => left.path.localeCompare(right.path))
    .map(({ path, sha256 }) => `${path}:${sha256}`);
  return sha256Hex(lines.join("\n"));
}

/** An earlier skill, and whether it holds the very same. */
export interface EarlierContent extends SameContent {
  isExact: boolean;
}

/**
 * The earlier skill of another account that holds the same as a version under another name, or nearly the same; null if
 * there is none. Nothing is said of who wrote it: whoever came first may have taken it from elsewhere. Two queries at
 * most.
 */
export async function findSameContent(version: { versionId: string }): Promise<EarlierContent | null> {
  const db = database();
  const same = await selectSameContent(db, version.versionId);
  if (same !== null) return { ...same, isExact: true };
  const near = await selectNearContent(db, version.versionId, LEAST_ALIKE);
  return near && { ...near, isExact: false };
}

interface Published {
  versionId: string;
  skillId: string;
  slug: string;
}

/**
 * Tells the owner of an earlier skill that another account has published the same content under another name, once for
 * the two skills; in the transaction that publishes, or makes public: of a private skill nobody is told.
 */
export async function notifyOfSameContent(
  db: Database,
  { versionId, skillId, slug }: Published,
  now: Date,
): Promise<void> {
  const earlier = await selectSameContent(db, versionId);
  if (earlier === null || (await findReading(db, skillId, ANYBODY))?.access === "private") return;
  if (!(await insertSameContent(db, { skillId, earlierSkillId: earlier.skillId, foundAt: now }))) return;
  const data = { slug: earlier.slug, copy: slug };
  await recordEvent(db, { kind: "skill:copied", skillId: earlier.skillId, data }, now);
}

/** Holds the skill of a version until the transaction ends, and gives its id; null for an unknown version. */
export async function lockSkillOfVersion(db: Database, versionId: string, now: Date): Promise<string | null> {
  const skillId = await findSkillOfVersion(db, versionId);
  if (skillId !== null) await lockSkill(db, skillId, now);
  return skillId;
}

/**
 * What everybody is told who asks for a skill that is not there, or for a version it does not have, and what to
 * ask instead.
 */
export function notPublished(slugOrId: string, version?: string): DomainError {
  return version === undefined
    ? new DomainError(
        "SKILL_NOT_FOUND",
        `There is no published skill "${slugOrId}". GET /v1/agent/search?q=… finds what there is.`,
      )
    : new DomainError(
        "VERSION_NOT_FOUND",
        `"${slugOrId}" has no published version ${version}. GET /v1/skills/{id}/versions lists them.`,
      );
}

/** Of a version that is named by its id. */
export const noSuchVersion = (): DomainError =>
  new DomainError("VERSION_NOT_FOUND", "There is no published version with this id.");

/** Throws VERSION_CLOSED, with the reason, for a version that is. */
export async function assertNotClosed(versionId: string): Promise<void> {
  const closed = await findClosed(database(), versionId);
  if (closed) throw versionClosed(closed.slug, closed.version, closed);
}

/** What is on record of a version that is closed. */
export interface Closed {
  kind: YankKind;
  reason: string | null;
}

/** What everybody is told, its owner too, who asks for anything of a version that is closed. */
export function versionClosed(slug: string, version: string, { kind, reason }: Closed): DomainError {
  const words = reason === null ? "" : ` ${reason}`;
  return new DomainError(
    "VERSION_CLOSED",
    `Version ${version} of "${slug}" was withdrawn and is given to nobody. ${sentenceOf(kind)}${words}`,
    { details: { reason: kind } },
  );
}

/** What everybody is told who asks for the files, or a call, of a version that was withdrawn. */
export function versionWithdrawn(
  slug: string,
  version: string,
  reason: string | null | undefined,
): DomainError {
  return new DomainError(
    "VERSION_NOT_AVAILABLE",
    `Version ${version} of "${slug}" was withdrawn: ${reason ?? "no reason given"}`,
    { details: { reason: "yanked" } },
  );
}
