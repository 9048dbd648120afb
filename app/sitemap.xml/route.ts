import { listPublicPages, sitemapIndexXml, sitemapXml } from "@/lib/web/documents/feeds";
import { env } from "@/lib/platform/config/env";
import { cacheControlOfSkills } from "@/lib/web/http/answer-headers";
import { listProfilePaths } from "@/lib/catalogue/profiles/find-profile";
import { listSetNames } from "@/lib/catalogue/sets/list-sets";
import { countSkillParts, listListedSkills } from "@/lib/catalogue/list-new-versions";

export const dynamic = "force-dynamic";

const PART = /^[1-9]\d{0,4}$/;

/**
 * The list of sitemaps; `?part=pages` is the one of the market's own pages, `?part=people` people and agents, `?part=sets` sets,
 * `?part=1`, `?part=2`, … those of the skills.
 */
export async function GET(request: Request): Promise<Response> {
  const part = new URL(request.url).searchParams.get("part");
  if (part === null) return xml(await index());
  if (part === "pages")
    return xml(
      sitemapXml(
        env().APP_URL,
        listPublicPages().map((path) => ({ path })),
      ),
    );
  if (part === "people") {
    const paths = await listProfilePaths();
    return xml(
      sitemapXml(
        env().APP_URL,
        paths.map((path) => ({ path })),
      ),
    );
  }
  if (part === "sets") {
    const sets = await listSetNames();
    return xml(
      sitemapXml(
        env().APP_URL,
        sets.map(({ name, createdAt }) => ({ path: `/sets/${name}`, changedAt: createdAt })),
      ),
    );
  }
  if (!PART.test(part)) return new Response("There is no such part.\n", { status: 404 });
  const skills = await listListedSkills(Number(part));
  const pages = skills.map(({ slug, publishedAt }) => ({ path: `/skills/${slug}`, changedAt: publishedAt }));
  return xml(sitemapXml(env().APP_URL, pages));
}

async function index(): Promise<string> {
  const parts = Array.from({ length: await countSkillParts() }, (_, at) => String(at + 1));
  return sitemapIndexXml(
    ["pages", "people", "sets", ...parts].map((part) => `${env().APP_URL}/sitemap.xml?part=${part}`),
  );
}

function xml(text: string): Response {
  return new Response(text, {
    headers: {
      "content-type": "application/xml; charset=utf-8",
      "cache-control": cacheControlOfSkills(3600),
    },
  });
}
