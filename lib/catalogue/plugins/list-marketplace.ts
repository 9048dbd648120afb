import { deprecationSentence } from "@/lib/registry/deprecations/describe-deprecation";
import { createHash } from "node:crypto";
import { describeAudit } from "@/lib/audits/describe-audit";
import { toAuditMarkJson } from "@/lib/audits/seals";
import { judgeVersions } from "@/lib/audits/policy/judge-versions";
import { getOwnPolicy, getPolicyOf } from "@/lib/identity/policies/account-policies";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { findRenamedAccount } from "@/lib/identity/accounts/rename-account";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import type { PluginContent } from "@/lib/conversion/plugin";
import { formatLamportsAsSol } from "@/lib/skill-format";
import { shortDescription } from "@/lib/catalogue/discovery/list-index";
import { getPlugin, mapPluginDigests, pluginOfVersion } from "@/lib/catalogue/plugins/get-plugin";
import { listForFile } from "@/lib/search/search-skills";
import { mapLatestPackages } from "@/lib/registry/packages/read-package";
import type { AuditState, SkillRow } from "@/lib/registry/views";
import type { SkillSearch } from "@/lib/search/views";
import { LEAST_AUDITS, type LeastAudit } from "@/lib/vetting/policy/policy";

/**
 * A marketplace as Claude Code, Codex and Cursor read it (code.claude.com, "Plugin marketplaces"). Members that a client
 * does not know are left out of it: some of them refuse what they do not know.
 *
 * | member   | what it is                                                                              |
 * | -------- | --------------------------------------------------------------------------------------- |
 * | `name`   | what a client keeps it under: another one of the same name takes its place               |
 * | `source` | `archive`: an address of a ZIP archive and its SHA-256; the clients take `https` alone   |
 */
export interface Marketplace {
  $schema: string;
  name: string;
  description: string;
  owner: { name: string; url: string };
  plugins: MarketplacePlugin[];
}

export interface MarketplacePlugin {
  name: string;
  description: string;
  version: string;
  author?: { name: string; url: string };
  homepage: string;
  category?: string;
  keywords?: string[];
  source: { source: "archive"; url: string; sha256: string };
}

const SCHEMA = "https://json.schemastore.org/claude-code-marketplace.json";
/**
 * A client reads the whole file each time it looks for updates: of these it has 1.5 MB, 240 kB as it is sent, and takes a
 * third of a second to make.
 */
const MAX_PLUGINS = 5_000;
/** A job stores each plugin when its version is published; of those that are missing, so many are made for one answer. */
const MAX_MADE = 50;

/** The lowest state first. */
const STATES: readonly AuditState[] = ["Unverified", "Optimistic", "Audited"];

export interface MarketplaceSearch extends Omit<SkillSearch, "audit" | "page" | "cursor" | "limit"> {
  /** This audit state or a higher one. */
  leastAudit?: LeastAudit | undefined;
  /** User name of an account: what its public policy refuses is not listed. */
  policy?: string | undefined;
}

/**
 * The skills that a search finds, as plugins: best match first, or what is called most. Only what anybody may see: what
 * is withdrawn or in quarantine is not listed. Prices and audits are those of the moment.
 */
export async function listMarketplace(search: MarketplaceSearch, market: string): Promise<Marketplace> {
  const { leastAudit, policy, ...rest } = search;
  const audit = leastAudit && STATES.slice(LEAST_AUDITS.indexOf(leastAudit));
  // What somebody lists under their own policy stays the marketplace that clients have added.
  const others = policy === rest.publisher ? undefined : policy;
  const asked = Object.entries({ ...rest, leastAudit, policy: others }).filter(
    ([, value]) => value !== undefined,
  );
  const found = await listForFile(
    { ...rest, ...(audit && { audit }) },
    { most: MAX_PLUGINS, clock: systemClock },
  );
  const allowed = policy === undefined ? found : await listAllowed(found, policy, systemClock);
  const { plugins, left } = await toPlugins(allowed, market, systemClock);
  return marketplaceOf({
    market,
    suffix: suffixOf(asked),
    description: describe(market, {
      most: found.length === MAX_PLUGINS,
      narrowed: asked.length > 0,
      left,
      policy: policy ?? null,
      refused: found.length - allowed.length,
    }),
    plugins,
  });
}

interface MarketplaceParts {
  market: string;
  /** Tells the marketplaces of one market apart. */
  suffix: string | null;
  description: string;
  plugins: MarketplacePlugin[];
}

export function marketplaceOf({ market, suffix, description, plugins }: MarketplaceParts): Marketplace {
  const host = new URL(market).host.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const name = suffix === null ? `emporion-${host}` : `emporion-${host}-${suffix}`;
  return { $schema: SCHEMA, name, description, owner: { name: "Emporion", url: market }, plugins };
}

