import { cardDigest, drawCard } from "@/app/opengraph.png/draw-card";
import { findCard, marketCard } from "@/app/opengraph.png/find-card";
import type { CardContent } from "@/components/share-card/share-card";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { cacheControlOfSkills } from "@/lib/web/http/answer-headers";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const dynamic = "force-dynamic";

const MOST_CHARACTERS = 200;

/**
 * The picture other sites show beside a link: of the market, or of what `skill`, `person` or `receipt` names, in the
 * language of `lang`. Its tag follows from what it shows, so that a picture somebody has is not sent again.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    await consumeRateLimit(
      REQUEST_LIMITS.shareCard,
      subscriberOfStamped(request.headers.get("x-forwarded-for")),
    );
  } catch (error) {
    return problemResponse(error);
  }
  const card = await cardOf(new URL(request.url).searchParams);
  if (card === null) return new Response("There is no picture of this.\n", { status: 404 });
  const headers = { "cache-control": cacheControlOfSkills(3600), etag: `"${cardDigest(card)}"` };
  if (request.headers.get("if-none-match") === headers.etag)
    return new Response(null, { status: 304, headers });
  const png = new Uint8Array(await drawCard(card));
  return new Response(png, { headers: { ...headers, "content-type": "image/png" } });
}

async function cardOf(query: URLSearchParams): Promise<CardContent | null> {
  const locale = LOCALES.find((known) => known === query.get("lang")) ?? DEFAULT_LOCALE;
  const [skill, person, receipt] = ["skill", "person", "receipt"].map((name) => query.get(name));
  if ([skill, person, receipt].some((name) => (name?.length ?? 0) > MOST_CHARACTERS)) return null;
  if (skill) return findCard({ skill }, locale);
  if (person) return findCard({ person }, locale);
  return receipt ? findCard({ receipt }, locale) : marketCard(locale);
}
