import { openSearchXml } from "@/lib/web/documents/feeds";
import { env } from "@/lib/platform/config/env";
import { OPENSEARCH_TYPE } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";

// The public address is a setting of the running server, not of the build.
export const dynamic = "force-dynamic";

/** How browsers search the market from their address bar; `?lang=` in which language. */
export function GET(request: Request): Response {
  const asked = new URL(request.url).searchParams.get("lang");
  const locale = LOCALES.find((each) => each === asked) ?? DEFAULT_LOCALE;
  return new Response(openSearchXml(env().APP_URL, locale), {
    headers: {
      "content-type": `${OPENSEARCH_TYPE}; charset=utf-8`,
      "cache-control": "public, max-age=86400",
    },
  });
}
