/** Deletions that take more than an age: the functions that the worker calls for them (lib/duties). */
type PurgeFunction =
  | "purgeFreeRuns"
  | "purgePaidRuns"
  | "purgeBlobs"
  | "deleteUnpaidQuotes"
  | "deleteLostOpenings";

/** What happens at the closing of an account beyond deleting or clearing its rows (lib/ownership/account-closing). */
type ClosingFunction =
  | "setClosed"
  | "retireAgents"
  | "deleteStoredFor"
  | "cancelTransfers"
  | "leaveSkills"
  | "leaveOrganisations"
  | "deleteReviews"
  | "withdrawPosts"
  | "endAuditRoles"
  | "dropWaitingMails"
  | "withdrawSkills"
  | "withdrawSets";

/** How long a row is kept. */
export type RetentionTime =
  /**
   * So long after the time in the column `after`, which with `isCount` holds milliseconds since 1970; `where` names, in
   * SQL, those it is true of.
   */
  | {
      after: string;
      isCount?: true;
      days?: number;
      hours?: number;
      minutes?: number;
      where?: string;
      says?: string;
    }
  /** Until a function of its own finds that it may go, after so many days at the earliest; `says` which rows. */
  | { by: Readonly<Partial<Record<PurgeFunction, { days: number; says: string }>>> }
  /** As long as the row of the other table that it belongs to. */
  | { with: string }
  /** Whoever uses the table deletes from it in passing. */
  | { use: string }
  /** For ever, for this reason. */
  | { forEver: string };

/** What becomes of the rows of an account that is closed. */
export type AtClosing =
  /** Deleted; with `email` also those that wait for its proven address (`emailWhere`: which of them, in SQL). */
  | { delete: string; email?: string; emailWhere?: string; where?: string }
  /** They stay, and do not say any more whose they were. */
  | { clear: string }
  | { by: ClosingFunction; says: string }
  /** They stay, for this reason. */
  | { stays: string };

export interface Retention {
  kept: RetentionTime;
  /** Absent where the rows say nothing of an account. */
  closing?: AtClosing;
}

const EVIDENCE = "evidence that others rely on";
const LISTED = "what a skill is, and was";
const LINK = { after: "expires_at", days: 30 } as const;
const UNUSED = '"used_at" IS NULL';

/**
 * Every table of the database: how long its rows are kept, what deletes them, and what becomes of them when their
 * account is closed. The worker's deletions (`purgeAged`) and the closing of an account (`deleteRowsOf`) are run from
 * this table; docs/operating.md shows it. The order is that of deletion.
 */
