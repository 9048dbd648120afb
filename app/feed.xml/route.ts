import { listSeals } from "@/lib/audits/list-seals";
import { sealsFeed, versionsFeed } from "@/lib/documents/market-feeds";
import { env } from "@/lib/env";
import { cacheControlOfSkills } from "@/lib/http/skill-cache";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/i18n/routing";
import { listNewVersions } from "@/lib/registry/list-new-versions";

export const dynamic = "force-dynamic";

const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Atom feeds: new versions, `?skill=` those of one skill, `?of=seals` new seals; `?lang=` in which language. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const place = { origin: env().APP_URL, locale: localeOf(query.get("lang")) };
  if (query.get("of") === "seals") return feed(sealsFeed(await listSeals({ limit: 50 }), place));
  const slug = query.get("skill");
  if (slug === null) return feed(versionsFeed(await listNewVersions(), place));
  const versions = SLUG.test(slug) ? await listNewVersions({ slug }) : [];
  if (versions.length === 0) return new Response("There is no such skill.\n", { status: 404 });
  return feed(versionsFeed(versions, { ...place, slug }));
}

const localeOf = (asked: string | null): Locale =>
  LOCALES.find((locale) => locale === asked) ?? DEFAULT_LOCALE;

const feed = (text: string) =>
  new Response(text, {
    headers: {
      "content-type": "application/atom+xml; charset=utf-8",
      "cache-control": cacheControlOfSkills(300),
      "access-control-allow-origin": "*",
    },
  });
