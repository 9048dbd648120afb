import type { AuditState, ContentLanguage, ExampleView, SkillRow, TrustLevel } from "@/lib/registry/views";

import type { MatchedWord } from "@/lib/search/words/plan-words";

/** What is asked of the search, and what it finds. */

export interface SkillSearch {
  q?: string;
  capability?: string;
  category?: string;
  platform?: string;
  audit?: AuditState[];
  trust?: TrustLevel[];
  minTrust?: TrustLevel;
  /** `free`, `paid`, or a highest price in lamports as digits. */
  price?: string;
  /** Accesses the skill must NOT have: network, filesystem, subprocess, secrets. */
  without?: string[];
  language?: ContentLanguage[];
  runtime?: string[];
  proven?: boolean;
  /** Only skills with everything USK v3 asks of one that agents call. */
  uskV3?: boolean;
  /** Who published it: the account of this name or, where no account has it, the agent. */
  author?: string;
  /** The account alone, by a name it has or had. */
  publisher?: string;
  /** The agent alone: where an account has claimed it, what it or its owner published. */
  agent?: string;
  sort?: "relevance" | "newest" | "calls" | "downloads" | "rating" | "price" | "name";
  limit?: number;
  cursor?: string;
  page?: number;
}

export interface FacetValue {
  value: string;
  /** Results there would be if this value were chosen. */
  count: number;
}

export interface SkillSearchResult {
  rows: SkillRow[];
  /** For each row the words that it answers, in which fields. */
  matched: (readonly MatchedWord[])[];
  /** For each row the words that it does not answer, as they were written. */
  missing: (readonly string[])[];
  /** For each row the tokens of the query that it is found under, for `markWords`. */
  foundUnder: ReadonlySet<string>[];
  /** Mistyped words, and what they were read as. */
  corrected: { written: string; meant: string }[];
  total: number;
  /** How many of them answer every word; where it is 0 beside a total, what was found has some of the words. */
  answeringAll: number;
  /** Nothing answers all of it, and the search is counted under Most wanted: it stands there once several people asked it. */
  counted: boolean;
  page: number;
  pageSize: number;
  nextCursor: string | null;
  facets: {
    audit: FacetValue[];
    trust: FacetValue[];
    price: FacetValue[];
    without: FacetValue[];
    platform: FacetValue[];
    language: FacetValue[];
    runtime: FacetValue[];
    category: FacetValue[];
    proven: FacetValue[];
  };
  tookMs: number;
}

export interface ExampleSearchRow {
  skill: SkillRow;
  example: ExampleView;
}
