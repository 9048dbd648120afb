import { assertMayRead, isOwnWork, verifierRequired } from "@/lib/audits/verifiers";
import type { AuditScope } from "@/lib/audits/audit-statement";
import {
  type AuditDuty,
  compareWithBase,
  unlessTooCostly,
  findCover,
  type Cover,
} from "@/lib/audits/audit-duty";
import { findListedAudit } from "@/lib/audits/challenges-repository";
import { findAuditSubject } from "@/lib/audits/audits-repository";
import { checkList, isDone, type CheckedItem } from "@/lib/audits/review/checklist";
import { compareFiles, diffPart, type ComparedFile } from "@/lib/audits/review/compare-packages";
import { seenKey, seenMark } from "@/lib/audits/review/covered-files";
import type { DiffLine } from "@/lib/audits/review/text-diff";
import {
  findBase,
  findReservation,
  findOwnAudit,
  findReviewMaterial,
  listComparisons,
  listMarks,
  type ComparisonRow,
  listDecisions,
  listFindings,
} from "@/lib/audits/review/review-repository";
import { withDecisions, type ReviewedFinding } from "@/lib/audits/review/reviewed-findings";
import { findVerifierOfAccount } from "@/lib/audits/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findVersionJobs, type JobProgress } from "@/lib/platform/jobs/queue";
import { assertNotClosed, noSuchVersion } from "@/lib/registry/versions/find-version";
import type { Difference } from "@/lib/registry/differences/difference";
import type { AccessView, AuditMark, AuditState } from "@/lib/registry/views";
import { loadPackage } from "@/lib/platform/blobs/load-package";
import type { PackageFile } from "@/lib/package";
import { policyOf, statedAccess, type SkillManifest } from "@/lib/skill-format";
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

/** A file of the version under review, against the version it is read against. */
export interface ReviewFile extends ComparedFile {
  sizeBytes: number;
  /** Digests, 64 hexadecimal digits: as it is, and as it was. */
  sha256: string | null;
  baseSha256: string | null;
  isExecutable: boolean | null;
  wasExecutable: boolean | null;
  /** A seal would say that this was read. */
  covered: boolean;
  /** To mark it as seen. */
  key: string;
  seen: boolean;
}

