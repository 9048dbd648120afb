import { createHash } from "node:crypto";
import { trustHeaders } from "@/api/downloads";
import { ageOfSkills, sendCachedJson } from "@/api/frame/answer";
import { askerOf, callerAddress, countedCaller, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import type { PlainRoute } from "@/api/frame/operation";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { readFlatPackage } from "@/lib/catalogue/discovery/flat-package";
import {
  indexOfMarket,
  indexOfPublisher,
  indexOfSet,
  indexOfSkill,
} from "@/lib/catalogue/discovery/list-index";
import { listPaid } from "@/lib/catalogue/discovery/list-paid";
import { securityText } from "@/lib/catalogue/discovery/security-text";
import { getSet } from "@/lib/catalogue/sets/get-set";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { env } from "@/lib/platform/config/env";
import {
  findMarketPackage,
  NPM_PACKAGES,
  type MarketPackage,
  type MarketPackageName,
} from "@/lib/web/documents/market-packages";
import { entityTag, matchesEntityTag, SHARED_SECONDS_OF_SKILLS } from "@/lib/web/http/answer-headers";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { findIcon } from "@/lib/registry/packages/find-icon";
import { recordDownload } from "@/lib/registry/statistics/record-download";
import type { SkillDetail } from "@/lib/registry/views";
import { readPackageFile } from "@/lib/catalogue/skill-page/read-package-file";
import { listMatches } from "@/lib/search/search-skills";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

const INDEX = "/.well-known/agent-skills/index.json";
const ARTIFACTS = "/.well-known/agent-skills";
const AGE = ageOfSkills(60);
/** A page's address is a source too, in whatever language it was copied. */
const LANGUAGES = ["", "/zh-Hans", "/ko"];
const MAX_NAME_CHARACTERS = 100;
const MARKDOWN = "text/markdown; charset=utf-8";

/**
 * The discovery index of agentskills.io (0.2.0): of the market, of a publisher, of a set, of a skill; what it names; the versions
 * of a skill (agentskills/agentskills, pull request 380, a draft); and what clients and people look for at fixed
 * addresses.
 */
export const DISCOVERY: readonly PlainRoute[] = [
  {
    path: INDEX,
    cacheKind: "catalogue",
    handler: async (c) => sendCachedJson(c, await indexOfMarket(), AGE),
  },
  ...LANGUAGES.flatMap((language): PlainRoute[] => [
    {
      path: `${language}/publishers/:name${INDEX}`,
      cacheKind: "catalogue",
      handler: async (c) => sendCachedJson(c, await indexOfPublisher(param(c, "name")), AGE),
    },
    {
      path: `${language}/sets/:name${INDEX}`,
      handler: async (c) => sendCachedJson(c, await indexOfSet(await getSet(param(c, "name"))), AGE),
    },
    { path: `${language}/skills/:slug${INDEX}`, cacheKind: "catalogue", handler: (c) => sendSkillIndex(c) },
    {
      path: `${language}/skills/:slug/v/:version${INDEX}`,
      cacheKind: "catalogue",
      handler: (c) => sendSkillIndex(c, param(c, "version")),
    },
    { path: `${language}/skills/:slug${ARTIFACTS}/versions.json`, handler: sendVersions },
    {
      path: `${language}/skills/:slug${ARTIFACTS}/:version{v[0-9].*}/index.json`,
      handler: (c) => sendSkillIndex(c, param(c, "version").slice(1)),
    },
  ]),
  { path: `${ARTIFACTS}/:slug/SKILL.md`, handler: sendSkillText },
  { path: `${ARTIFACTS}/:slug/versions.json`, handler: sendVersions },
  { path: `${ARTIFACTS}/:slug/:version/skill.zip`, handler: (c) => sendArtifact(c, { counts: true }) },
  {
    path: `${ARTIFACTS}/shared/:slug/:version/skill.zip`,
    handler: (c) => sendArtifact(c, { counts: false }),
  },
  {
    path: "/.well-known/x402.json",
    cacheKind: "catalogue",
    handler: async (c) => sendCachedJson(c, await listPaid(env().APP_URL), AGE),
  },
  // Where a password manager sends its person (W3C, "A Well-Known URL for Changing Passwords").
  { path: "/.well-known/change-password", handler: (c) => c.redirect("/settings#password", 303) },
  { path: "/.well-known/security.txt", handler: (c) => c.text(securityText(env().APP_URL)) },
  // What `skills find` asks for.
  { path: "/api/search", cacheKind: "search", handler: sendMatches },
  // The command and the client as packages for npm: `npx MARKET/emporion.tgz`, `npm install MARKET/emporion-client.tgz`.
  ...NPM_PACKAGES.map((name) => ({
    path: `/${name}`,
    handler: (c: ApiContext) => sendPackage(c, name, "application/gzip"),
  })),
  { path: "/icons/:file", handler: sendIcon },
];

async function sendSkillIndex(c: ApiContext, version?: string): Promise<Response> {
  const detail = await getSkill(param(c, "slug"), { version });
  await assertNotYanked(detail);
  assertFilesGiven(detail);
  return sendCachedJson(c, await indexOfSkill(asItCallsItself(detail)), AGE);
}

/**
 * Under the name in its own SKILL.md, which clients make a folder of: a version of before its skill was renamed has
 * another one.
 */
const asItCallsItself = (detail: SkillDetail): SkillDetail => ({ ...detail, slug: detail.manifest.slug });

/** The flat archive of a version. */
async function sendArtifact(c: ApiContext, { counts }: { counts: boolean }): Promise<Response> {
  const detail = await getSkill(param(c, "slug"), { version: param(c, "version") });
  await assertNotYanked(detail);
  assertFilesGiven(detail);
  return sendFlatPackage(c, detail, { counts });
}

/** The SKILL.md of the version that is listed, as it was published. */
async function sendSkillText(c: ApiContext): Promise<Response> {
  const detail = await getSkill(param(c, "slug"));
  await assertNotYanked(detail);
  assertFilesGiven(detail);
  const file = await readPackageFile(detail.versionId, "SKILL.md").catch((error: unknown) => {
    if (!isDomainError(error, "NOT_FOUND")) throw error;
    return readPackageFile(detail.versionId, "skill.md"); // our formats take it too
  });
  return sendPackageFile(c, file, MARKDOWN);
}

/** One file of a package, as it was published. */
export function sendPackageFile(
  c: ApiContext,
  { bytes, isText, sha256 }: Awaited<ReturnType<typeof readPackageFile>>,
  textType = "text/plain; charset=utf-8",
): Response {
  // The version that is listed changes under an address: always ask again.
  const headers = { etag: `"${sha256}"`, "cache-control": "public, no-cache" };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  const type = isText ? textType : "application/octet-stream";
  return c.body(Uint8Array.from(bytes), 200, { ...headers, "content-type": type });
}

/** The numbers of the versions that can be had, newest first, and which of them is listed. */
async function sendVersions(c: ApiContext): Promise<Response> {
  const detail = await getSkill(param(c, "slug"));
  await assertNotYanked(detail);
  const standing = (await listVersions(detail.slug)).filter(
    ({ yankedAt, publishedAt }) => yankedAt === null && publishedAt !== null,
  );
  const versions = standing.map(({ version }) => version);
  return sendCachedJson(c, { latest: detail.latestVersion, versions }, AGE);
}

/** One part of the address; longer than any name of ours it names nothing. */
export function param(c: ApiContext, name: string): string {
  const value = c.req.param(name) ?? "";
  if (value.length <= MAX_NAME_CHARACTERS && !/[\0\p{Cs}]/u.test(value)) return value;
  throw new DomainError("NOT_FOUND", "There is nothing under this address.");
}

/**
 * Sends a version as clients of other markets take it: SKILL.md at the root of the archive. `counts` is for a package
 * somebody asked for by its name; a look whether there is an update never counts. Throws PACKAGE_CORRUPT.
 */
export async function sendFlatPackage(
  c: ApiContext,
  detail: SkillDetail,
  { counts }: { counts: boolean },
): Promise<Response> {
  return sendSkillArchive(c, detail, { ...(await readFlatPackage(detail.versionId)), counts });
}

/** The same for whatever else its files are packed in: the answer says which version it is, and of which package. */
export async function sendSkillArchive(
  c: ApiContext,
  detail: SkillDetail,
  archive: { bytes: Uint8Array; digest: string; packageDigest: string; counts: boolean },
): Promise<Response> {
  const { bytes, digest, packageDigest, counts } = archive;
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

const MAX_RESULTS = 50;
const DEFAULT_RESULTS = 20;

/** `source` is what `skills add` takes, so that the output of `skills find` can be pasted back. */
async function sendMatches(c: ApiContext): Promise<Response> {
  await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
  const limit = Number(c.req.query("limit") ?? DEFAULT_RESULTS);
  const rows = await listMatches(
    { q: c.req.query("q") ?? "", limit: Math.min(limit || DEFAULT_RESULTS, MAX_RESULTS) },
    { asker: askerOf(c) },
  );
  const skills = rows.map(({ slug, displayName, downloadsTotal }) => ({
    id: slug,
    name: slug,
    displayName,
    installs: downloadsTotal,
    source: `${env().APP_URL}/skills/${slug}`,
  }));
  return sendCachedJson(c, { query: c.req.query("q") ?? "", skills, count: skills.length }, AGE);
}

/** A package as this market was built with it. Throws NOT_FOUND where it was built without. */
export function getMarketPackage(name: MarketPackageName): MarketPackage {
  const found = findMarketPackage(name);
  if (found === null) throw new DomainError("NOT_FOUND", `This market was started without ${name}.`);
  return found;
}

export function sendPackage(c: ApiContext, name: MarketPackageName, type: string): Response {
  const { bytes, sha256 } = getMarketPackage(name);
  // The address stays when a release changes the bytes: always ask again.
  const headers = { etag: entityTag(bytes), "cache-control": "public, no-cache" };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  return c.body(bytes, 200, {
    ...headers,
    "content-type": type,
    "content-length": String(bytes.length),
    "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
  });
}

const YEAR = 365 * 24 * 3600;
/** A picture never changes under its address; what a quarantine takes away is taken from shared caches at once. */
const CACHE_CONTROL = `public, max-age=${YEAR}, s-maxage=${SHARED_SECONDS_OF_SKILLS}, immutable`;

/** The icons of packages, by digest. The headers of every answer forbid to read one as anything else. */
async function sendIcon(c: ApiContext): Promise<Response> {
  const icon = await findIcon(c.req.path);
  if (icon === null) throw new DomainError("NOT_FOUND", "There is no such icon.");
  return c.body(icon, 200, {
    "content-type": "image/png",
    "content-length": String(icon.length),
    "cache-control": CACHE_CONTROL,
  });
}
