import { toAuditMarkJson } from "@/lib/audits/seals";
import { sha256Digest } from "@/lib/kernel/digest";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { digestOfFlatPackage } from "@/lib/catalogue/discovery/flat-package";
import { shortDescription, writeSkillStub } from "@/lib/catalogue/discovery/skill-stub";
import { findRenamedAccount } from "@/lib/identity/accounts/rename-account";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { mapLatestPackages, type LatestPackage } from "@/lib/registry/packages/read-package";
import { listMatches } from "@/lib/search/list-matches";
import type { SkillRow } from "@/lib/registry/views";
import type { SkillSearch } from "@/lib/search/views";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/** A client downloads everything the front index names before it filters, so it names little. */
const FRONT_ENTRIES = 6;
const PUBLISHER_ENTRIES = 50;

/** One entry of a discovery index (agentskills.io, 0.2.0), with facts of ours that clients pass over. */
export interface IndexEntry {
  name: string;
  type: "archive" | "skill-md";
  description: string;
  url: string;
  digest: string;
  version: string;
  price_lamports: string;
  audit_state: string;
  /** What `Audited` says: what was read, when and by whom; null for other states. */
  audit: ReturnType<typeof toAuditMarkJson>;
  package_digest: string;
}

export interface DiscoveryIndex {
  $schema: typeof SCHEMA;
  skills: IndexEntry[];
}

/** Where the artifacts of an index lie. */
interface Place {
  /** The market's public address. */
  market: string;
  /** `shared` artifacts are fetched in passing by clients that look for another skill, and never count as downloads. */
  scope: "own" | "shared";
}

/** Which skills are named: those of one page. */
type IndexSearch = SkillSearch & { limit: number };

/** What an index needs to know of one version of a skill. */
export type IndexedSkill = Pick<
  SkillRow,
  "slug" | "description" | "version" | "priceLamports" | "auditState" | "audit"
> &
  Pick<LatestPackage, "versionId" | "packageDigest">;

/** The index of one version of one skill. A paid one is represented by a stub that costs nothing. */
export async function indexOfSkill(skill: IndexedSkill, market: string): Promise<DiscoveryIndex> {
  return { $schema: SCHEMA, skills: [await toEntry(skill, { market, scope: "own" })] };
}

/** The same for whoever has paid: the whole package, below the address that opens it. */
export async function indexOfGrantedSkill(skill: IndexedSkill, folder: string): Promise<DiscoveryIndex> {
  const entry = await archiveEntry(skill, `${folder}/skill.zip`);
  return { $schema: SCHEMA, skills: [entry] };
}

/**
 * The newest skills of one publisher, also by a name they had before. Throws NOT_FOUND when nobody has or had
 * this name.
 */
export async function indexOfPublisher(name: string, market: string): Promise<DiscoveryIndex> {
  const username = (await findRenamedAccount(name)) ?? name;
  if (!(await findActorByUsername(username)))
    throw new DomainError("NOT_FOUND", `Nobody here is called "${name.slice(0, 80)}".`);
  const search: IndexSearch = { author: username, sort: "newest", limit: PUBLISHER_ENTRIES };
  return indexOf(search, market, ({ publisher }) => publisher === username);
}

/**
 * The index of the whole market: a few free skills, most called first, of those a verifier has sealed; or, where none
 * is sealed, of those whose examples are proven.
 */
export async function indexOfMarket(market: string): Promise<DiscoveryIndex> {
  const free: IndexSearch = { price: "free", sort: "calls", limit: FRONT_ENTRIES };
  const sealed = await indexOf({ ...free, audit: ["Audited"] }, market);
  return sealed.skills.length > 0 ? sealed : indexOf({ ...free, proven: true }, market);
}

async function indexOf(
  search: IndexSearch,
  market: string,
  isWanted: (row: SkillRow) => boolean = () => true,
): Promise<DiscoveryIndex> {
  const rows = (await listMatches(search)).filter(isWanted);
  const packages = await mapLatestPackages(rows.map(({ id }) => id));
  const skills: IndexEntry[] = [];
  for (const row of rows) {
    const found = packages.get(row.id);
    const entry = found && (await findEntry({ ...row, ...found }, { market, scope: "shared" }));
    if (entry) skills.push(entry);
  }
  return { $schema: SCHEMA, skills };
}

/** One damaged package must not take the others from the index. */
async function findEntry(skill: IndexedSkill, place: Place): Promise<IndexEntry | null> {
  try {
    return await toEntry(skill, place);
  } catch (error) {
    if (!isDomainError(error, "PACKAGE_CORRUPT")) throw error;
    return null;
  }
}

function toEntry(skill: IndexedSkill, place: Place): Promise<IndexEntry> | IndexEntry {
  const folder = artifactFolder(skill, place.scope);
  return skill.priceLamports === "0"
    ? archiveEntry(skill, `${folder}/skill.zip`)
    : stubEntry(skill, { url: `${folder}/SKILL.md`, market: place.market });
}

async function archiveEntry(skill: IndexedSkill, url: string): Promise<IndexEntry> {
  const digest = await digestOfFlatPackage(skill);
  return {
    ...factsOf(skill),
    type: "archive",
    description: shortDescription(skill.description),
    url,
    digest,
  };
}

function stubEntry(skill: IndexedSkill, { url, market }: { url: string; market: string }): IndexEntry {
  const digest = sha256Digest(writeSkillStub(skill, market));
  return {
    ...factsOf(skill),
    type: "skill-md",
    description: shortDescription(skill.description),
    url,
    digest,
  };
}

function factsOf({ slug, version, priceLamports, auditState, audit, packageDigest }: IndexedSkill) {
  return {
    name: slug,
    version,
    price_lamports: priceLamports,
    audit_state: auditState,
    audit: toAuditMarkJson(audit),
    package_digest: packageDigest,
  };
}

function artifactFolder({ slug, version }: IndexedSkill, scope: Place["scope"]): string {
  const shared = scope === "shared" ? "/shared" : "";
  return `/.well-known/agent-skills${shared}/${slug}/${encodeURIComponent(version)}`;
}
