import type { AuditState } from "@/lib/registry/views";

/** What is known of one signed audit and of the verifier who signed it. */
export interface SealFacts {
  verdict: string;
  packageDigest: string;
  /** Digest of the version the audit names, as stored. */
  versionDigest: string;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  verifierRevokedAt: Date | null;
  /** When a challenge of the version the audit names was last upheld. */
  upheldAt: Date | null;
}

export interface BondFacts {
  state: string;
  amountLamports: bigint;
  requiredLamports: bigint;
  /** A challenge of the version was upheld. */
  upheld?: boolean;
}

/**
 * True while an audit seals the version it names: a `seal` over the digest that version still has, neither expired
 * nor revoked, by a verifier who was enrolled when signing, and no challenge was upheld since. Nothing else makes a version Audited.
 */
export function sealCounts(seal: SealFacts, now: Date): boolean {
  return (
    seal.verdict === "seal" &&
    seal.packageDigest === seal.versionDigest &&
    seal.revokedAt === null &&
    seal.expiresAt > now &&
    (seal.verifierRevokedAt === null || seal.verifierRevokedAt > seal.issuedAt) &&
    (seal.upheldAt === null || seal.upheldAt < seal.issuedAt)
  );
}

/** True while a bond backs its version: seen locked on chain with at least what is required. */
function bondCounts(bond: BondFacts): boolean {
  return bond.upheld !== true && bond.state === "locked" && bond.amountLamports >= bond.requiredLamports;
}

/**
 * The audit state of a version, derived and never stored. `seals` are those of the version itself and of the
 * version whose audit it carries; `bonds` are its own. A seal outweighs a bond.
 */
export function auditState(
  { seals, bonds }: { seals: readonly SealFacts[]; bonds: readonly BondFacts[] },
  now: Date,
): AuditState {
  if (seals.some((seal) => sealCounts(seal, now))) return "Audited";
  return bonds.some(bondCounts) ? "Optimistic" : "Unverified";
}
