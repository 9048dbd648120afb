import { auditStateOfManySql, auditFactsSql, effectiveTrustSql } from "@/lib/audits/audit-state-sql";
import { Prisma } from "@/lib/db/generated/client";
import { accountsCalledSql } from "@/lib/registry/publishers/publisher-sql";
import { isOfAgentSql } from "@/lib/identity/agents/of-agent-sql";
import type { SkillSearchResult } from "@/lib/search/views";
import type { Access, Criteria } from "@/lib/search/criteria";

// SQL fragments over "Skills" `s`, its latest version `v` and the derived facts `d`; all values are bound.

export type FacetName = keyof SkillSearchResult["facets"];

const { sql } = Prisma;
const NEEDS: Record<Access, Prisma.Sql> = {
  network: sql`s."needs_network"`,
  filesystem: sql`s."needs_filesystem"`,
  subprocess: sql`s."needs_subprocess"`,
  secrets: sql`s."needs_secrets"`,
};

/** `FROM` of every search: listed skills with `d.audit_state` and `d.trust`. */
export function listedSkills(criteria: Criteria, now: Date): Prisma.Sql {
  const { asked, capability } = criteria;
  const narrow = asked.length > 0 || capability !== null || asksForPublisher(criteria);
  return sql`"Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    ${narrow ? auditFactsSql("a0", now) : auditStateOfManySql("a0", now)}
    CROSS JOIN LATERAL (SELECT a0.audit_state, ${effectiveTrustSql(sql`a0.audit_state`)} AS trust) d`;
}

/** Asks for the skills of one person or agent: few, that are found by whom they belong to. */
export const asksForPublisher = ({ author, publisher, agent }: Criteria): boolean =>
  [author, publisher, agent].some((name) => name !== null);

const ofPublisher = (name: string) => sql`
      SELECT o."id" FROM "Skills" o WHERE o."owner_id" IN (${accountsCalledSql(name)})`;
const ofAgent = (name: string) => sql`
      SELECT s."id" FROM "SkillVersions" l JOIN "Skills" s ON s."latest_version_id" = l."id"
      WHERE l."author_agent" ->> 'name' = ${name} AND ${isOfAgentSql(name)}`;

/**
 * What is not offered as a facet: the words, whose `found` must stand before (`foundCte`), the capability, whose it is,
 * the version of USK.
 */
export function textCondition({ asked, capability, author, publisher, agent, uskV3 }: Criteria): Prisma.Sql {
  const parts: Prisma.Sql[] = [];
  if (asked.length > 0) parts.push(sql`s."id" IN (SELECT "id" FROM found)`);
  if (capability) parts.push(sql`${capability} = ANY(s."capabilities")`);
  // only v3 skills are found by what they can do (USK §9)
  if (uskV3 || capability) {
    parts.push(
      sql`EXISTS (SELECT 1 FROM "SkillVersions" u WHERE u."id" = s."latest_version_id" AND u."spec" = 'v3')`,
    );
  }
  if (author) {
    // An agent is only what a file names: it never adds skills to those of a person. Each way by its own index.
    parts.push(sql`s."id" IN (${ofPublisher(author)}
      UNION (${ofAgent(author)} AND NOT EXISTS (${accountsCalledSql(author)})))`);
  }
  if (publisher) parts.push(sql`s."id" IN (${ofPublisher(publisher)})`);
  if (agent) parts.push(sql`s."id" IN (${ofAgent(agent)})`);
  return parts.length === 0 ? sql`TRUE` : Prisma.join(parts, " AND ");
}

/** The conditions of the facets that were chosen, so that each can be counted under all the others. */
export function facetConditions(criteria: Criteria): Partial<Record<FacetName, Prisma.Sql>> {
  const { audit, trust, price, without, platform, language, runtime, category, proven } = criteria;
  const oneOf = (column: Prisma.Sql, values: readonly string[]) =>
    sql`${column} = ANY(${[...values]}::text[])`;
  return {
    ...(audit && { audit: oneOf(sql`d.audit_state`, audit) }),
    ...(trust && { trust: oneOf(sql`d.trust`, trust) }),
    ...(price && { price: priceCondition(price) }),
    ...(without.length > 0 && {
      without: Prisma.join(
        without.map((access) => sql`NOT ${NEEDS[access]}`),
        " AND ",
      ),
    }),
    ...(platform && { platform: includesPlatform(sql`s."platforms"`, platform) }),
    ...(language && { language: oneOf(sql`s."content_language"`, language) }),
    ...(runtime && { runtime: sql`coalesce(${oneOf(sql`s."runtime_language"`, runtime)}, FALSE)` }),
    ...(category && { category: sql`coalesce(s."category" = ${category}, FALSE)` }),
    ...(proven && { proven: sql`v."examples_proven" > 0` }),
  };
}

/** True when a list of platforms includes one, or all. */
export function includesPlatform(platforms: Prisma.Sql, platform: string): Prisma.Sql {
  return sql`${platforms} && ${[platform, "any"]}::text[]`;
}

/**
 * Signals a publisher cannot write into a file: a seal, a bond, proven examples, and how often the skill was called
 * and downloaded in the last seven days (logarithms, so that a crowd does not drown the rest). A small factor of the
 * worth of a match.
 */
export const earnedSignals: Prisma.Sql = sql`(CASE d.audit_state WHEN 'Audited' THEN 3 WHEN 'Optimistic' THEN 1 ELSE 0 END
  + CASE WHEN v."examples_proven" > 0 THEN 1 ELSE 0 END + ln(1 + s."calls_7d") + ln(1 + s."downloads_7d") / 2)`;

function priceCondition(price: NonNullable<Criteria["price"]>): Prisma.Sql {
  if (price.kind === "most") return sql`s."price_lamports" <= ${price.lamports}::numeric`;
  return price.kind === "free" ? sql`s."price_lamports" = 0` : sql`s."price_lamports" > 0`;
}

/**
 * Has a published version that is neither yanked nor quarantined (`listing/refresh-listing.ts` keeps `published_at` so), and is no
 * draft whose time to be claimed is over.
 */
export function listedCondition(now: Date): Prisma.Sql {
  return sql`s."published_at" IS NOT NULL
    AND s."claim_status" IS DISTINCT FROM 'expired' AND (s."claim_status" IS DISTINCT FROM 'draft' OR s."claim_expires_at" > ${now})`;
}
