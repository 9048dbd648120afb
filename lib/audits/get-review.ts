import { isOwnWork } from "@/lib/audits/assert-may-audit";
import { auditDuty, type AuditDuty } from "@/lib/audits/audit-duty";
import { findAuditSubject, findVerifierOfAccount } from "@/lib/audits/repository";
import { checkList, isDone, type CheckedItem } from "@/lib/audits/review/checklist";
import { compareFiles, diffFile, type ReviewFile } from "@/lib/audits/review/compare-packages";
import type { DiffLine } from "@/lib/audits/review/line-diff";
import {
  findBase,
  findClaim,
  findLastAudited,
  findReviewMaterial,
  listMarks,
} from "@/lib/audits/review/repository";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { AccessView, Difference, FindingView } from "@/lib/registry/views";
import { loadPackage } from "@/lib/running/load-package";
import type { SkillManifest } from "@/lib/skill-format";

export interface ReviewExample {
  name: string;
  before: string | null;
  after: string | null;
  beforeMs: number | null;
  afterMs: number | null;
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
  findings: FindingView[];
  differences: Difference[];
  access: { before: AccessView | null; after: AccessView; undeclared: string[] };
  examples: ReviewExample[];
  checklist: CheckedItem[];
  sealable: boolean;
  /** Until when it is reserved, and for whom. */
  claim: { mine: boolean; until: string } | null;
}

/**
 * What a verifier reads before signing: every file against the version audited last, findings, access, examples on both and
 * the checklist. Throws VERIFIER_REQUIRED or VERSION_NOT_FOUND.
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
  const [base, claim, marks] = await Promise.all([
    baseId === null ? null : findBase(database(), baseId),
    findClaim(database(), versionId, now),
    listMarks(database(), versionId, verifier.id),
  ]);
  const [before, after] = await Promise.all([base ? filesOf(base) : [], filesOf(material)]);
  const files = compareFiles(before, after);
  const shown =
    files.find(({ path }) => path === file) ?? files.find(({ status }) => status !== "same") ?? files[0];
  const manifest = material.manifest as unknown as SkillManifest;
  const findings = (material.vettingJobs[0]?.findings ?? []) as FindingView[];
  const differences = (material.differences ?? []) as unknown as Difference[];
  const { requirements } = manifest;
  const checklist = checkList(
    {
      findings,
      differences,
      versionChange: subject.versionChange,
      examplesTotal: material.examplesTotal,
      examplesProven: material.examplesProven,
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
      before: base ? (base.manifest as unknown as SkillManifest).permissions : null,
      after: manifest.permissions,
      undeclared: findings.filter(({ code }) => code.includes("undeclared")).map(({ message }) => message),
    },
    examples: toExamples(material, base),
    checklist,
    sealable: isDone(checklist),
    claim: claim && { mine: claim.verifierId === verifier.id, until: claim.expiresAt.toISOString() },
  };
}

async function filesOf({ archiveDigest, packageDigest }: { archiveDigest: string; packageDigest: string }) {
  return (await loadPackage(archiveDigest, packageDigest)).files;
}

interface Replayed {
  exampleReplays: { position: number; state: string; wallMs: number | null }[];
}

function toExamples({ examples, exampleReplays }: Replayed & { examples: unknown }, base: Replayed | null) {
  const at = (replays: Replayed["exampleReplays"], position: number) =>
    replays.find((replay) => replay.position === position);
  return (examples as { name?: string }[]).map((example, position): ReviewExample => {
    const [old, next] = [base && at(base.exampleReplays, position), at(exampleReplays, position)];
    return {
      name: example.name ?? String(position + 1),
      before: old?.state ?? null,
      after: next?.state ?? null,
      beforeMs: old?.wallMs ?? null,
      afterMs: next?.wallMs ?? null,
    };
  });
}
