import type { Hono } from "hono";
import { ageOfSkills, sendCachedJson, sendJson } from "@/api/frame/answer";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { askerOf } from "@/api/frame/caller";
import {
  toBlockedDocument,
  toListItem,
  toSearchResult,
  toSkillDocument,
  toVersionDocument,
  toVersionItem,
} from "@/api/clawhub/documents";
import { assertOwner, getAskedSkill, limitOf, readAskedSkill } from "@/api/clawhub/requests";
import { sendFlatPackage, sendPackageFile } from "@/api/discovery/routes";
import { hasUpheldChallenge } from "@/lib/audits/challenges";
import { env } from "@/lib/platform/config/env";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { findQuarantine } from "@/lib/moderation/quarantine";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { findVersionByFingerprint } from "@/lib/registry/versions/find-version";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { listFiles } from "@/lib/registry/packages/read-package";
import { readPackageFile } from "@/lib/catalogue/skill-page/read-package-file";
import { countStars } from "@/lib/catalogue/following/follow";
import type { SkillSearch } from "@/lib/search/views";
import { searchSkills, listMatches } from "@/lib/search/search-skills";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

const AGE = ageOfSkills(30);
const SORTS: Readonly<Record<string, NonNullable<SkillSearch["sort"]>>> = {
  createdAt: "newest",
  updated: "newest",
  stars: "rating",
  rating: "rating",
  downloads: "downloads",
  installs: "downloads",
  trending: "calls",
};

/** Searching, looking and downloading: nothing of it needs a key. */
export function addReading(clawhub: Hono<ApiEnv>): void {
  clawhub.get("/search", search);
  clawhub.get("/skills", (c) => explore(c, SORTS[c.req.query("sort") ?? "createdAt"] ?? "newest"));
  clawhub.get("/trending", (c) => explore(c, "calls"));
  clawhub.get("/resolve", resolveFingerprint);
  clawhub.get("/download", async (c) => {
    const detail = await getAskedSkill(c);
    await assertNotYanked(detail);
    assertFilesGiven(detail);
    return sendFlatPackage(c, detail, { counts: true });
  });
  clawhub.get("/skills/:slug", sendSkill);
  clawhub.get("/skills/:slug/versions", async (c) => {
    const { slug } = readAskedSkill(c);
    const items = (await listVersions(slug)).slice(0, limitOf(c)).map(toVersionItem);
    return sendCachedJson(c, { items, nextCursor: null }, AGE);
  });
  clawhub.get("/skills/:slug/versions/:version", async (c) => {
    const detail = await getAskedSkill(c);
    return sendCachedJson(c, toVersionDocument(detail, await listFiles(detail.versionId)), AGE);
  });
  clawhub.get("/skills/:slug/file", sendFile);
  clawhub.get("/skills/:slug/install", sendInstall);
}

/** Which archive a client is to install, or why there is none: of a skill withdrawn or in quarantine. */
async function sendInstall(c: ApiContext): Promise<Response> {
  const { slug, version } = readAskedSkill(c);
  try {
    const detail = await getAskedSkill(c);
    await assertNotYanked(detail);
    assertFilesGiven(detail);
    const query = new URLSearchParams({ slug: detail.slug, version: detail.version });
    const downloadUrl = `${env().APP_URL}/api/v1/download?${query}`;
    const archive = { version: detail.version, downloadUrl, packageDigest: detail.packageDigest };
    return sendJson(c, { ok: true, slug: detail.slug, installKind: "archive", archive });
  } catch (error) {
    const status = REFUSALS.get(isDomainError(error) ? error.code : "");
    if (status === undefined || !isDomainError(error)) throw error;
    const refusal = { ok: false, slug, version: version ?? null, reason: NO_ARCHIVE, message: error.message };
    return sendJson(c, { ...refusal, status }, status);
  }
}

/** The one word of the protocol for "there is nothing to install" that does not speak of a code host. */
const NO_ARCHIVE = "archive_version_missing";
const REFUSALS: ReadonlyMap<string, 403 | 410> = new Map([
  ["SKILL_QUARANTINED", 403],
  ["FILES_NOT_GIVEN", 403],
  ["VERSION_NOT_AVAILABLE", 410],
  ["VERSION_CLOSED", 410],
] as const);

async function search(c: ApiContext): Promise<Response> {
  const q = c.req.query("q") ?? "";
  const rows = await listMatches({ q, limit: limitOf(c) }, { asker: askerOf(c) });
  const wanted = c.req.query("mode") === "exact" ? rows.filter(({ slug }) => slug === q.trim()) : rows;
  return sendCachedJson(c, { results: wanted.map(toSearchResult) }, AGE);
}

async function explore(c: ApiContext, sort: NonNullable<SkillSearch["sort"]>): Promise<Response> {
  const prefix = c.req.query("prefix");
  const cursor = c.req.query("cursor");
  const { rows, nextCursor } = await searchSkills({
    sort,
    limit: limitOf(c),
    ...(prefix === undefined ? {} : { q: prefix }),
    ...(cursor ? { cursor } : {}),
  });
  const stars = await countStars(rows.map(({ id }) => id));
  const items = rows.map((row) => toListItem(row, stars.get(row.id) ?? 0));
  return sendCachedJson(c, { items, nextCursor }, AGE);
}

async function sendSkill(c: ApiContext): Promise<Response> {
  try {
    const detail = await getAskedSkill(c);
    const stars = (await countStars([detail.id])).get(detail.id) ?? 0;
    const upheldChallenge = await hasUpheldChallenge(detail.versionId);
    return sendCachedJson(c, toSkillDocument(detail, { stars, upheldChallenge }), AGE);
  } catch (error) {
    const blocked = isDomainError(error, "SKILL_QUARANTINED")
      ? await findQuarantine(readAskedSkill(c).slug)
      : null;
    if (!blocked) throw error;
    return sendJson(c, toBlockedDocument(blocked));
  }
}

async function resolveFingerprint(c: ApiContext): Promise<Response> {
  const { slug, ownerHandle } = readAskedSkill(c);
  const detail = await getSkill(slug);
  assertOwner(detail, ownerHandle);
  const hash = c.req.query("hash") ?? "";
  const match =
    /^[0-9a-f]{64}$/.test(hash) && detail.filesGiven ? await findVersionByFingerprint(detail.id, hash) : null;
  return sendJson(c, {
    match: match === null ? null : { version: match },
    latestVersion: { version: detail.latestVersion },
  });
}

async function sendFile(c: ApiContext): Promise<Response> {
  const path = c.req.query("path");
  if (path === undefined) throw new DomainError("REQUEST_INVALID", "Name a file: ?path=….");
  const detail = await getAskedSkill(c);
  await assertNotYanked(detail);
  assertFilesGiven(detail);
  return sendPackageFile(
    c,
    await readPackageFile(detail.versionId, path.slice(0, 1000).replaceAll("\0", "")),
  );
}
