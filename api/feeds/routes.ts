import type { OpenAPIHono } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedText } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import type { ApiContext, ApiEnv } from "@/api/context";
import { requestInvalid } from "@/api/failures";
import { conditionsOf, feedQuery } from "@/api/feeds/feed-query";
import { ignoredParameters } from "@/api/ignored-parameters";
import { limitRate } from "@/api/limits/limit-rate";
import { toSkillSearch } from "@/api/schemas/search";
import { listSeals } from "@/lib/audits/seals/list-seals";
import { sealsFeed, versionsFeed } from "@/lib/documents/market-feeds";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";
import { listNewVersions } from "@/lib/catalogue/list-new-versions";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const AGE = ageOfSkills(300);
const ATOM = "application/atom+xml; charset=utf-8";
const MOST_SEALS = 50;

const tellIgnored = ignoredParameters({ method: "get", request: { query: feedQuery } });

/**
 * Atom feeds: new versions, `?skill=` those of one skill, with the conditions of a search those it finds; `?of=seals`
 * new seals; `?lang=` in which language.
 */
export function addFeeds(app: OpenAPIHono<ApiEnv>): void {
  app.get("/feed.xml", async (c) => {
    const text = await writeFeed(c);
    tellIgnored(c);
    return sendCachedText(c, text, ATOM, AGE);
  });
}

async function writeFeed(c: ApiContext): Promise<string> {
  const read = feedQuery.safeParse(givenTo(c));
  if (!read.success) throw requestInvalid("query", read.error);
  const { of, skill, lang, ...conditions } = read.data;
  const place = { origin: env().APP_URL, locale: lang ?? DEFAULT_LOCALE };
  if (of === "seals") return sealsFeed(await listSeals({ limit: MOST_SEALS }), place);
  if (skill !== undefined) {
    const versions = await listNewVersions({ slug: skill });
    if (versions.length > 0) return versionsFeed(versions, { ...place, slug: skill });
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
