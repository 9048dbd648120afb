/** One version of a skill, as addresses name it. */
export interface AddressedVersion {
  slug: string;
  skillId: string;
  version: string;
  versionId: string;
  digest: string;
  /** 64 hexadecimal digits of the digest of its icon's path, or of anything. */
  vettingJobId: string;
  publisher: string;
  /** A set that the skill is in. */
  set: string;
  /** Of its SKILL.md. */
  file: string;
}

/** `gone`: refused with the reason. `open`: says that it existed, or shows others; nothing of its text. */
type Answered = "gone" | "open";
type Address = readonly [Answered, (version: AddressedVersion) => string];

/**
 * Every route that is asked for a skill or one of its versions, with each way to ask it. A test derives the routes from
 * the application and fails where one is not here; others walk the addresses of a version that nobody may be given.
 */
export const VERSION_ADDRESSES: Readonly<Record<string, readonly Address[]>> = {
  "/v1/skills/:id": [
    ["gone", ({ slug, version }) => `/v1/skills/${slug}?version=${version}`],
    ["gone", ({ skillId, version }) => `/v1/skills/${skillId}?version=${version}`],
  ],
  "/v1/skills/:id/provenance": [
    ["gone", ({ slug, version }) => `/v1/skills/${slug}/provenance?version=${version}`],
  ],
  "/v1/skills/:id/versions": [["open", ({ slug }) => `/v1/skills/${slug}/versions`]],
  "/v1/skills/:id/install-guide": [
    [
      "gone",
      ({ slug, version }) => `/v1/skills/${slug}/install-guide?version=${version}&platform=ClaudeCode`,
    ],
  ],
  "/v1/skills/:id/download": [
    ["gone", ({ slug, version }) => `/v1/skills/${slug}/download?version=${version}`],
    [
      "gone",
      ({ slug, version, digest }) => `/v1/skills/${slug}/download?version=${version}&digest=${digest}`,
    ],
    [
      "gone",
      ({ slug, version, digest }) =>
        `/v1/skills/${slug}/download?version=${version}&digest=${digest}&platform=ClaudeCode`,
    ],
    [
      "gone",
      ({ slug, version, digest }) =>
        `/v1/skills/${slug}/download?version=${version}&digest=${digest}&dialect=agent-skills-upstream`,
    ],
  ],
  "/v1/agent/skills/:id/download": [
    [
      "gone",
      ({ slug, version, digest }) => `/v1/agent/skills/${slug}/download?version=${version}&digest=${digest}`,
    ],
  ],
  "/v1/agent/skills/:id/schema": [
    ["gone", ({ slug, version }) => `/v1/agent/skills/${slug}/schema?version=${version}`],
  ],
  "/v1/skills/vetting/:job": [["open", ({ vettingJobId }) => `/v1/skills/vetting/${vettingJobId}`]],
  "/v1/skills/versions/:version/vetting-status": [
    ["open", ({ versionId }) => `/v1/skills/versions/${versionId}/vetting-status`],
  ],
  "/v1/skills/:id/reviews": [["open", ({ slug }) => `/v1/skills/${slug}/reviews`]],
  "/v1/skills/:id/questions": [["open", ({ slug }) => `/v1/skills/${slug}/questions`]],
  "/v1/skills/:id/questions/:post": [
    ["open", ({ slug }) => `/v1/skills/${slug}/questions/pst_00000000000000000000000000`],
  ],
  "/v1/skills/:id/appeals": [
    ["open", ({ slug, version }) => `/v1/skills/${slug}/appeals?version=${version}`],
  ],
  "/v1/skills/:id/challenges": [
    ["open", ({ slug, version }) => `/v1/skills/${slug}/challenges?version=${version}`],
  ],
  "/v1/audit-queue/:version": [["open", ({ versionId }) => `/v1/audit-queue/${versionId}`]],
  "/v1/sets/:name": [["open", ({ set }) => `/v1/sets/${set}`]],
  "/v1/sets/:name/download": [["open", ({ set }) => `/v1/sets/${set}/download`]],
  "/publishers/:name/.well-known/agent-skills/index.json": [
    ["open", ({ publisher }) => `/publishers/${publisher}/.well-known/agent-skills/index.json`],
  ],
  "/skills/:slug/.well-known/agent-skills/index.json": [
    ["open", ({ slug }) => `/skills/${slug}/.well-known/agent-skills/index.json`],
  ],
  "/skills/:slug/v/:version/.well-known/agent-skills/index.json": [
    ["gone", ({ slug, version }) => `/skills/${slug}/v/${version}/.well-known/agent-skills/index.json`],
  ],
  "/skills/:slug/.well-known/agent-skills/versions.json": [
    ["open", ({ slug }) => `/skills/${slug}/.well-known/agent-skills/versions.json`],
  ],
  "/skills/:slug/.well-known/agent-skills/:version{v[0-9].*}/index.json": [
    ["gone", ({ slug, version }) => `/skills/${slug}/.well-known/agent-skills/v${version}/index.json`],
  ],
  "/.well-known/agent-skills/:slug/SKILL.md": [
    ["open", ({ slug }) => `/.well-known/agent-skills/${slug}/SKILL.md`],
  ],
  "/.well-known/agent-skills/:slug/versions.json": [
    ["open", ({ slug }) => `/.well-known/agent-skills/${slug}/versions.json`],
  ],
  "/.well-known/agent-skills/:slug/:version/skill.zip": [
    ["gone", ({ slug, version }) => `/.well-known/agent-skills/${slug}/${version}/skill.zip`],
  ],
  "/.well-known/agent-skills/shared/:slug/:version/skill.zip": [
    ["gone", ({ slug, version }) => `/.well-known/agent-skills/shared/${slug}/${version}/skill.zip`],
  ],
  "/sets/:name/.well-known/agent-skills/index.json": [
    ["open", ({ set }) => `/sets/${set}/.well-known/agent-skills/index.json`],
  ],
  "/people/:name/.claude-plugin/marketplace.json": [
    ["open", ({ publisher }) => `/people/${publisher}/.claude-plugin/marketplace.json`],
  ],
  "/sets/:name/.claude-plugin/marketplace.json": [
    ["open", ({ set }) => `/sets/${set}/.claude-plugin/marketplace.json`],
  ],
  "/plugins/skills/:slug/:version/plugin.zip": [
    ["gone", ({ slug, version }) => `/plugins/skills/${slug}/${version}/plugin.zip`],
  ],
  "/plugins/sets/:name/plugin.zip": [["open", ({ set }) => `/plugins/sets/${set}/plugin.zip`]],
  "/skills/:name/info/refs": [
    ["open", ({ slug }) => `/skills/${slug}.git/info/refs?service=git-upload-pack`],
  ],
  "/api/v1/skills/:slug/scan": [
    ["open", ({ slug, version }) => `/api/v1/skills/${slug}/scan?version=${version}`],
  ],
  "/api/v1/skills/-/scan/download/:slug": [
    ["open", ({ slug, version }) => `/api/v1/skills/-/scan/download/${slug}?version=${version}`],
  ],
  "/api/v1/skills/:slug/card": [
    ["open", ({ slug, version }) => `/api/v1/skills/${slug}/card?version=${version}`],
  ],
  "/api/v1/skills/:slug/verify": [
    ["open", ({ slug, version }) => `/api/v1/skills/${slug}/verify?version=${version}`],
  ],
  "/api/v1/packages/:slug": [["open", ({ slug }) => `/api/v1/packages/${slug}`]],
  "/api/v1/packages/:slug/versions": [["open", ({ slug }) => `/api/v1/packages/${slug}/versions`]],
  "/api/v1/packages/:slug/download": [
    ["open", ({ slug, version }) => `/api/v1/packages/${slug}/download?version=${version}`],
  ],
  "/api/v1/publishers/:name": [["open", ({ publisher }) => `/api/v1/publishers/${publisher}`]],
  "/api/v1/skills/:slug": [["open", ({ slug }) => `/api/v1/skills/${slug}`]],
  "/api/v1/skills/:slug/versions": [["open", ({ slug }) => `/api/v1/skills/${slug}/versions`]],
  "/api/v1/skills/:slug/versions/:version": [
    ["gone", ({ slug, version }) => `/api/v1/skills/${slug}/versions/${version}`],
  ],
  "/api/v1/skills/:slug/file": [
    ["gone", ({ slug, version, file }) => `/api/v1/skills/${slug}/file?version=${version}&path=${file}`],
  ],
  "/api/v1/skills/:slug/install": [
    ["gone", ({ slug, version }) => `/api/v1/skills/${slug}/install?version=${version}`],
  ],
  "/api/actions/skills/:slug": [
    ["open", ({ slug, version }) => `/api/actions/skills/${slug}?version=${version}`],
  ],
};