/** Those that the public policy of an account allows. Throws NOT_FOUND where it has none that is public. */
async function listAllowed(rows: readonly SkillRow[], name: string, clock: Clock): Promise<SkillRow[]> {
  const { policy } = await getPolicyOf(name, null);
  const refused = await judgeVersions(policy, { skillIds: rows.map(({ id }) => id) }, clock);
  return rows.filter(({ id }) => !refused.has(id));
}

/**
 * The same of what one account publishes, also by a name it had before, as far as its own policy allows it where that is
 * public. Throws NOT_FOUND.
 */
export async function listMarketplaceOfPerson(
  name: string,
  search: MarketplaceSearch,
  market: string,
): Promise<Marketplace> {
  const username = (await findRenamedAccount(name)) ?? name;
  const account = await findActorByUsername(username);
  if (!account) throw new DomainError("NOT_FOUND", `Nobody here is called "${name.slice(0, 80)}".`);
  const { isPublic } = await getOwnPolicy(account);
  const policy = search.policy ?? (isPublic ? username : undefined);
  return listMarketplace({ ...search, publisher: username, policy }, market);
}

async function toPlugins(
  rows: readonly SkillRow[],
  market: string,
  clock: Clock,
): Promise<{ plugins: MarketplacePlugin[]; left: number }> {
  const packages = await mapLatestPackages(rows.map(({ id }) => id));
  const contents = rows.flatMap((row) => {
    const found = packages.get(row.id);
    const content = found && pluginOfVersion({ ...row, ...found, name: row.slug });
    return content ? [{ row, content }] : [];
  });
  const digests = await mapPluginDigests(contents.map(({ content }) => content));
  const plugins: MarketplacePlugin[] = [];
  let [made, left] = [0, 0];
  for (const { row, content } of contents) {
    let digest = digests.get(content.name);
    if (digest === undefined && made < MAX_MADE) {
      made += 1;
      digest = await findDigest(content, clock);
    } else if (digest === undefined) left += 1;
    if (digest !== undefined) plugins.push(toPlugin(row, digest, market));
  }
  return { plugins, left };
}

/** One damaged package must not take the others from the list. */
async function findDigest(content: PluginContent, clock: Clock): Promise<string | undefined> {
  try {
    return (await getPlugin(content, clock)).digest;
  } catch (error) {
    if (isDomainError(error, "PACKAGE_CORRUPT") || isDomainError(error, "CONTENT_TOO_LARGE"))
      return undefined;
    throw error;
  }
}

function toPlugin(row: SkillRow, digest: string, market: string): MarketplacePlugin {
  const { slug, version, publisher, category, tags } = row;
  return {
    name: slug,
    description: shortDescription(
      [describeTerms(row), deprecationSentence(row), row.description].filter(Boolean).join(" "),
      "",
    ),
    version,
    ...(publisher === null
      ? {}
      : { author: { name: publisher, url: `${market}/people/${encodeURIComponent(publisher)}` } }),
    homepage: `${market}/skills/${slug}`,
    ...(category === null ? {} : { category }),
    ...(tags.length === 0 ? {} : { keywords: tags }),
    source: {
      source: "archive",
      url: `${market}${pluginPath(slug, version)}`,
      sha256: digest.replace("sha256:", ""),
    },
  };
}

/** Where the plugin of a version is, for as long as the version stands. */
const pluginPath = (slug: string, version: string) =>
  `/plugins/skills/${slug}/${encodeURIComponent(version)}/plugin.zip`;

/** Audit state and price: first, because clients cut what is long. */
function describeTerms({ auditState, audit, priceLamports }: SkillRow): string {
  const state = describeAudit({ audit_state: auditState, audit: toAuditMarkJson(audit) });
  const buys = priceSentence({ priceLamports });
  const price =
    buys === null ? "free" : `a call here costs ${formatLamportsAsSol(priceLamports)} SOL. ${buys}`;
  return `[${state}; ${price}]`;
}

/** Another person or search is another marketplace. */
function suffixOf(asked: readonly (readonly [string, unknown])[]): string | null {
  const [only, ...others] = asked;
  if (only === undefined) return null;
  if (only[0] === "publisher" && others.length === 0 && /^[a-z0-9-]+$/.test(String(only[1])))
    return `by-${String(only[1])}`;
  const sorted = [...asked].sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
  return `search-${digest.slice(0, 12)}`;
}

function describe(
  market: string,
  {
    most,
    narrowed,
    left,
    policy,
    refused,
  }: { most: boolean; narrowed: boolean; left: number; policy: string | null; refused: number },
): string {
  return [
    narrowed
      ? `Skills of ${market} that a search finds, each as a plugin.`
      : `Skills of ${market}, each as a plugin.`,
    ...(most
      ? [`These are the first ${MAX_PLUGINS.toLocaleString("en")}: narrow it by a search to find others.`]
      : []),
    ...(policy === null ? [] : [`The policy of ${policy} refuses ${refused} others.`]),
    ...(left > 0 ? [`${left} more are still being packed: they are in a later answer.`] : []),
    "Audit state and price are those of the moment the list was read.",
  ].join(" ");
}