export interface ReviewView {
  versionId: string;
  slug: string;
  version: string;
  duty: AuditDuty;
  /** What a seal would say was read. */
  scope: AuditScope;
  packageDigest: string;
  /** Its files are not public: what is signed says that they were read under confidentiality. */
  confidential: boolean;
  publisher: string | null;
  versions: number;
  verifierAddress: string;
  own: boolean;
  /** The last version before it whose own seal is in force, which it is compared with; null without one. */
  base: { version: string; packageDigest: string } | null;
  files: ReviewFile[];
  /** One part of a file, from 1; the parts after the first of a long one are shown as they are. */
  shown: { path: string; lines: DiffLine[] | null; part: number; parts: number } | null;
  findings: ReviewedFinding[];
  /** Against the base. */
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
  /** How it is listed now, and what that says when it is Audited. */
  auditState: AuditState;
  audit: AuditMark | null;
  /** The largest deposit that backs it, decimal string. */
  bondLamports: string | null;
  /** What this verifier has signed about exactly this package. */
  signed: {
    auditId: string;
    verdict: string;
    /** The version whose difference was read; null where every file was. */
    baseVersion: string | null;
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
 * What a verifier reads before signing: every file that a seal would cover, against the last sealed version if there is
 * one, findings, access, examples on both and the checklist. Throws VERIFIER_REQUIRED, VERSION_NOT_FOUND, VERSION_CLOSED,
 * and AUDIT_NOT_ALLOWED where the files are not theirs to read.
 */
export async function getReview(
  accountId: string,
  versionId: string,
  { file, part = 1, clock = systemClock }: { file?: string | undefined; part?: number; clock?: Clock } = {},
): Promise<ReviewView> {
  const now = clock.now();
  const [verifier, subject, material] = await Promise.all([
    findVerifierOfAccount(database(), accountId),
    findAuditSubject(database(), versionId),
    findReviewMaterial(database(), versionId),
  ]);
  if (!verifier) throw verifierRequired();
  if (!subject?.published || !material) throw noSuchVersion();
  await assertMayRead(database(), accountId, subject);
  await assertNotClosed(versionId);
  const cover = await findCover(database(), versionId, now);
  const baseId = cover.base?.versionId ?? null;
  const [base, claim, marks, reported, decisions, signed, listed] = await Promise.all([
    baseId === null ? null : findBase(database(), baseId),
    findReservation(database(), versionId, now),
    listMarks(database(), versionId, verifier.id),
    listFindings(database(), versionId),
    listDecisions(database(), versionId, verifier.id),
    findOwnAudit(database(), { ...subject, verifierId: verifier.id }),
    findListedAudit(database(), versionId, now),
  ]);
  const [before, after, comparisons, progress] = await Promise.all([
    base ? filesOf(base) : [],
    filesOf(material),
    base ? listComparisons(database(), versionId, base.id) : [],
    findVersionJobs([versionId], clock),
  ]);
  const marked = new Set(marks);
  const files = listFiles(cover, { before, after, marked });
  const shown =
    files.find(({ path }) => path === file) ??
    files.find((each) => each.covered && !each.seen) ??
    files.find(({ covered }) => covered) ??
    files[0];
  const manifest = material.manifest as unknown as SkillManifest;
  const findings = withDecisions(reported, decisions);
  const stored = (material.differences ?? []) as unknown as Difference[];
  const differences =
    baseId === null || baseId === material.previousVersionId
      ? stored
      : await compareWithBase(database(), versionId, baseId)
          .catch(unlessTooCostly)
          .then((found) => found ?? []);
  const { requirements } = manifest;
  const covered = files.filter((each) => each.covered);
  const checklist = checkList(
    {
      files: { covered: covered.length, seen: covered.filter(({ seen }) => seen).length },
      findings,
      differences: stored,
      versionChange: material.versionChange,
      replays: material.exampleReplays.map(({ state }) => state),
      examplesTotal: material.examplesTotal,
      dependencies: [...requirements.python, ...requirements.node, ...requirements.other],
      policy: policyOf(manifest),
    },
    marked,
  );
  return {
    versionId,
    slug: subject.slug,
    version: subject.version,
    duty: cover.duty,
    scope: cover.scope,
    packageDigest: subject.packageDigest,
    confidential: subject.access !== "public",
    publisher: material.skill.owner?.username ?? null,
    versions: material.skill._count.versions,
    verifierAddress: verifier.address,
    own: isOwnWork(verifier, subject),
    base: base && { version: base.version, packageDigest: base.packageDigest },
    files,
    shown: shown ? { path: shown.path, ...diffPart(before, after, { path: shown.path, part }) } : null,
    findings,
    differences,
    access: {
      before: base ? statedAccess(base.manifest as unknown as SkillManifest) : null,
      after: statedAccess(manifest),
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
    auditState: listed?.auditState ?? "Unverified",
    audit: listed?.audit ?? null,
    bondLamports: highestBond(material.bonds),
    signed: signed && {
      auditId: signed.id,
      verdict: signed.verdict,
      baseVersion: signed.baseVersion,
      signature: signed.signature,
      issuedAt: signed.issuedAt.toISOString(),
      challengeOpen: signed.challenge?.state === "open",
      // By an enrolled verifier over this very package: while it counts, the version is Audited.
      ended: signed.verdict === "seal" && listed?.auditState !== "Audited",
    },
  };
}

function listFiles(
  { pairs, covered }: Cover,
  {
    before,
    after,
    marked,
  }: { before: readonly PackageFile[]; after: readonly PackageFile[]; marked: ReadonlySet<string> },
): ReviewFile[] {
  const inSeal = new Set(covered);
  const compared = new Map(compareFiles(before, after).map((file) => [file.path, file]));
  const [wasBytes, isBytes] = [sizesOf(before), sizesOf(after)];
  return pairs.flatMap((pair) => {
    const { path, status, before: was, after: is } = pair;
    const file = compared.get(path);
    if (!file) return [];
    const [oldSize, size] = [wasBytes.get(path) ?? 0, isBytes.get(path)];
    const key = seenKey(pair);
    return {
      ...file,
      status,
      sizeBytes: size ?? oldSize,
      sha256: is?.sha256 ?? null,
      baseSha256: was?.sha256 ?? null,
      isExecutable: is?.isExecutable ?? null,
      wasExecutable: was?.isExecutable ?? null,
      covered: inSeal.has(pair),
      key,
      seen: marked.has(seenMark(key)),
    };
  });
}

const sizesOf = (files: readonly PackageFile[]) =>
  new Map(files.map(({ path, bytes }) => [path, bytes.length]));

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
