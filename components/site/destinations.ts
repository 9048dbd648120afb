/** Where the header and the footer lead. Names are message keys of `common.nav`; only pages that exist are listed. */
export const SECTIONS = [
  { key: "browse", href: "/skills" },
  { key: "wanted", href: "/wanted" },
  { key: "examples", href: "/examples" },
  { key: "audits", href: "/audits" },
  { key: "docs", href: "/docs" },
] as const;

export type Section = (typeof SECTIONS)[number]["key"];

export const ACCOUNT_LINKS = [
  { key: "dashboard", href: "/dashboard" },
  { key: "publish", href: "/publish" },
  { key: "keys", href: "/keys" },
  { key: "settings", href: "/settings" },
  { key: "review", href: "/review" },
] as const;

/** Answered by the sign-in library, which asks once more before it ends the session. */
export const SIGN_OUT = "/api/auth/signout";

export const FOOTER = [
  {
    key: "market",
    links: [
      { key: "browse", href: "/skills" },
      { key: "wanted", href: "/wanted" },
      { key: "examples", href: "/examples" },
      { key: "audits", href: "/audits" },
      { key: "advisories", href: "/advisories" },
    ],
  },
  {
    key: "make",
    links: [
      { key: "publish-skill", href: "/publish" },
      { key: "validate", href: "/validate" },
      { key: "verify", href: "/review" },
      { key: "dialects", href: "/docs/dialects" },
    ],
  },
  {
    key: "agents",
    links: [
      { key: "api", href: "/docs/api" },
      { key: "mcp", href: "/docs/mcp" },
      { key: "llms", href: "/llms.txt" },
      { key: "errors", href: "/docs/errors" },
    ],
  },
] as const;