/** Lists and feeds that name skills without being asked for one. */
export const LISTS: readonly ((version: AddressedVersion) => string)[] = [
  ({ slug }) => `/v1/agent/search?q=${slug}`,
  ({ file }) => `/v1/agent/search?q=${file}`,
  ({ slug }) => `/api/search?q=${slug}`,
  ({ slug }) => `/api/v1/search?q=${slug}`,
  () => "/api/v1/skills",
  () => "/api/v1/packages",
  ({ slug, version }) => `/api/v1/download?slug=${slug}&version=${version}`,
  () => "/feed.xml",
  () => "/llms.txt",
  () => "/.well-known/agent-skills/index.json",
  () => "/.claude-plugin/marketplace.json",
  () => "/v1/log/entries?start=0",
];

/** Of routes with such parameters, those that are not about a version: of what, and so why they are not walked. */
export const NOT_OF_A_VERSION: Readonly<Record<string, string>> = {
  "/v1/skills/:id/readers": "who may read a skill, shown to its owner",
  "/v1/reports/:id": "a report, shown to whoever filed it",
  "/v1/runs/:id": "a run, shown to whoever called",
  "/v1/quotes/:id": "a quote: price and digests",
  "/v1/receipts/:id": "a receipt: digests",
  "/v1/audits/:id": "a signed statement: digests, and the words of a verifier",
  "/v1/advisories/:id": "an advisory: numbers, digests and the reason",
  "/v1/advisories/:id/envelope": "an advisory: numbers, digests and the reason",
  "/v1/people/:name/policy": "a policy of an account",
  "/v1/organisations/:name": "an organisation and its members",
  "/v1/agent-authors/:name/stats": "numbers of an agent",
  "/v1/agent-authors/:name/identity-stats": "numbers of an agent",
  "/skills/:name{[a-z0-9-]{1,100}\\.git}": "leads to the page",
  "/api/v1/skills/-/scan/:id": "a check of what a caller uploaded",
  "/api/v1/skills/-/scan/:id/download": "a check of what a caller uploaded",
};
