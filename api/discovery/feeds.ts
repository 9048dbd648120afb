import { z } from "@hono/zod-openapi";
import { ageOfSkills, requestInvalid, sendCachedText } from "@/api/frame/answer";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import { ignoredParameters } from "@/api/frame/ignored-parameters";
import type { PlainRoute } from "@/api/frame/operation";
import { lookupText } from "@/api/schemas/parameters";
import { searchQuery, toSkillSearch } from "@/api/search";
import { listAdvisories } from "@/lib/advisories/read-advisories";
import { listSeals } from "@/lib/audits/seals";
import { listNewVersions } from "@/lib/catalogue/list-new-versions";
import { env } from "@/lib/platform/config/env";
import { listNewestPosts } from "@/lib/registry/questions/list-questions";
import { getAccountOfFeed } from "@/lib/catalogue/following/feed-address";
import { listNews, listNewTerms } from "@/lib/catalogue/following/news";
import { advisoriesFeed, newsFeed, questionsFeed, sealsFeed, versionsFeed } from "@/lib/web/documents/feeds";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";
import { DomainError } from "@/lib/kernel/errors";

const MAX_NAME_CHARACTERS = 100;
const OWN: ReadonlySet<string> = new Set(["of", "skill", "lang"]);

/** What a feed can be asked: the conditions of the search, or one skill, or seals; and its language. */
const feedQuery = searchQuery
  .omit({ sort: true, limit: true, cursor: true })
  .extend({
    of: z.enum(["versions", "seals", "advisories", "questions"]).default("versions"),
    skill: lookupText(MAX_NAME_CHARACTERS).min(1).optional(),
    lang: z.enum(LOCALES).optional(),
  })
  .superRefine((query, context) => {
    const alone = query.of !== "versions" ? `of=${query.of}` : query.skill === undefined ? null : "skill";
    if (alone === null) return;
    const others = Object.keys(conditionsOf(query));
    if (query.of === "questions" && query.skill === undefined)
      context.addIssue({ code: "custom", path: ["skill"], message: "is needed together with of=questions" });
    if (query.of === "seals" && query.skill !== undefined) others.push("skill");
    for (const name of others)
      context.addIssue({ code: "custom", path: [name], message: `cannot be asked together with ${alone}` });
  });

/** The conditions that restrict something, as they stand in an address. */
function conditionsOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const { query: otherQ, q = otherQ, ...rest } = query;
  const texts = Object.entries({ q, ...rest })
    .filter(([name, value]) => !OWN.has(name) && value !== undefined && value !== "false")
    .map(([name, value]) => [name, String(value).trim()] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

const AGE = ageOfSkills(300);
const ATOM = "application/atom+xml; charset=utf-8";
const MOST_SEALS = 50;
const MOST_ADVISORIES = 50;
const MOST_TERMS = 50;
const MOST_NEWS = 100;

const tellIgnored = ignoredParameters({ method: "get", request: { query: feedQuery } });

/**
 * Atom feeds: new versions, `?skill=` those of one skill with its prices and whether another takes its place, with the conditions of a search those it finds; `?of=seals`
 * new seals; `?of=advisories` what changed of advisories, with `skill` of one skill's; `?of=questions&skill=` what is
 * asked and answered under a skill; `?lang=` in which language.
 */
export const FEEDS: readonly PlainRoute[] = [
  {
    path: "/feed.xml",
    cacheKind: "search",
    handler: async (c) => {
      const text = await writeFeed(c);
      tellIgnored(c);
      return sendCachedText(c, text, ATOM, AGE);
    },
  },
  {
    // Of what an account follows; the key in its address is all that it takes.
    path: "/following.xml",
    handler: async (c) => {
      const read = newsQuery.safeParse(givenTo(c));
      if (!read.success) throw requestInvalid("query", read.error);
      const { key, lang } = read.data;
      await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
      const { news } = await listNews(await getAccountOfFeed(key), { limit: MOST_NEWS });
      const text = newsFeed(news, { origin: env().APP_URL, locale: lang ?? DEFAULT_LOCALE, key });
      return c.body(text, 200, {
        "content-type": ATOM,
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
      });
    },
  },
];

const newsQuery = z.object({ key: z.string().max(MAX_NAME_CHARACTERS), lang: z.enum(LOCALES).optional() });

async function writeFeed(c: ApiContext): Promise<string> {
  const read = feedQuery.safeParse(givenTo(c));
  if (!read.success) throw requestInvalid("query", read.error);
  const { of, skill, lang, ...conditions } = read.data;
  const place = { origin: env().APP_URL, locale: lang ?? DEFAULT_LOCALE };
  if (of === "seals") return sealsFeed(await listSeals({ limit: MOST_SEALS }), place);
  if (of === "advisories") {
    const about = skill === undefined ? {} : { skill };
    const { advisories } = await listAdvisories({ ...about, limit: MOST_ADVISORIES });
    return advisoriesFeed(advisories, { ...place, ...(skill === undefined ? {} : { slug: skill }) });
  }
  if (of === "questions") {
    const { slug, posts } = await listNewestPosts(skill ?? "");
    return questionsFeed(posts, { ...place, slug });
  }
  if (skill !== undefined) {
    const versions = await listNewVersions({ slug: skill });
    if (versions.length > 0)
      return versionsFeed(versions, { ...place, slug: skill }, await listNewTerms(skill, MOST_TERMS));
    throw new DomainError("SKILL_NOT_FOUND", "There is no such skill.");
  }
  const search = new URLSearchParams(conditionsOf(conditions)).toString();
  if (search === "") return versionsFeed(await listNewVersions(), place);
  await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
  const versions = await listNewVersions({ search: toSkillSearch(conditions) });
  return versionsFeed(versions, { ...place, search });
}

/** What is given once as a text, what is given more often as a list, which no parameter is. */
const givenTo = (c: ApiContext): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
