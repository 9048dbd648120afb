import createMiddleware from "next-intl/middleware";
import { routing } from "@/lib/i18n/routing";

/** Chooses the language of a page from its address, then the cookie, then the browser's list. */
export default createMiddleware(routing);

export const config = {
  // Agent paths are answered before Next sees them. Left out here: /api (sign-in), Next's own files, and the files in
  // public/. Every other name with a dot is a page or nothing: /skills/x/files/SKILL.md.
  matcher: [
    "/((?!api(?:/|$)|_next/|(?:favicon\\.(?:svg|ico)|icon-\\d+\\.png|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt|sitemap\\.xml|feed\\.xml|opengraph\\.png|llms(?:-full)?\\.txt)$).*)",
  ],
};
