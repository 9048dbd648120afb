import { PRICED_SKILL } from "./api";

const FREE_SKILL = "json-diff";
/** An address for each page of `app/[locale]`, by who may open it. A page without one fails the first test. */
export const PUBLIC: Record<string, Record<string, string>> = {
  "the front page and lists": {
    "": "/",
    "[...rest]": "/no-such-page",
    advisories: "/advisories",
    audits: "/audits",
    compare: `/compare?skill=${FREE_SKILL}&skill=${PRICED_SKILL}`,
    examples: "/examples",
    "failed-page": "/failed-page",
    "not-found-page": "/not-found-page",
    "people/[name]": "/people/north-quay",
    sets: "/sets",
    skills: "/skills",
    validate: "/validate",
    wanted: "/wanted",
  },
  "the ways in": {
    "drafts/claim": "/drafts/claim?token=none",
    "drafts/claim-agent": "/drafts/claim-agent?token=none",
    "drafts/claim-agent-complete": "/drafts/claim-agent-complete?token=none",
    "drafts/verify": "/drafts/verify?token=none",
    ledger: "/ledger",
    login: "/login",
    "login/forgot": "/login/forgot",
    "login/reset": "/login/reset?token=none",
    outbox: "/outbox",
    "owners/verify": "/owners/verify?token=none",
    register: "/register",
    "settings/closed": "/settings/closed",
    "settings/email": "/settings/email?token=none",
    "sign-in": "/sign-in",
    "sign-in/mail": "/sign-in/mail?token=none",
  },
  "a skill": {
    "skills/[slug]": `/skills/${PRICED_SKILL}`,
    "skills/[slug]/api": `/skills/${PRICED_SKILL}/api`,
    "skills/[slug]/bond": `/skills/${PRICED_SKILL}/bond`,
    "skills/[slug]/examples": `/skills/${PRICED_SKILL}/examples`,
    "skills/[slug]/files/[[...path]]": `/skills/${PRICED_SKILL}/files/SKILL.md`,
    "skills/[slug]/report": `/skills/${PRICED_SKILL}/report`,
    "skills/[slug]/reviews": `/skills/${PRICED_SKILL}/reviews`,
    "skills/[slug]/security": `/skills/${PRICED_SKILL}/security`,
    "skills/[slug]/v/[version]": `/skills/${PRICED_SKILL}/v/1.0.0`,
    "skills/[slug]/versions": `/skills/${PRICED_SKILL}/versions`,
  },
  "the documents": {
    docs: "/docs",
    "docs/[guide]": "/docs/payment",
    "docs/api": "/docs/api",
    "docs/api/[operation]": "/docs/api/createQuote",
    "docs/dialects": "/docs/dialects",
    "docs/dialects/[id]": "/docs/dialects/exo",
    "docs/errors": "/docs/errors",
    "docs/marks": "/docs/marks",
    "errors/[code]": "/errors/PAYMENT_REQUIRED",
  },
};
/** The same pages of something else, which show other parts. */
export const AS_WELL: Record<string, readonly string[]> = {
  "the front page and lists": [
    "/people/demo-verifier",
    "/people/hanok-works",
    "/skills?q=invoce",
    "/skills?q=summarize+pdf",
    "/compare",
    `/compare?skill=${FREE_SKILL}&skill=none`,
  ],
  "a skill": [`/skills/${FREE_SKILL}`],
};
export const OF_AN_ACCOUNT: Record<string, string> = {
  account: "/account",
  dashboard: "/dashboard",
  "dashboard/drafts": "/dashboard/drafts",
  "dashboard/receipts": "/dashboard/receipts",
  "dashboard/sets": "/dashboard/sets",
  "dashboard/skills": "/dashboard/skills",
  "dashboard/transfers": "/dashboard/transfers",
  "dashboard/maintainers": "/dashboard/maintainers",
  "dashboard/names": "/dashboard/names",
  "dashboard/prices": "/dashboard/prices",
  "dashboard/deprecations": "/dashboard/deprecations",
  device: "/device",
  keys: "/keys",
  publish: "/publish",
  review: "/review",
  "review/advisory": "/review/advisory",
  settings: "/settings",
  "settings/confirm": "/settings/confirm",
  "sign-in/name": "/sign-in/name",
};
export const OF_ADMINISTRATION: Record<string, string> = {
  administration: "/administration",
  "administration/audits": "/administration/audits",
  "administration/people": "/administration/people",
  "administration/quarantine": "/administration/quarantine",
  "administration/questions": "/administration/questions",
  "administration/reports": "/administration/reports",
};
/** Pages of one thing that is made first, by the test that looks at them. */
export const MADE_FIRST = [
  "agents/[name]",
  "publish/[versionId]",
  "publish/steps/[publicationId]/check",
  "publish/steps/[publicationId]/price",
  "publish/steps/[publicationId]/review",
  "publish/steps/[publicationId]/vetting",
  "receipts/[id]",
  "sets/[name]",
  "sets/[name]/report",
];
/** Pages that only a journey of several people leads to; advisory.spec.ts, audit-version.spec.ts and moderation.spec.ts look at them. */
export const ON_A_JOURNEY = [
  "administration/versions/[versionId]",
  "advisories/[id]",
  "reports/[id]",
  "review/[versionId]",
  "skills/[slug]/quarantine",
  "skills/[slug]/closed",
];
