import { badgeWords } from "@/components/marks/badge-words";
import { drawBadge } from "@/components/marks/badge";
import { findShownSkill } from "@/lib/catalogue/skill-page/get-skill";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { cacheControlOfSkills, entityTag, matchesEntityTag } from "@/lib/web/http/answer-headers";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const dynamic = "force-dynamic";

const SECONDS = 3600;

/** The badge of a skill for pages elsewhere: what its version, audit, price and downloads are now, in English. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ slug: string }> },
): Promise<Response> {
  try {
    await consumeRateLimit(REQUEST_LIMITS.badge, subscriberOfStamped(request.headers.get("x-forwarded-for")));
  } catch (error) {
    return problemResponse(error);
  }
  const skill = await findShownSkill((await params).slug);
  if (skill === null) return new Response("There is no such skill.\n", { status: 404 });
  const say = getTranslations({ locale: "en", namespace: "common.audit" });
  const badge = drawBadge("Emporion", badgeWords(skill, say));
  const headers = { "cache-control": cacheControlOfSkills(SECONDS), etag: entityTag(badge) };
  const known = request.headers.get("if-none-match") ?? undefined;
  if (matchesEntityTag(known, headers.etag)) return new Response(null, { status: 304, headers });
  return new Response(badge, { headers: { ...headers, "content-type": "image/svg+xml" } });
}
