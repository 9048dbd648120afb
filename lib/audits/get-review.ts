import { isOwnWork } from "@/lib/audits/assert-may-audit";
import { findAuditSubject, findReviewMaterial, findVerifierOfAccount } from "@/lib/audits/repository";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { AccessView, FindingView, PackageFileRow } from "@/lib/registry/views";

export interface ReviewView {
  versionId: string;
  slug: string;
  version: string;
  versionChange: string;
  requiredBump: string | null;
  packageDigest: string;
  verifierAddress: string;
  own: boolean;
  files: PackageFileRow[];
  findings: FindingView[];
  access: AccessView;
}

/** What a verifier reads before signing. Throws VERIFIER_REQUIRED or VERSION_NOT_FOUND. */
export async function getReview(accountId: string, versionId: string): Promise<ReviewView> {
  const [verifier, subject, material] = await Promise.all([
    findVerifierOfAccount(database(), accountId),
    findAuditSubject(database(), versionId),
    findReviewMaterial(database(), versionId),
  ]);
  if (!verifier) throw new DomainError("VERIFIER_REQUIRED", "Only enrolled verifiers review versions.");
  if (!subject?.published || !material)
    throw new DomainError("VERSION_NOT_FOUND", "There is no such published version.");
  const { permissions } = material.manifest as unknown as { permissions: AccessView };
  return {
    versionId,
    slug: subject.slug,
    version: subject.version,
    versionChange: subject.versionChange,
    requiredBump: subject.requiredBump,
    packageDigest: subject.packageDigest,
    verifierAddress: verifier.address,
    own: isOwnWork(verifier, subject),
    files: material.files,
    findings: (material.vettingJobs[0]?.findings ?? []) as FindingView[],
    access: permissions,
  };
}
