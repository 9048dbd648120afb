import { isOwnWork } from "@/lib/audits/assert-may-audit";
import { auditDuty, type AuditDuty } from "@/lib/audits/queue/audit-duty";
import { findSkillAuditState } from "@/lib/audits/challenges/repository";
import { findAuditSubject } from "@/lib/audits/repository";
import { checkList, isDone, type CheckedItem } from "@/lib/audits/review/checklist";
import { compareFiles, diffFile, type ReviewFile } from "@/lib/audits/review/compare-packages";
import type { DiffLine } from "@/lib/audits/review/line-diff";
import {
  findBase,
  findClaim,
  findLastAudited,
  findOwnAudit,
  findReviewMaterial,
  listComparisons,
  listMarks,
  type ComparisonRow,
  listDecisions,
  listFindings,
} from "@/lib/audits/review/repository";
import { withDecisions, type ReviewedFinding } from "@/lib/audits/review/reviewed-findings";
import { findVerifierOfAccount } from "@/lib/audits/verifiers/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findVersionJobs, type JobProgress } from "@/lib/jobs/find-version-jobs";
import { DomainError } from "@/lib/kernel/errors";
import type { Difference } from "@/lib/registry/differences/difference";
import type { AccessView, AuditState } from "@/lib/registry/views";
import { loadPackage } from "@/lib/blobs/load-package";
import { statedPermissions, type SkillManifest } from "@/lib/skill-format";
import type { AccessKind } from "@/lib/vetting/access-kinds";
import { countUndeclared, undeclaredAccess } from "@/lib/vetting/undeclared-use";

export interface ReviewExample {
  name: string;
  before: string | null;
  after: string | null;
  beforeMs: number | null;
  afterMs: number | null;
  /** How both answers compare, and the answers themselves; null until both versions have run it. */
  outputs: "equal" | "same_shape" | "different" | null;
  beforeText: string | null;
  afterText: string | null;
}

export interface ReviewView {
  versionId: string;
  slug: string;
  version: string;
  duty: AuditDuty;
  packageDigest: string;
  publisher: string | null;
  versions: number;
  verifierAddress: string;
  own: boolean;
  /** What it is compared with: the last audited version, else the release before. */
  base: { version: string; audited: boolean } | null;
  files: ReviewFile[];
  shown: { path: string; lines: DiffLine[] | null } | null;
  findings: ReviewedFinding[];
  differences: Difference[];
  access: {
    before: AccessView | null;
    after: AccessView;
    undeclared: { counts: Record<AccessKind, number>; findings: ReviewedFinding[] };
  };
  examples: ReviewExample[];
  /** True when the examples of this version were run on both versions. */
  compared: boolean;
  /** How far that run is; null when it is over, or nobody has asked for it. */
  comparing: JobProgress | null;
  checklist: CheckedItem[];
  sealable: boolean;
  /** Until when it is reserved, for whom, and whether that is soon. */
  claim: { mine: boolean; until: string; endsSoon: boolean } | null;
  /** Since when its owner asks for an audit; null while nobody does. */
  auditAskedAt: string | null;
  /** The agent that its upload names, and whether the upload proved it. */
  agent: { name: string; proven: boolean } | null;
  /** How it is listed now. */
  auditState: AuditState;
  /** The largest deposit that backs it, decimal string. */
  bondLamports: string | null;
  /** What this verifier has signed about exactly this package. */
  signed: {
    auditId: string;
    verdict: string;
    scope: string;
    signature: string;
    issuedAt: string;
    /** A challenge opened by it waits for an administrator. */
    challengeOpen: boolean;
    /** It was a seal, and is none any more: it expired, or a challenge was upheld. */
    ended: boolean;
  } | null;
}

/** From here on the reader is warned that the reservation ends. */
const ENDS_SOON_MS = 20 * 60_000;

/**
 * What a verifier reads before signing: every file against the version audited last, findings, access, examples on both
 * and the checklist. Throws VERIFIER_REQUIRED or VERSION_NOT_FOUND.
 */
