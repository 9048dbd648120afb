import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/config/env";

// The public address is a setting of the running server, not of the build.
export const dynamic = "force-dynamic";

/** Everything public may be read; searches with filters and people's own pages are left out. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: ["/", "/api/search", "/api/v1/", "/api/actions/"],
      disallow: ["/api/", "/device", "/*/device", "/*/sign-in", "/sign-in", "/dashboard", "/*/dashboard"],
    },
    host: env().APP_URL,
    sitemap: new URL("/sitemap.xml", env().APP_URL).href,
  };
}
