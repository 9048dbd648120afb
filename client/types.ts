import type { SkillPackage } from "../lib/package";

/** A row of a search, as `GET /v1/agent/search` describes it; members not named here are there too. */
export interface FoundSkill extends UploadedPackage {
  id: string;
  name: string;
  description: string;
  version: string;
  trust_level: "sandbox" | "community" | "verified";
  audit_state: "Unverified" | "Optimistic" | "Audited";
  /** Lamports as digits. */
  price_lamports: string;
  /** Whether it is what is given to those who name no version; only the details of a skill have it. */
  is_latest?: boolean;
  /** Whether this version was withdrawn by its publisher; only the details of a skill have it. */
  withdrawn?: boolean;
  /** Who published this version; only the details of a skill have it. Null for a draft nobody has claimed. */
  version_publisher?: Publisher | null;
  /**
   * An older skill of another account that this one may be taken for by its name; only the details of a skill have it.
   */
  resembles?: { name: string; publisher: string } | null;
  /**
   * Challenges of this version that wait for a decision, from accounts with standing and (quiet) from others; those that
   * were upheld, and those with standing that wait of the version whose audit it carries.
   */
  challenges?: { open: number; quiet?: number; upheld: number; carried?: number };
  /** What "Audited" says: what was read (every file, or what changed since `base_version`), when, by whom. */
  audit?: AuditMark | null;
  /** Version whose audit this patch carries. */
  audit_carried_from?: string | null;
  /** What only its author says of it, and nobody has checked; only the details of a skill have it. */
  declared?: { allowed_tools?: readonly string[]; compatibility?: string | null; [member: string]: unknown };
  /** Who is paid for a call; only the details of a skill have it. Null where nobody is. */
  payee_address?: string | null;
  [member: string]: unknown;
}

/** What "Audited" says of a version. */
export interface AuditMark {
  /** Every file was read (full), or what differs from `base_version`. */
  scope: "full" | "reduced" | "patch";
  base_version: string | null;
  /** The version that was read, where this one is a patch of it that nobody has read. */
  carried_from: string | null;
  sealed_at: string;
  verifier_name: string;
  verifier_address: string;
}

export interface SearchQuery {
  q?: string;
  capability?: string;
  category?: string;
  platform?: string;
  min_trust?: "sandbox" | "community" | "verified";
  price?: string;
  limit?: number;
  cursor?: string;
}

/** What a call takes and gives, as `GET /v1/agent/skills/{id}/schema` describes it. */
export interface CallSchema {
  name: string;
  version: string;
  input_schema: Record<string, unknown> | null;
  output_schema: Record<string, unknown> | null;
  examples: { input: unknown; output: unknown }[];
  [member: string]: unknown;
}

/** The account that published a version. */
export interface Publisher {
  /** Stays the same when the account changes its name. */
  id: string;
  name: string;
}

/** What a market tells of the package of a version; not every market tells it. */
export interface UploadedPackage {
  package_digest?: string;
  /** Paths of the files that may be run, which the digest leaves out; null where it is not known. */
  executable_files?: string[] | null;
}

/** A skill of one's own, with what was uploaded of it last, whatever became of that. */
export interface OwnSkill extends UploadedPackage {
  name: string;
  version: string;
  version_id: string;
  vetting_status: "pending" | "approved" | "caution" | "rejected";
  published: boolean;
  yanked: boolean;
  [member: string]: unknown;
}

export interface DownloadedSkill {
  name: string;
  version: string;
  trustLevel: string;
  /** Null for a draft nobody has claimed. */
  publisher: Publisher | null;
  /** Why its publisher withdrew this version; null for one that stands. Only a digest that was named opens one. */
  withdrawn: string | null;
  package: SkillPackage;
}

/**
 * A call that was signed for: with it the call is taken up again without paying. Whoever has it can read the
 * call's output.
 */
export interface PaidCall {
  /** Address of the market it was paid at; the token goes to no other. */
  market: string;
  quoteId: string;
  accessToken: string;
  /** The signed payment, base64; it pays once, however often it is sent. */
  transaction: string;
}

export interface CallResult {
  output: unknown;
  /** As `GET /v1/runs/{id}`. */
  run: Record<string, unknown>;
  /** 0 for a free skill. */
  paidLamports: bigint;
  /** Id of the quote that was paid; null for a free skill. */
  quoteId: string | null;
  /** Id of the signed receipt; null for a free skill. */
  receiptId: string | null;
}

/** A page of a market's log, as `GET /v1/log/entries` describes it. */
export interface LogPage {
  checkpoint: string;
  entries: { seq: number; body: string; leaf_hash: string }[];
  /** Where the next page begins; null for the last. */
  next: number | null;
}

export interface Publication {
  skillId: string;
  versionId: string;
  name: string;
  version: string;
  vettingJobId: string;
  /** Why no call of a priced version is sold, or none before it has run; null where nothing is in the way. */
  notCalled: string | null;
}

export interface VettingFinding {
  code: string;
  severity: string;
  message: string;
  file?: string | null;
  line?: number | null;
  /** What to do about it. */
  remedy?: string | null;
}

/** What became of the vetting of a publication. */
export interface VettingAnswer {
  is_done: boolean;
  vetting_status: "pending" | "approved" | "caution" | "rejected";
  findings: VettingFinding[];
  /** Where the owner reads the findings and appeals; null for a draft. */
  page_url?: string | null;
  [member: string]: unknown;
}

/** What is on record about a withdrawn version. */
export interface Withdrawal {
  version: string;
  /** Time of the first withdrawal, ISO 8601. */
  at: string;
  /** The first reason. */
  reason: string;
}

export interface Draft {
  skillId: string;
  name: string;
  version: string;
  /** For the agent's person, word for word. */
  claimUrl: string;
  /** Given once, with the first draft of an agent; keep it. */
  agentSecret: string | null;
}