export async function getReview(
  accountId: string,
  versionId: string,
  { file, clock = systemClock }: { file?: string | undefined; clock?: Clock } = {},
): Promise<ReviewView> {
  const now = clock.now();
  const [verifier, subject, material] = await Promise.all([
    findVerifierOfAccount(database(), accountId),
    findAuditSubject(database(), versionId),
    findReviewMaterial(database(), versionId),
  ]);
  if (!verifier) throw new DomainError("VERIFIER_REQUIRED", "Only enrolled verifiers review versions.");
  if (!subject?.published || !material)
    throw new DomainError("VERSION_NOT_FOUND", "There is no such published version.");
  const audited = await findLastAudited(database(), versionId, now);
  const baseId = audited ?? material.previousVersionId;
  const [base, claim, marks, reported, decisions, signed, auditState] = await Promise.all([
    baseId === null ? null : findBase(database(), baseId),
    findClaim(database(), versionId, now),
    listMarks(database(), versionId, verifier.id),
    listFindings(database(), versionId),
    listDecisions(database(), versionId, verifier.id),
    findOwnAudit(database(), { ...subject, verifierId: verifier.id }),
    findSkillAuditState(database(), versionId, now),
  ]);
  const [before, after, comparisons, progress] = await Promise.all([
    base ? filesOf(base) : [],
    filesOf(material),
    base ? listComparisons(database(), versionId, base.id) : [],
    findVersionJobs([versionId], clock),
  ]);
  const files = compareFiles(before, after);
  const shown =
    files.find(({ path }) => path === file) ?? files.find(({ status }) => status !== "same") ?? files[0];
  const manifest = material.manifest as unknown as SkillManifest;
  const findings = withDecisions(reported, decisions);
  const differences = (material.differences ?? []) as unknown as Difference[];
  const { requirements } = manifest;
  const checklist = checkList(
    {
      findings,
      differences,
      versionChange: subject.versionChange,
      replays: material.exampleReplays.map(({ state }) => state),
      examplesTotal: material.examplesTotal,
      dependencies: [...requirements.python, ...requirements.node, ...requirements.other],
    },
    new Set(marks),
  );
  return {
    versionId,
    slug: subject.slug,
    version: subject.version,
    duty: auditDuty(subject.versionChange, subject.requiredBump),
    packageDigest: subject.packageDigest,
    publisher: material.skill.owner?.username ?? null,
    versions: material.skill._count.versions,
    verifierAddress: verifier.address,
    own: isOwnWork(verifier, subject),
    base: base && { version: base.version, audited: audited !== null },
    files,
    shown: shown ? { path: shown.path, lines: diffFile(before, after, shown.path) } : null,
    findings,
    differences,
    access: {
      before: base ? statedPermissions(base.manifest as unknown as SkillManifest) : null,
      after: statedPermissions(manifest),
      undeclared: {
        counts: countUndeclared(findings),
        findings: findings.filter((each) => undeclaredAccess(each) !== null),
      },
    },
    examples: toExamples(material, comparisons),
    compared: comparisons.length > 0,
    comparing: progress("compare_replays", versionId),
    checklist,
    sealable: isDone(checklist),
    claim: claim && {
      mine: claim.verifierId === verifier.id,
      until: claim.expiresAt.toISOString(),
      endsSoon: claim.expiresAt.getTime() - now.getTime() < ENDS_SOON_MS,
    },
    auditAskedAt: subject.auditAskedAt?.toISOString() ?? null,
    agent: agentOf(material.authorAgent),
    auditState: auditState ?? "Unverified",
    bondLamports: highestBond(material.bonds),
    signed: signed && {
      auditId: signed.id,
      verdict: signed.verdict,
      scope: signed.scope,
      signature: signed.signature,
      issuedAt: signed.issuedAt.toISOString(),
      challengeOpen: signed.challenge?.state === "open",
      // By an enrolled verifier over this very package: while it counts, the version is Audited.
      ended: signed.verdict === "seal" && auditState !== "Audited",
    },
  };
}

async function filesOf({ archiveDigest, packageDigest }: { archiveDigest: string; packageDigest: string }) {
  return (await loadPackage(archiveDigest, packageDigest)).files;
}

function agentOf(authorAgent: unknown): ReviewView["agent"] {
  const agent = authorAgent as { name?: unknown; proven?: unknown } | null;
  return typeof agent?.name === "string" ? { name: agent.name, proven: agent.proven === true } : null;
}

function highestBond(bonds: readonly { amountLamports: bigint; requiredLamports: bigint }[]): string | null {
  const counting = bonds.filter((bond) => bond.amountLamports >= bond.requiredLamports);
  const highest = counting.reduce((most, { amountLamports: next }) => (next > most ? next : most), 0n);
  return highest === 0n ? null : highest.toString();
}

interface Replayed {
  examples: unknown;
  exampleReplays: { position: number; state: string; wallMs: number | null }[];
}

function toExamples(
  { examples, exampleReplays }: Replayed,
  comparisons: readonly ComparisonRow[],
): ReviewExample[] {
  return (examples as { name?: string }[]).map((example, position) => {
    const [replay, compared] = [at(exampleReplays, position), at(comparisons, position)];
    return {
      name: example.name ?? String(position + 1),
      before: compared?.beforeState ?? null,
      after: compared?.afterState ?? replay?.state ?? null,
      beforeMs: compared?.beforeMs ?? null,
      afterMs: compared ? compared.afterMs : (replay?.wallMs ?? null),
      outputs: OUTPUTS.find((each) => each === compared?.outputs) ?? null,
      beforeText: compared?.beforeText ?? null,
      afterText: compared?.afterText ?? null,
    };
  });
}

const OUTPUTS = ["equal", "same_shape", "different"] as const;

const at = <Row extends { position: number }>(rows: readonly Row[], position: number) =>
  rows.find((row) => row.position === position);
