import { z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { ageOfSkills, sendCachedJson } from "@/api/frame/answer";
import { askerOf } from "@/api/frame/caller";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { ms, securityOf, toVersionItem } from "@/api/clawhub/documents";
import { limitOf, readAskedSkill, readQuery, assertOwner } from "@/api/clawhub/requests";
import { hasUpheldChallenge } from "@/lib/audits/challenges";
import { findPersonProfile } from "@/lib/catalogue/profiles/find-profile";
import { listMatches, searchSkills } from "@/lib/search/search-skills";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { DomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
import type { SkillRow } from "@/lib/registry/views";

const AGE = ageOfSkills(30);
const SKILL = "skill";
const CHANNEL = "community";

const filters = z.object({
  q: z.string().max(1000).optional(),
  cursor: z.string().max(1000).optional(),
  family: z.enum([SKILL, "code-plugin", "bundle-plugin", "claw"]).optional(),
  channel: z.enum(["official", CHANNEL, "private"]).optional(),
  isOfficial: z.enum(["true", "false"]).optional(),
});

/**
 * The catalogue under the names of ClawHub's "packages": here every package is a skill, published by whoever has an
 * account. Plugins of OpenClaw, official and private packages are kinds of which there are none.
 */
export function addPackages(clawhub: Hono<ApiEnv>): void {
  clawhub.get("/packages", list);
  clawhub.get("/packages/search", search);
  for (const kind of ["code-plugins", "bundle-plugins"])
    clawhub.get(`/${kind}`, (c) => sendCachedJson(c, { items: [], nextCursor: null }, AGE));
  clawhub.get("/packages/:slug", sendPackage);
  clawhub.get("/packages/:slug/versions", async (c) => {
    const { slug } = readAskedSkill(c);
    const items = (await listVersions(slug)).slice(0, limitOf(c)).map(toVersionItem);
    return sendCachedJson(c, { items, nextCursor: null }, AGE);
  });
  clawhub.get("/packages/:slug/download", (c) => {
    const { slug, version } = readAskedSkill(c);
    const query = new URLSearchParams({ slug, ...(version === undefined ? {} : { version }) });
    return c.redirect(`/api/v1/download?${query}`, 307);
  });
  clawhub.get("/publishers/:name", sendPublisher);
}

async function list(c: ApiContext): Promise<Response> {
  const { cursor, ...kinds } = readQuery(c, filters);
  if (!hasSkills(kinds)) return sendCachedJson(c, { items: [], nextCursor: null }, AGE);
  const page = { sort: "newest" as const, limit: limitOf(c), ...(cursor ? { cursor } : {}) };
  const { rows, nextCursor } = await searchSkills(page);
  return sendCachedJson(c, { items: rows.map(toPackage), nextCursor }, AGE);
}

async function search(c: ApiContext): Promise<Response> {
  const { q = "", ...kinds } = readQuery(c, filters);
  const rows = hasSkills(kinds) ? await listMatches({ q, limit: limitOf(c) }, { asker: askerOf(c) }) : [];
  const results = rows.map((row, position) => ({ score: 1 / (1 + position), package: toPackage(row) }));
  return sendCachedJson(c, { results }, AGE);
}

const hasSkills = ({ family, channel, isOfficial }: z.infer<typeof filters>) =>
  (family ?? SKILL) === SKILL && (channel ?? CHANNEL) === CHANNEL && isOfficial !== "true";

function toPackage(row: SkillRow) {
  return {
    name: row.slug,
    displayName: row.displayName,
    family: SKILL,
    channel: CHANNEL,
    isOfficial: false,
    summary: row.description,
    ownerHandle: row.publisher,
    createdAt: ms(row.publishedAt),
    updatedAt: ms(row.publishedAt),
    latestVersion: row.version,
    topics: row.tags,
    price_lamports: row.priceLamports,
    audit_state: row.auditState,
  };
}

async function sendPackage(c: ApiContext): Promise<Response> {
  const { slug, ownerHandle } = readAskedSkill(c);
  const detail = await getSkill(slug);
  assertOwner(detail, ownerHandle);
  const upheldChallenge = await hasUpheldChallenge(detail.versionId);
  const { publisher } = detail;
  const found = {
    ...toPackage(detail),
    createdAt: ms(detail.createdAt),
    tags: { latest: detail.latestVersion },
    scanStatus: securityOf(detail, { upheldChallenge }).status,
  };
  const owner = publisher === null ? null : { handle: publisher, displayName: publisher, image: null };
  return sendCachedJson(c, { package: found, owner }, AGE);
}

/** What everybody may know of an account, as far as the protocol has names for it; its domains are proven by their DNS. */
async function sendPublisher(c: ApiContext): Promise<Response> {
  const name = c.req.param("name") ?? "";
  const profile =
    name.length <= 100 && !name.includes("\0") ? await findPersonProfile(name.replace(/^@/, "")) : null;
  if (profile === null) throw new DomainError("NOT_FOUND", "Nobody here has this name.");
  const { username, since, domains, totalSkills } = profile;
  const publisher = {
    handle: username,
    displayName: username,
    image: null,
    kind: "user",
    official: false,
    createdAt: ms(since),
    skills: totalSkills,
    domains: domains.map(({ domain, provenAt }) => ({ domain, provenAt: ms(provenAt) })),
    url: `${env().APP_URL}/people/${username}`,
  };
  return sendCachedJson(c, { publisher }, AGE);
}
