import type { DeprecationView } from "@/lib/registry/deprecations/describe-deprecation";
import type { YankKind } from "@/lib/registry/versions/yank-kinds";
import type { OpinionReason, OpinionVerdict } from "@/lib/vetting/opinion/read-answer";
import type { Picture } from "@/lib/vetting/facts/picture";
import type { ProvenDomain } from "@/lib/identity/domains/own-domains";
import type { Bump, Difference } from "@/lib/registry/differences/difference";
import type { Report, SkillManifest, SkillTool, StatedPermissions } from "@/lib/skill-format";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/** What pages and the agent API read about skills. Amounts are decimal strings of lamports, times ISO 8601 UTC. */

/** What a verifier has read: every file, or what changed since another sealed version. */
export type AuditScope = "full" | "reduced" | "patch";

/** What "Audited" says of a version: who has read what of it, and when. */
export interface AuditMark {
  scope: AuditScope;
  /** Number of the sealed version whose difference was read; null where every file was. */
  baseVersion: string | null;
  /** The version that was read, when this one is a patch that carries its audit; null when it was this one. */
  carriedFrom: string | null;
  sealedAt: string;
  verifierName: string;
  verifierAddress: string;
  /** The files were not public when they were read. */
  confidential: boolean;
}

export type AuditState = "Unverified" | "Optimistic" | "Audited";
/** Who is shown a skill, and who is given its files (lib/registry/access); openest first. */
export const SKILL_ACCESSES = ["public", "call_only", "private"] as const;
export type SkillAccess = (typeof SKILL_ACCESSES)[number];
export type TrustLevel = "sandbox" | "community" | "verified";
export type VettingStatus = "pending" | "approved" | "caution" | "rejected";
/** `registered` is how a NULL claim status is shown. */
export type ClaimStatusShown = "registered" | "draft" | "claimed" | "expired";
export type ContentLanguage = "en" | "zh" | "ko" | "und";

export interface AuthorAgentView {
  name: string;
  provider?: string;
  built_at?: string;
  /** Whoever uploaded proved to be this agent, by its secret or as its owner; otherwise the name is a claim. */
  proven: boolean;
}

/** What is said of what it may touch; null is what nobody says. */
export type AccessView = StatedPermissions;

/** How many challenges a version has. */
export interface ChallengeCounts {
  /** Those that wait for a decision, from accounts with standing. */
  open: number;
  /** The same from accounts without: nothing they claim was looked at. */
  quiet: number;
  /** Decided against it. */
  upheld: number;
  /** Those with standing that wait, of the version whose audit it carries. */
  carried: number;
}

/** One row of a list. */
export interface SkillRow {
  id: string;
  slug: string;
  skillAccess: SkillAccess;
  displayName: string;
  description: string;
  contentLanguage: ContentLanguage;
  publisher: string | null;
  /**
   * Domains the publisher has proven, the first one first; they say nothing of the skill, and nothing is
   * decided by them.
   */
  publisherDomains: ProvenDomain[];
  authorAgent: AuthorAgentView | null;
  version: string;
  auditState: AuditState;
  /** What that state says when it is Audited; null otherwise. */
  audit: AuditMark | null;
  bondLamports: string | null;
  challenges: ChallengeCounts;
  trustLevel: TrustLevel;
  claimStatus: ClaimStatusShown;
  claimExpiresAt: string | null;
  vettingStatus: VettingStatus;
  access: AccessView;
  /** Names of the first fields of its input and output, as the author declared them; one more than are shown. */
  takes: string[];
  gives: string[];
  category: string | null;
  /** Where the picture is that the package brings for itself; null where it brings none that may be shown. */
  iconPath: string | null;
  tags: string[];
  capabilities: string[];
  platforms: string[];
  convertsTo: string[];
  runtime: string | null;
  /** Whether the market makes calls of it; `obstacles` say why not. */
  runnable: boolean;
  obstacles: CallObstacle[];
  /** What a call costs: the price in force, "0" while no call is made. */
  priceLamports: string;
  examplesTotal: number;
  examplesProven: number;
  downloads7d: number;
  downloadsTotal: number;
  calls7d: number;
  callsTotal: number;
  /** Stars of all reviews, 1 to 5; null without any. */
  rating: { average: number | null; count: number };
  publishedAt: string;
  daysSinceUpdate: number;
  /** That its owner says to use another one; null where they do not. */
  deprecated: DeprecationView | null;
}

export interface SealView {
  auditId: string;
  slug: string;
  version: string;
  scope: AuditScope;
  /** Number of the version whose difference was read; null where every file was. */
  baseVersion: string | null;
  /** The files were not public when they were read. */
  confidential: boolean;
  verifierName: string;
  verifierUsername: string;
  verifierAddress: string;
  packageDigest: string;
  issuedAt: string;
  expiresAt: string;
  /** True while the signature verifies, is unexpired, unrevoked, by an enrolled verifier, over this very package. */
  counts: boolean;
}

