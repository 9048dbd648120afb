import { NextRequest, type NextResponse } from "next/server";
import createMiddleware from "next-intl/middleware";
import { pagePolicy } from "@/processes/pages/page-policy";
import { PAGE_PATH_HEADER, PAGE_QUERY_HEADER, pageQuery } from "@/lib/platform/i18n/paths";
import { localeSetCookie, pageLanguage, withLocale } from "@/lib/platform/i18n/page-language";
import { routing } from "@/lib/platform/i18n/routing";

const NONCE_BYTES = 16;
const development = process.env.NODE_ENV === "development";

const chooseLanguage = createMiddleware(routing);

/**
 * Chooses the language of a page (`pageLanguage`) and gives the page the policy that lets its own scripts run, and the
 * path and query it was asked for with. Next reads the nonce from the policy in the request's headers, and next-intl
 * the chosen language from a cookie that holds nothing else.
 */
export default function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString("base64");
  const policy = pagePolicy(nonce, { development });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  headers.set(PAGE_PATH_HEADER, request.nextUrl.pathname);
  headers.set(PAGE_QUERY_HEADER, pageQuery(request.nextUrl.search));
  const { locale, isNewChoice } = pageLanguage(request.nextUrl.pathname, (name) => request.headers.get(name));
  headers.set("cookie", withLocale(headers.get("cookie"), locale));
  const response = chooseLanguage(new NextRequest(request, { headers }));
  response.headers.set("content-security-policy", policy);
  if (isNewChoice) response.headers.append("set-cookie", localeSetCookie(locale));
  return response;
}

export const config = {
  // Agent paths are answered before Next sees them. Left out here: /api (sign-in), Next's own files, and the files in
  // public/, and badges. Every other name with a dot is a page or nothing: /skills/x/files/SKILL.md.
  matcher: [
    "/((?!api(?:/|$)|_next/|(?:favicon\\.(?:svg|ico)|icon-\\d+\\.png|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml|opensearch\\.xml|opengraph\\.png|skills/[^/]+/badge\\.svg)$).*)",
  ],
};
