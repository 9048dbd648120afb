import pg from "pg";
import { Prisma } from "@/lib/db/generated/client";
import { deriveListing } from "@/lib/search/listing/derive-listing";
import type { ReleasedVersion } from "@/lib/registry/versions/find-version";
import type { SkillManifest } from "@/lib/skill-format";
import type { BenchSkill } from "./corpus";

const BATCH = 1_000;
const TARGETS = ["OpenClaw", "ClaudeCode", "Cursor"];

/** Puts the skills into a migrated database as published versions, with the tokens `lib/search` gives them. */
export async function loadSkills(url: string, skills: readonly BenchSkill[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`insert into "Accounts" (id, username) values ('acc_bench', 'bench')`);
  for (let start = 0; start < skills.length; start += BATCH) {
    const rows = skills.slice(start, start + BATCH).map((skill, i) => toRow(skill, start + i));
    await client.query(INSERT_SKILLS, [JSON.stringify(rows)]);
    await client.query(INSERT_VERSIONS, [JSON.stringify(rows)]);
  }
  await client.query(
    `update "Skills" set latest_version_id = replace(id, 'skl', 'ver') where owner_id = 'acc_bench'`,
  );
  await client.query(`insert into "PackageFiles" (version_id, path, sha256, size_bytes, is_text)
    select v.id, 'SKILL.md', encode(sha256(v.skill_md::bytea), 'hex'), octet_length(v.skill_md), true
    from "SkillVersions" v join "Skills" s on s.id = v.skill_id where s.owner_id = 'acc_bench'`);
  await addAudits(client, skills.length);
  await client.query("vacuum full analyze");
  await client.end();
}

/** What a version keeps beside its manifest, of which every skill here has one. */
function toVersion(skill: BenchSkill, i: number): ReleasedVersion {
  const network = i % 5 === 0;
  const manifest: SkillManifest = {
    slug: skill.slug,
    displayName: skill.slug,
    description: skill.description,
    version: { raw: "1.0.0", scheme: "semver" },
    author: {},
    schemas: {},
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    permissions: { network, filesystem: false, subprocess: false, envVars: [] },
    origins: { hints: NO_HINTS, permissions: DECLARED },
    capabilities: skill.capabilities,
    platforms: i % 3 === 0 ? ["any"] : [],
    category: skill.category,
    tags: skill.tags,
    triggers: [],
    requirements: { python: [], node: [], other: [] },
    allowedTools: [],
    provenance: {},
    evolution: { managed: false, enabled: false },
    examples: [],
    metadata: {},
    extensions: {},
    body: skill.description.repeat(8),
    spec: "v2",
    dialects: { declared: [], detected: [] },
  };
  return {
    id: `ver_${i}`,
    skillId: `skl_${i}`,
    version: "1.0.0",
    versionChange: "first",
    vettingStatus: "approved",
    packageDigest: `sha256:${i.toString(16).padStart(64, "0")}`,
    priceLamports: new Prisma.Decimal(i % 4 === 0 ? 0 : 1000 * (i % 90)),
    runtimeLanguage: "python3",
    convertsTo: i % 2 === 0 ? TARGETS : [],
    manifest,
    publishedAt: new Date(1_760_000_000_000 + i * 60_000),
    yankedAt: null,
    examplesTotal: 0,
    runnable: false,
    skill: {
      slug: skill.slug,
      ownerId: "acc_bench",
      askedLamports: null,
      claimStatus: null,
      quarantinedAt: null,
      access: "public",
      owner: { username: "bench" },
      agentIdentity: null,
    },
  };
}

const DECLARED = {
  network: "declared",
  filesystem: "declared",
  subprocess: "declared",
  envVars: "declared",
} as const;

const NO_HINTS = {
  readOnly: "not_declared",
  destructive: "not_declared",
  idempotent: "not_declared",
  openWorld: "not_declared",
} as const;

function toRow(skill: BenchSkill, i: number) {
  const version = toVersion(skill, i);
  const listing = deriveListing(version, { names: [], nextVersionId: null });
  return {
    id: version.skillId,
    version_id: version.id,
    slug: skill.slug,
    canonical: skill.slug.replaceAll("-", ""),
    description: listing.description,
    category: listing.category,
    tags: listing.tags,
    capabilities: listing.capabilities,
    platforms: listing.platforms,
    language: listing.contentLanguage,
    price: version.priceLamports.toFixed(0),
    network: listing.needsNetwork,
    filesystem: listing.needsFilesystem,
    subprocess: listing.needsSubprocess,
    secrets: listing.needsSecrets,
    calls: i % 97,
    downloads: i % 31,
    digest: version.packageDigest,
    converts: version.convertsTo,
    name_tokens: listing.nameTokens,
    topic_tokens: listing.topicTokens,
    search_tokens: listing.searchTokens,
    words_count: listing.wordsCount,
    words_edition: listing.wordsEdition,
    published: version.publishedAt,
    skill_md: `---\nname: ${skill.slug}\ndescription: ${JSON.stringify(skill.description)}\n---\n${skill.description.repeat(8)}`,
    manifest: version.manifest,
  };
}

async function addAudits(client: pg.Client, count: number): Promise<void> {
  await client.query(`insert into "Accounts" (id, username) values ('acc_verifier', 'verifier')`);
  await client.query(
    `insert into "Verifiers" (id, account_id, address, display_name) values ('vrf_1', 'acc_verifier', 'address', 'Verifier')`,
  );
  await client.query(
    `insert into "Audits" (id, version_id, verifier_id, verdict, scope, package_digest, payload, envelope,
      signature, nonce, issued_at, expires_at)
    select 'aud_' || i, v.id, 'vrf_1', 'seal', 'full', v.package_digest, '', '{}', 'sig' || i, 'nonce' || i, now(), now() + '1 year'
    from generate_series(0, $1::int - 1, 7) i join "SkillVersions" v on v.id = 'ver_' || i`,
    [count],
  );
}

const RECORD = `jsonb_to_recordset($1::jsonb) as r(id text, version_id text, slug text, canonical text, description text,
  category text, tags text[], capabilities text[], platforms text[], language text, price numeric, network boolean, filesystem boolean, subprocess boolean, secrets boolean, calls int,
  downloads int, digest text, converts text[], name_tokens text[], topic_tokens text[], search_tokens text[],
  words_count int, words_edition int, published timestamptz, skill_md text, manifest jsonb)`;
const INSERT_SKILLS = `insert into "Skills" (id, slug, canonical_name, owner_id, display_name, description, category, tags,
    capabilities, platforms, content_language, runtime_language, price_lamports, needs_network,
    needs_filesystem, needs_subprocess, needs_secrets, name_tokens, topic_tokens,
    search_tokens, words_count, words_edition, calls_7d, downloads_7d, published_at, updated_at)
  select id, slug, canonical, 'acc_bench', slug, description, category, tags, capabilities, platforms, language, 'python3', price,
    network, filesystem, subprocess, secrets, name_tokens, topic_tokens, search_tokens, words_count, words_edition, calls, downloads, published, published from ${RECORD}`;
const INSERT_VERSIONS = `insert into "SkillVersions" (id, skill_id, version, version_scheme, version_change, vetting_status,
    trust_level, package_digest, package_size_bytes, archive_digest, skill_md, manifest, dialect_reports, converts_to,
    runtime_language, price_lamports, payee_address, published_at)
  select version_id, id, '1.0.0', 'semver', 'first', 'approved', 'community', digest, 100, digest, skill_md, manifest, '[]',
    converts, 'python3', price, 'payee', published from ${RECORD}`;
