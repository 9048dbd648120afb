import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { askedTerms, type AskedTerm } from "@/lib/search/words/asked-terms";
import { foldText } from "@/lib/search/words/tokens";
import type { TrustLevel } from "@/lib/registry/views";
import type { SkillSearch } from "@/lib/search/views";
import type { Database } from "@/lib/db/client";
import { listNear } from "@/lib/search/meaning/list-near";
import { planWords, type WordPlan } from "@/lib/search/words/plan-words";

export const ACCESSES = ["network", "filesystem", "subprocess", "secrets"] as const;
export type Access = (typeof ACCESSES)[number];
export const TRUST_LEVELS: readonly TrustLevel[] = ["sandbox", "community", "verified"];
const MAX_FILTER_LENGTH = 100;
const MAX_FILTER_VALUES = 20;
const MAX_PRICE_DIGITS = 20;

/** A search as the database is asked it: bounded, folded, with nothing left to interpret. */
export interface Criteria {
  /** The words as they were typed: the last of them may be unfinished. */
  q: string;
  asked: readonly AskedTerm[];
  /** The query written as a slug, for the exact match that comes first. */
  slug: string;
  capability: string | null;
  author: string | null;
  publisher: string | null;
  agent: string | null;
  category: string | null;
  platform: string | null;
  /** Of a list of choices: null = none made, all allowed. */
  audit: string[] | null;
  trust: TrustLevel[] | null;
  price: { kind: "free" | "paid" } | { kind: "most"; lamports: string } | null;
  without: Access[];
  language: string[] | null;
  runtime: string[] | null;
  proven: boolean;
  uskV3: boolean;
  sort: NonNullable<SkillSearch["sort"]>;
}

/** Reads a search leniently, as search boxes and agents write it: what means nothing does not restrict. */
export function toCriteria(search: SkillSearch): Criteria {
  const q = (search.q ?? "").slice(0, 200);
  return {
    q,
    asked: askedTerms(q),
    slug: foldText(q)
      .trim()
      .replace(/[\s_-]+/g, "-"),
    capability:
      text(search.capability)
        ?.toLowerCase()
        .replace(/[\s-]+/g, "_") ?? null,
    author: text(search.author),
    publisher: text(search.publisher),
    agent: text(search.agent),
    category: text(search.category),
    platform: readPlatform(text(search.platform)),
    audit: list(search.audit),
    trust: readTrust(search),
    price: readPrice(search.price),
    without: ACCESSES.filter((access) => search.without?.includes(access)),
    language: list(search.language),
    runtime: list(search.runtime),
    proven: search.proven ?? false,
    uskV3: search.uskV3 ?? false,
    sort: search.sort ?? "relevance",
  };
}

const text = (value: string | undefined) => value?.trim().slice(0, MAX_FILTER_LENGTH) || null;
const list = (values: readonly string[] | undefined) =>
  values?.length
    ? values.slice(0, MAX_FILTER_VALUES).map((value) => value.slice(0, MAX_FILTER_LENGTH))
    : null;

// `any` asks for nothing: a skill for one platform is still found by an agent that takes all.
function readPlatform(platform: string | null): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, "");
  if (platform === null || plain(platform) === "any") return null;
  return CONVERSION_TARGETS.find((target) => plain(target) === plain(platform)) ?? platform;
}

function readTrust({ trust, minTrust }: SkillSearch): TrustLevel[] | null {
  if (!minTrust && !trust?.length) return null;
  const atLeast = minTrust ? TRUST_LEVELS.slice(TRUST_LEVELS.indexOf(minTrust)) : [...TRUST_LEVELS];
  return trust?.length ? atLeast.filter((level) => trust.includes(level)) : atLeast;
}

function readPrice(price: string | undefined): Criteria["price"] {
  if (price === "free" || price === "paid") return { kind: price };
  if (!price || !/^\d+$/.test(price) || price.length > MAX_PRICE_DIGITS) return null;
  return { kind: "most", lamports: price };
}

/** A search with its words weighed by how rare they are now. */
export interface PlannedCriteria extends Criteria {
  plan: WordPlan;
  /** The skills nearest by meaning, nearest first; none where the market has no model for it. */
  near: readonly string[];
}

/**
 * Reads a search and weighs its words. No query without words, three at most, and one more where a model is asked for
 * what is near.
 */
export async function planCriteria(
  db: Database,
  search: SkillSearch,
  { byMeaning = true }: { byMeaning?: boolean } = {},
): Promise<PlannedCriteria> {
  const criteria = toCriteria(search);
  const [plan, near] = await Promise.all([
    planWords(db, criteria.asked),
    !byMeaning || criteria.asked.length === 0 ? [] : listNear(db, search.q ?? ""),
  ]);
  return { ...criteria, plan, near };
}

/** What makes two searches the same one, whatever words weigh and the model says at the moment. */
export function keyOfSearch(criteria: PlannedCriteria): string {
  return JSON.stringify({ ...criteria, asked: undefined, plan: undefined, near: undefined });
}
