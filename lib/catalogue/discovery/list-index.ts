import { deprecationSentence } from "@/lib/registry/deprecations/describe-deprecation";
import { toAuditMarkJson } from "@/lib/audits/seals";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { digestOfFlatPackage } from "@/lib/catalogue/discovery/flat-package";
import { findRenamedAccount } from "@/lib/identity/accounts/rename-account";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { assertGiven, type SetView } from "@/lib/catalogue/sets/get-set";
import { describeLeftOut } from "@/lib/registry/sets/describe-left-out";
import { mapLatestPackages, type LatestPackage } from "@/lib/registry/packages/read-package";
import { listMatches } from "@/lib/search/search-skills";
import type { SkillRow } from "@/lib/registry/views";
import type { SkillSearch } from "@/lib/search/views";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/** A client downloads everything the front index names before it filters, so it names little. */
const FRONT_ENTRIES = 6;
const PUBLISHER_ENTRIES = 50;
const MAX_DESCRIPTION_CHARACTERS = 1024;

/** One entry of a discovery index (agentskills.io, 0.2.0), with facts of ours that clients pass over. */
export interface IndexEntry {
  name: string;
  type: "archive";
  description: string;
  url: string;
  digest: string;
  version: string;
  price_lamports: string;
  /** What the price is for: not these files; null for a skill without one. */
  price_buys: string | null;
  audit_state: string;
  /** What `Audited` says: what was read, when and by whom; null for other states. */
  audit: ReturnType<typeof toAuditMarkJson>;
  package_digest: string;
}

export interface DiscoveryIndex {
  $schema: typeof SCHEMA;
  skills: IndexEntry[];
  /** Of a set: its skills that are not given now, each with the reason. */
  left_out?: string[];
}

/** `shared` archives are fetched in passing by clients that look for another skill, and never count as downloads. */
type Scope = "own" | "shared";

/** Which skills are named: those of one page. */
type IndexSearch = SkillSearch & { limit: number };

/** What an index needs to know of one version of a skill. */
export type IndexedSkill = Pick<
  SkillRow,
  "slug" | "description" | "version" | "priceLamports" | "auditState" | "audit" | "deprecated"
> &
  Pick<LatestPackage, "versionId" | "packageDigest">;

/** The index of one version of one skill. */
export async function indexOfSkill(skill: IndexedSkill): Promise<DiscoveryIndex> {
  return { $schema: SCHEMA, skills: [await toEntry(skill, "own")] };
}

/**
 * The index of a set: the skills that it gives now, each in the version that it gives, under the name in its own SKILL.md.
 * Throws VERSION_NOT_AVAILABLE for a set that was withdrawn, and where no part is given.
 */
export async function indexOfSet(set: SetView): Promise<DiscoveryIndex> {
  assertGiven(set);
  const skills: IndexEntry[] = [];
  for (const { given } of set.parts) {
    const entry =
      given &&
      (await findEntry(
        { ...given.row, slug: given.folder, versionId: given.versionId, packageDigest: given.packageDigest },
        "own",
      ));
    if (entry) skills.push(entry);
  }
  const left = set.parts.filter(({ given }) => given === null).map(describeLeftOut);
  return { $schema: SCHEMA, skills, ...(left.length === 0 ? {} : { left_out: left }) };
}

/**
 * The newest skills of one publisher, also by a name they had before. Throws NOT_FOUND when nobody has or had
 * this name.
 */
export async function indexOfPublisher(name: string): Promise<DiscoveryIndex> {
  const username = (await findRenamedAccount(name)) ?? name;
  if (!(await findActorByUsername(username)))
    throw new DomainError("NOT_FOUND", `Nobody here is called "${name.slice(0, 80)}".`);
  const search: IndexSearch = { author: username, sort: "newest", limit: PUBLISHER_ENTRIES };
  return indexOf(search, ({ publisher }) => publisher === username);
}

/**
 * The index of the whole market: a few free skills, most called first, of those a verifier has sealed; or, where none
 * is sealed, of those whose examples are proven.
 */
export async function indexOfMarket(): Promise<DiscoveryIndex> {
  const free: IndexSearch = { price: "free", sort: "calls", limit: FRONT_ENTRIES };
  const sealed = await indexOf({ ...free, audit: ["Audited"] });
  return sealed.skills.length > 0 ? sealed : indexOf({ ...free, proven: true });
}

async function indexOf(
  search: IndexSearch,
  isWanted: (row: SkillRow) => boolean = () => true,
): Promise<DiscoveryIndex> {
  const rows = (await listMatches(search)).filter(isWanted);
  const packages = await mapLatestPackages(rows.map(({ id }) => id));
  const skills: IndexEntry[] = [];
  for (const row of rows) {
    const found = packages.get(row.id);
    const entry = found && (await findEntry({ ...row, ...found }, "shared"));
    if (entry) skills.push(entry);
  }
  return { $schema: SCHEMA, skills };
}

/** One damaged package must not take the others from the index. */
async function findEntry(skill: IndexedSkill, scope: Scope): Promise<IndexEntry | null> {
  try {
    return await toEntry(skill, scope);
  } catch (error) {
    if (!isDomainError(error, "PACKAGE_CORRUPT")) throw error;
    return null;
  }
}

async function toEntry(skill: IndexedSkill, scope: Scope): Promise<IndexEntry> {
  const { slug, version, priceLamports, auditState, audit, packageDigest } = skill;
  const priceBuys = priceSentence(skill);
  const deprecation = deprecationSentence(skill);
  const additions = [
    priceBuys === null ? "" : ` A call costs ${priceLamports} lamports. ${priceBuys}`,
    deprecation === null ? "" : ` ${deprecation}`,
  ];
  return {
    name: slug,
    type: "archive",
    description: shortDescription(skill.description, additions.join("")),
    url: `${artifactFolder(skill, scope)}/skill.zip`,
    digest: await digestOfFlatPackage(skill),
    version,
    price_lamports: priceLamports,
    price_buys: priceBuys,
    audit_state: auditState,
    audit: toAuditMarkJson(audit),
    package_digest: packageDigest,
  };
}

/** A description as clients take it: not empty, one line, at most 1,024 characters, with room for what is added. */
export function shortDescription(description: string, addition: string): string {
  const line = description.replaceAll(/\s+/g, " ").trim();
  const room = MAX_DESCRIPTION_CHARACTERS - Array.from(addition).length;
  const characters = Array.from(line);
  const cut = characters.length > room ? `${characters.slice(0, room - 1).join("")}…` : line;
  return `${cut}${addition}`;
}

function artifactFolder({ slug, version }: IndexedSkill, scope: Scope): string {
  const shared = scope === "shared" ? "/shared" : "";
  return `/.well-known/agent-skills${shared}/${slug}/${encodeURIComponent(version)}`;
}
