import { z } from "@hono/zod-openapi";
import { param, sendSkillArchive } from "@/api/discovery/routes";
import { ageOfSkills, requestInvalid, sendCachedJson } from "@/api/frame/answer";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import type { PlainRoute } from "@/api/frame/operation";
import { lookupText } from "@/api/schemas/parameters";
import { searchQuery, toSkillSearch } from "@/api/search";
import { leftOutHeader } from "@/api/sets";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { getPlugin, pluginOfVersion } from "@/lib/catalogue/plugins/get-plugin";
import {
  listMarketplace,
  listMarketplaceOfPerson,
  type MarketplaceSearch,
} from "@/lib/catalogue/plugins/list-marketplace";
import { getSet } from "@/lib/catalogue/sets/get-set";
import { getSetPlugin, marketplaceOfSet } from "@/lib/catalogue/sets/set-plugin";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { DomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { LEAST_AUDITS } from "@/lib/vetting/policy/policy";
import { matchesEntityTag } from "@/lib/web/http/answer-headers";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

const MARKETPLACE = "/.claude-plugin/marketplace.json";
const AGE = ageOfSkills(60);
/** A page's address is a source too, in whatever language it was copied. */
const LANGUAGES = ["", ...LOCALES.map((locale) => `/${locale}`)];

const MAX_NAME = 64;

/**
 * The search of `/v1/agent/search`, with `audit` as the least state instead of a list of states, and `policy`: the
 * account whose public policy holds.
 */
const marketplaceQuery = searchQuery
  .omit({ limit: true, cursor: true, audit: true })
  .extend({ audit: z.enum(LEAST_AUDITS).optional(), policy: lookupText(MAX_NAME).min(1).optional() });

/**
 * Marketplaces of plugins (code.claude.com, "Plugin marketplaces") of the catalogue, of a search and of a person, and
 * the plugins they name: each skill as a plugin of Agent Plugins 1.0 and of Claude Code at once.
 */
export const PLUGINS: readonly PlainRoute[] = [
  {
    path: MARKETPLACE,
    cacheKind: "catalogue",
    handler: (c) => sendMarketplace(c, (search) => listMarketplace(search, env().APP_URL)),
  },
  ...LANGUAGES.map((language): PlainRoute => ({
    path: `${language}/people/:name${MARKETPLACE}`,
    cacheKind: "catalogue",
    handler: (c) =>
      sendMarketplace(c, (search) => listMarketplaceOfPerson(param(c, "name"), search, env().APP_URL)),
  })),
  ...LANGUAGES.map((language): PlainRoute => ({
    path: `${language}/sets/:name${MARKETPLACE}`,
    handler: async (c) => {
      await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
      return sendCachedJson(c, await marketplaceOfSet(await getSet(param(c, "name")), env().APP_URL), AGE);
    },
  })),
  { path: "/plugins/skills/:slug/:version/plugin.zip", handler: sendPlugin },
  { path: "/plugins/sets/:name/plugin.zip", handler: sendSetPlugin },
];

/** A large one takes as long as a conversion. */
async function sendMarketplace(
  c: ApiContext,
  list: (search: MarketplaceSearch) => Promise<object>,
): Promise<Response> {
  await limitRate(c, REQUEST_LIMITS.conversion, callerAddress(c));
  return sendCachedJson(c, await list(readSearch(c)), AGE);
}

function readSearch(c: ApiContext): MarketplaceSearch {
  const query = marketplaceQuery.safeParse(c.req.query());
  if (!query.success) throw requestInvalid("query", query.error);
  const { audit, policy, ...rest } = query.data;
  return { ...toSkillSearch(rest), leastAudit: audit, policy };
}

/** The plugin of a version, whatever a call of it costs: its files are public. */
async function sendPlugin(c: ApiContext): Promise<Response> {
  const detail = await getSkill(param(c, "slug"), { version: param(c, "version") });
  await assertNotYanked(detail);
  assertFilesGiven(detail);
  const { versionId, version, packageDigest, manifest } = detail;
  const content = pluginOfVersion({ name: manifest.slug, version, packageDigest });
  if (!content) {
    throw new DomainError(
      "VERSION_NOT_AVAILABLE",
      "The name of this skill cannot be the name of a plugin: a plugin has a-z, 0-9 and single hyphens.",
      { details: { versionId } },
    );
  }
  return sendSkillArchive(c, detail, { ...(await getPlugin(content)), packageDigest, counts: true });
}

/** The plugin of a set, with what it gives at this moment. */
async function sendSetPlugin(c: ApiContext): Promise<Response> {
  await limitRate(c, REQUEST_LIMITS.conversion, callerAddress(c));
  const set = await getSet(param(c, "name"));
  const { bytes, digest } = await getSetPlugin(set);
  const headers = { etag: `"${digest}"`, "cache-control": "public, no-cache", ...leftOutHeader(set) };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  return c.body(Uint8Array.from(bytes), 200, {
    ...headers,
    "content-type": "application/zip",
    "content-length": String(bytes.length),
    "content-disposition": `attachment; filename="${set.name}.zip"`,
  });
}