export const RETENTION = {
  // Ways in.
  Accounts: {
    kept: { forEver: "its name is never another's" },
    closing: { by: "setClosed", says: "emptied but for its name" },
  },
  Usernames: {
    kept: { forEver: "a name leads to who bore it" },
    closing: { stays: "nobody takes it over" },
  },
  IssuerIdentities: { kept: { use: "until its owner unlinks it" }, closing: { delete: "account_id" } },
  Wallets: { kept: { use: "until its owner unlinks it" }, closing: { delete: "account_id" } },
  ApiKeys: {
    kept: { use: "until the account is closed, also revoked ones: their prefix tells which it was" },
    closing: { delete: "account_id" },
  },
  DeviceLogins: { kept: { after: "expires_at", hours: 1 }, closing: { delete: "account_id" } },
  SignInChallenges: { kept: { after: "expires_at" } },
  EndedSessions: {
    kept: {
      after: "expires_at",
      days: 1,
      says: "a confirmation under way may have written a token that lasts a little longer",
    },
  },
  OwnerRegistrations: { kept: LINK, closing: { delete: "account_id", email: "email" } },
  AgentIdentityClaimTokens: {
    kept: { ...LINK, where: UNUSED, says: "used ones for ever" },
    closing: {
      delete: `(SELECT i."account_id" FROM "AgentAuthorIdentities" i WHERE i."id" = "identity_id")`,
      email: "email",
      emailWhere: UNUSED,
    },
  },
  DraftClaimVerifications: {
    kept: { ...LINK, where: UNUSED, says: "used ones for ever" },
    closing: { delete: "account_id", email: "email", emailWhere: UNUSED },
  },
  AgentAuthorIdentities: {
    kept: { forEver: "its name is never another's" },
    closing: { by: "retireAgents", says: "they stay, without secret and address" },
  },
  PublisherDomains: { kept: { use: "until its owner removes it" }, closing: { delete: "account_id" } },
  AccountPolicies: {
    kept: { forEver: "what an account has allowed, and when" },
    closing: { delete: "account_id" },
  },
  Events: {
    kept: {
      after: "occurred_at",
      days: 90,
      where: `"kind" = 'account:access-changed'`,
      says: "changes of the ways in; what happened to skills, versions and accounts: for ever",
    },
    closing: {
      delete: "subject_id",
      where: `"kind" IN ('account:access-changed', 'domain:proven', 'domain:missing', 'domain:ended', 'domain:taken')`,
    },
  },

  // Skills on their way.
  DraftUploads: { kept: { after: "occurred_at", days: 2, says: "limits count one day" } },
  Publications: { kept: { after: "changed_at", days: 30 }, closing: { delete: "account_id" } },
  UploadTickets: { kept: { after: "expires_at", says: "an hour" }, closing: { delete: "account_id" } },
  BlobsUnderWay: {
    kept: { by: { purgeBlobs: { days: 1, says: "with the blob, unless something names it" } } },
  },

  // Skills.
  Skills: {
    kept: { forEver: "also drafts that nobody claimed: a name leads to what bore it" },
    closing: { by: "withdrawSkills", says: "withdrawn, on record" },
  },
  SkillNames: {
    kept: { forEver: "a name leads to what bore it; those never borne go when another is asked for" },
  },
  SkillVersions: {
    kept: { forEver: `${LISTED}, also what was rejected` },
    closing: { clear: "uploaded_by_id" },
  },
  PackageFiles: { kept: { forEver: LISTED } },
  SkillTransfers: {
    kept: { forEver: "who answered for a skill until when" },
    closing: { by: "cancelTransfers", says: "open ones end" },
  },
  SkillMaintainers: {
    kept: { forEver: "who maintained a skill does not judge it" },
    closing: { by: "leaveSkills", says: "roles and invitations end" },
  },
  OrganisationMembers: {
    kept: { forEver: "who acted for an organisation does not judge what was its own" },
    closing: { by: "leaveOrganisations", says: "roles and invitations end" },
  },
  ReadingRights: {
    kept: { after: "expires_at", days: 30 },
    closing: { delete: "account_id" },
  },
  TrustedPublishers: { kept: { use: "until it is removed" }, closing: { delete: "added_by_id" } },
  PublishTokens: {
    kept: {
      after: "expires_at",
      days: 1,
      where: '"version_id" IS NULL AND "publication_id" IS NULL',
      says: "used ones as long as their version, or what waits to be released",
    },
    closing: { stays: EVIDENCE },
  },
  SkillSets: {
    kept: { forEver: "a name of a set stays taken" },
    closing: { by: "withdrawSets", says: "withdrawn; they do not say any more whose they were" },
  },
  SkillSetVersions: { kept: { with: "SkillSets" } },
  SkillSetParts: { kept: { with: "SkillSets" } },
  SameContents: { kept: { with: "Skills" } },
  EarningBlockers: {
    kept: { after: "seen_at", days: 30 },
    closing: { stays: "of the skill, without a word of its owner" },
  },
  SkillVectors: { kept: { with: "Skills" } },
  ExampleReplays: { kept: { use: "until the next replay" } },
  ConvertedPackages: { kept: { forEver: "made once for each version of the converter" } },
  GitTrees: { kept: { forEver: "made once for each archive" } },
  Stars: { kept: { use: "until its owner takes it back" }, closing: { delete: "account_id" } },
  Follows: { kept: { use: "until its owner ends it" }, closing: { delete: "account_id" } },
  Reviews: {
    kept: { use: "until its author takes it back" },
    closing: { by: "deleteReviews", says: "deleted, with their stars" },
  },
  SkillPosts: {
    kept: { use: "until its author takes it back; then its place, without text and author" },
    closing: { by: "withdrawPosts", says: "text and author are deleted" },
  },

  WebhookDeliveries: {
    kept: { after: "created_at", days: 30, says: "or with their row in WebhookEndpoints" },
  },
  WebhookEndpoints: { kept: { use: "until its owner removes it" }, closing: { delete: "account_id" } },

  // Judgements.
  VettingJobs: { kept: { forEver: EVIDENCE }, closing: { stays: EVIDENCE } },
  VettingFindings: { kept: { forEver: EVIDENCE } },
  SecondOpinions: { kept: { forEver: EVIDENCE } },
  Verifiers: {
    kept: { forEver: "who may sign, and could" },
    closing: { by: "endAuditRoles", says: "the enrolment ends" },
  },
  VerifierApplications: { kept: { forEver: "what was decided" }, closing: { delete: "account_id" } },
  Audits: { kept: { forEver: EVIDENCE }, closing: { stays: EVIDENCE } },
  ReviewClaims: {
    kept: { use: "until the audit is signed, or another verifier reserves the version after `expires_at`" },
    closing: { by: "endAuditRoles", says: "deleted" },
  },
  ReviewMarks: { kept: { forEver: EVIDENCE }, closing: { by: "endAuditRoles", says: "deleted" } },
  FindingDecisions: { kept: { forEver: EVIDENCE }, closing: { stays: EVIDENCE } },
  ReplayComparisons: { kept: { use: "until the next comparison" } },
  Challenges: { kept: { forEver: EVIDENCE }, closing: { stays: EVIDENCE } },
  AdvisoryYears: { kept: { forEver: "numbers have no gaps" } },
  Advisories: { kept: { forEver: EVIDENCE }, closing: { stays: EVIDENCE } },
  AdvisoryMails: { kept: { forEver: "nobody is mailed twice" }, closing: { delete: "account_id" } },
  AdvisoryVersions: { kept: { with: "Advisories" } },
  Reports: { kept: { forEver: "what was decided" }, closing: { clear: "account_id" } },
  SetReports: { kept: { forEver: "what was decided" }, closing: { clear: "account_id" } },
  Appeals: { kept: { forEver: "what was decided" }, closing: { delete: "account_id" } },

  // Deposits.
  Bonds: { kept: { forEver: EVIDENCE } },
  BondMoves: { kept: { forEver: EVIDENCE } },
  BondOpenings: {
    kept: {
      by: { deleteLostOpenings: { days: 0, says: "until the deposit is seen, or they can no longer land" } },
    },
  },
  VaultSearches: { kept: { use: "until it is found where the deposit went" } },

  // Payments and runs.
  Runs: {
    kept: {
      by: {
        purgeFreeRuns: { days: 200, says: "free ones, which are counted before" },
        purgePaidRuns: {
          days: 35, // 30 are promised to buyers; five for clocks that differ, and for downtime
          says: "input and output of paid ones, which stay for ever with the digests",
        },
      },
    },
    closing: { clear: "account_id" },
  },
  PayerOrigins: { kept: { forEver: "what the chain says of a wallet that has paid" } },
  CallKeys: { kept: { with: "Quotes or Runs" } },
  Receipts: { kept: { forEver: "proof of a payment" }, closing: { stays: "its payer's" } },
  Grants: { kept: { forEver: "what was paid for" }, closing: { stays: "its payer's" } },
  Settlements: { kept: { forEver: "what was paid" }, closing: { stays: "its payer's" } },
  SpendingLimits: {
    kept: { forEver: "what a wallet has signed, and when" },
    closing: { stays: "the wallet's, whoever it signs in" },
  },
  Quotes: {
    kept: {
      by: {
        deleteUnpaidQuotes: {
          days: 30,
          says: "those given up and never paid, submitted or reported, once the chain was asked again (see below); others for ever, their input until all calls were made and the first run is emptied",
        },
      },
    },
    closing: { stays: "its payer's" },
  },

  // What people look for.
  Downloads: { kept: { after: "occurred_at", days: 200, says: "hashed; the totals stay" } },
  WantedSearches: { kept: { after: "day", days: 90, says: "hashed" } },
  Wanted: {
    kept: {
      after: "last_asked_at",
      days: 30,
      where: '"searches" <= 1',
      says: "asked for once; others for ever",
    },
  },
  WantedMatches: { kept: { with: "Wanted" } },
  FoundQueries: { kept: { after: "day", days: 30, says: "hashed" } },
  HiddenQuestions: { kept: { forEver: "what was taken away does not come back" } },

  // Mails and forms.
  Mails: {
    kept: { after: "created_at", days: 30, says: "encrypted, and emptied once sent" },
    closing: { by: "dropWaitingMails", says: "unsent ones to a proven address are deleted" },
  },
  MailRecipients: { kept: { after: "asked_at", days: 30, says: "hashed" } },
  RefusedForms: { kept: { after: "expires_at", says: "ten minutes, encrypted; read once" } },

  // What models keep.
  Profiles: {
    kept: { use: "until its owner takes it back" },
    closing: { by: "deleteStoredFor", says: "deleted, of its agents too" },
  },
  Reminders: {
    kept: { use: "until its owner takes it back" },
    closing: { by: "deleteStoredFor", says: "deleted, of its agents too" },
  },
  McpMessages: { kept: { after: "created_at", minutes: 10, says: "longer than a person is waited for" } },
  McpSessions: {
    kept: { after: "seen_at", hours: 4 },
    closing: { stays: "no key opens it, and it goes after four hours" },
  },

  // The log.
  LogEntries: { kept: { forEver: EVIDENCE }, closing: { stays: EVIDENCE } },
  LogNodes: { kept: { forEver: EVIDENCE } },
  LogHeads: { kept: { forEver: "one row" } },
  PlatformKeys: { kept: { forEver: "what was signed with it can be checked" } },

  // Machinery.
  Jobs: { kept: { after: "done_at", hours: 1, says: "failed ones until somebody has looked" } },
  RateLimits: { kept: { after: "expire", isCount: true, hours: 1, says: "clocks of machines differ" } },
  RunSlots: { kept: { use: "until the run ends, or its process is gone" } },
  Changes: { kept: { use: "until the next minute: one row for each scope stays" } },
  WordFrequencies: { kept: { use: "until words are counted again" } },
  ReservedNames: { kept: { forEver: "set by the operator" } },
  MarketSettings: { kept: { forEver: "one row for each setting" } },
  SolRates: { kept: { forEver: "one row for each source and currency" } },
} as const satisfies Readonly<Record<string, Retention>>;

export type Table = keyof typeof RETENTION;
