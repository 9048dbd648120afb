import type { SkillPackage } from "../lib/package";

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

/** The account that published a version. */
export interface Publisher {
  /** Stays the same when the account changes its name. */
  id: string;
  name: string;
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

/** A skill that is installed somewhere: its name, and its version, the digest of its package, or both. */
export interface InstalledCopy {
  name: string;
  version?: string;
  digest?: string;
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

/**
 * What may be paid from a wallet, as its signed statement at a market says it. Amounts are lamports, written as digits; a
 * scope that names one stands instead of the `*` of its kind.
 */
export interface SpendingLimits {
  /** From this moment on nothing is signed any more; null for no end. */
  until: string | null;
  perCallLamports: string;
  /** Of any 24 hours. */
  perDayLamports: string;
  scopes: {
    kind: "skill" | "publisher" | "organisation";
    id: string;
    name: string;
    perDayLamports: string;
  }[];
  leastAuditState: "Unverified" | "Optimistic" | "Audited";
  /** Above it an agent over MCP asks its person; nothing here asks anybody. */
  askAboveLamports: string | null;
}

/** The same as its owner says it: a scope by the name or the id of what it is about, or `*` for each one. */
export interface WantedLimits extends Omit<SpendingLimits, "scopes"> {
  scopes: { kind: SpendingLimits["scopes"][number]["kind"]; name: string; perDayLamports: string }[];
}

/** A payment that a wallet has signed. It counts for 24 hours, whatever became of it. */
export interface SignedPayment {
  /** ISO 8601. */
  at: string;
  market: string;
  skill: string;
  skillId: string;
  publisherId: string | null;
  /** Written as digits. */
  lamports: string;
}

/** Where it is kept what wallets have signed. */
export interface SpendingStore {
  /**
   * Puts what `change` makes of the payments of a wallet in their place, in one step: no other call, of whichever process,
   * reads or writes between. It is kept for good before the promise is fulfilled. Where `change` throws, nothing changes.
   */
  change(
    address: string,
    change: (signed: readonly SignedPayment[]) => readonly SignedPayment[],
  ): Promise<void>;
}

/** The limits that a wallet keeps by itself, whatever a market does. */
export interface OwnSpending {
  limits: SpendingLimits;
  store: SpendingStore;
  /** Left out: the clock of this machine. */
  now?: () => Date;
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

export interface Publication {
  skillId: string;
  versionId: string;
  name: string;
  version: string;
  vettingJobId: string;
  /** What a call is to cost; null where the market does not say. */
  priceLamports: bigint | null;
  /** Why no call of a priced version is sold, or none before it has run; null where nothing is in the way. */
  notCalled: string | null;
  /** What of the upload counts for nothing, as a price in the file that the skill does not have. */
  warnings: readonly string[];
}

/** What a market says of a package before it is uploaded. */
export interface UploadPreview {
  /** The number it would get; null where it would be refused. */
  version: string | null;
  facts: PreviewFact[];
}

/** `bad`: it is in the way; `warn`: something to think about, as what is published cannot be changed. */
export interface PreviewFact {
  about: string;
  tone: "ok" | "note" | "warn" | "bad";
  text: string;
  /** What an example gave, or why, in the words of the skill. */
  detail: string | null;
}

/** An upload that waits for a person to release it. */
export interface StagedUpload {
  name: string;
  /** Empty where the file names none. */
  version: string;
  /** Where its person looks at it and releases it. */
  pageUrl: string;
}

/** What became of a plugin: each skill of it under its own name. */
export interface PluginPublication {
  name: string;
  /** `vettingJobId` is null for a skill whose bytes were there already. */
  skills: { name: string; version: string; vettingJobId: string | null }[];
  /** The bundle: these versions of its skills. */
  set: { name: string; version: string };
}

/** What is on record about a withdrawn version. */
export interface Withdrawal {
  version: string;
  /** Time of the first withdrawal, ISO 8601. */
  at: string;
  /** The first reason, or the one that has closed it since. */
  reason: string;
  /** Which kind it is; null at a market that knows none. */
  kind: string | null;
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

/** Who sees a skill and is given its files. */
export type SkillAccess = "public" | "call_only" | "private";

export interface PublishOptions {
  /** A person releases it, or it is not published. */
  stage?: boolean | undefined;
  /** Of a new skill; left out, it is public. */
  access?: SkillAccess | undefined;
  /** User name of the organisation that a new skill is to belong to. */
  organisation?: string | undefined;
}

/** The right of an account, or of a token, to read a skill. */
export interface ReadingRight {
  id: string;
  /** Null of a token. */
  username: string | null;
  /** What a token is called; empty of an account. */
  name: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

export interface NewReadToken extends ReadingRight {
  token: string;
}
