import { auditWords } from "@/components/marks/audit-mark";
import { drawBadge } from "@/components/marks/badge";
import { findShownSkill } from "@/lib/catalogue/skill-page/get-skill";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { cacheControlOfSkills } from "@/lib/web/http/answer-headers";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const dynamic = "force-dynamic";

/** The badge of the skill in `?skill=` for pages elsewhere: its version and its seal as they are now, in English. */
export async function GET(request: Request): Promise<Response> {
  try {
    await consumeRateLimit(REQUEST_LIMITS.badge, subscriberOfStamped(request.headers.get("x-forwarded-for")));
  } catch (error) {
    return problemResponse(error);
  }
  const skill = await findShownSkill(new URL(request.url).searchParams.get("skill") ?? "");
  if (skill === null) return new Response("There is no such skill.\n", { status: 404 });
  const seal = auditWords(skill, getTranslations({ locale: "en", namespace: "common.audit" }), "en");
  return new Response(drawBadge("Emporion", `${skill.version} · ${seal}`), {
    headers: { "content-type": "image/svg+xml", "cache-control": cacheControlOfSkills(3600) },
  });
}