export interface HomeView {
  tally: {
    skillsListed: number;
    versionsSealed: number;
    examplesReplayed24h: number;
    calls24h: number;
    paidToCreators7dLamports: string;
    countedAt: string;
  };
  trending: (SkillRow & { callsByDay: number[] })[];
  /** The newest skills; empty while nothing was called, as `trending` are the newest then. */
  newest: SkillRow[];
  wanted: { query: string; searches: number; lastAskedAt: string }[];
  categories: { category: string; count: number }[];
  latestSeals: SealView[];
  /** A proven example, another skill's each day; null while there is none. */
  shown: { skill: SkillRow; example: ExampleView } | null;
}

export interface ExampleView {
  position: number;
  name: string | null;
  description: string | null;
  tags: string[];
  input: unknown;
  output: unknown;
  replay: {
    state: "proven" | "drifted" | "failing" | "not_run";
    matchRule: "exact" | "shape";
    wallMs: number | null;
    detail: string | null;
    replayedAt: string;
  } | null;
}

/** The account that uploaded a version. */
export interface Uploader {
  username: string;
  /** It was another account's skill, which it maintained. */
  isMaintainer: boolean;
}

export interface VersionRow {
  id: string;
  version: string;
  /** What is listed, and sold when no version is named. */
  isLatest: boolean;
  change: "first" | "patch" | "minor" | "major" | "other";
  /** What the facts asked for, whatever the number says; null when there was nothing to compare with. */
  requiredBump: Bump | null;
  /** Against the release before. */
  differences: Difference[];
  auditState: AuditState;
  audit: AuditMark | null;
  vettingStatus: VettingStatus;
  /** In force, as that of a row. */
  priceLamports: string;
  packageDigest: string;
  sizeBytes: number;
  /** Null where it is not known: an agent nobody had claimed, or an account that was closed. */
  uploader: Uploader | null;
  changelog: string | null;
  publishedAt: string | null;
  yankedAt: string | null;
  yankReason: string | null;
  /** Null of one that stands. */
  yankKind: YankKind | null;
}

export interface PackageFileRow {
  path: string;
  sha256: string;
  sizeBytes: number;
  isText: boolean;
  /** Whether it may be run; null where it is not known. */
  isExecutable: boolean | null;
}

export interface FindingView {
  code: string;
  severity: "info" | "low" | "medium" | "high";
  confidence: "weak" | "strong";
  file: string | null;
  line: number | null;
  message: string;
  evidence: string | null;
  remedy: string | null;
}

/** What a model said of a version, beside the report; it can have a person look, and nothing else. */
export interface OpinionView {
  model: string;
  promptVersion: number;
  promptDigest: string;
  /** Null where the model gave no answer that counts. */
  verdict: OpinionVerdict | null;
  reasons: OpinionReason[];
  askedAt: string;
}

export interface SkillDetail extends SkillRow {
  /** When its name was taken. */
  createdAt: string;
  versionId: string;
  isLatest: boolean;
  latestVersion: string;
  /** The highest pre-release, where it is above the latest version; it is given only to those who ask for it. */
  nextVersion: string | null;
  /** Its owner has withdrawn it: it is not downloaded or sold any more. */
  withdrawn: boolean;
  /** Who published this version; the skill's owner may be another by now. Null for a draft nobody has claimed. */
  versionPublisher: { id: string; username: string } | null;
  /** Who uploaded this version, as far as it is known. */
  uploader: Uploader | null;
  /** User names of who maintains the skill beside its owner. */
  maintainers: string[];
  /** Whether whoever asks is given its files: without them, SKILL.md, its body and quotes of files are left out here. */
  filesGiven: boolean;
  manifest: SkillManifest;
  skillMd: string;
  /** Markdown without the front matter. */
  body: string;
  reports: Report[];
  dialects: string[];
  spec: "v2" | "v3";
  inputSchema: Record<string, unknown> | null;
  outputSchema: Record<string, unknown> | null;
  examples: ExampleView[];
  examplesCheckedAt: string | null;
  packageDigest: string;
  /** Paths of the files that may be run; null where they are not known. */
  executableFiles: string[] | null;
  /** Of the stored bytes of the published package. */
  archiveDigest: string;
  packageSizeBytes: number;
  entryPoint: string | null;
  /** Tools of a VibeLife package (`tools/tools.yaml`); none for most skills. */
  tools: readonly SkillTool[];
  /** What a run may take: what the version states, as far as its price pays for it. */
  timeoutMs: number;
  license: string | null;
  changelog: string | null;
  payeeAddress: string | null;
  /** Wallet to show as the owner's, if any. */
  publisherWallet: string | null;
  seals: SealView[];
  findings: FindingView[];
  vetting: {
    engineVersion: string | null;
    reportDigest: string | null;
    summary: string | null;
    finishedAt: string | null;
    /** What the package does; null where nothing has been vetted, or only by an engine without it. */
    picture: Picture | null;
    opinion: OpinionView | null;
    /** An administrator has let the version through after this report was made. */
    letThrough: boolean;
    /** Those that older engines made of the same package, the newest first. */
    earlier: { engineVersion: string; reportDigest: string; finishedAt: string }[];
  };
  counts: { versions: number; files: number; findings: number };
  callsByDay: number[];
  successRate30d: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
}
