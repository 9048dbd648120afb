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
  scope: string;
  /** Of one that read a difference: whether every seal that it rests on is in force. Null for a full one. */
  baseStands: boolean | null;
}

/**
 * True while an audit seals the version it names: a `seal` over the digest that version still has, neither expired
 * nor revoked, by a verifier who was enrolled when signing, and no challenge was upheld since. If only a difference was
 * read, the seals of the versions it was read against are in force, too. Nothing else makes a version Audited.
 */
export function sealCounts(seal: SealFacts, now: Date): boolean {
  return (
    seal.verdict === "seal" &&
    seal.packageDigest === seal.versionDigest &&
    seal.revokedAt === null &&
    seal.expiresAt > now &&
    (seal.verifierRevokedAt === null || seal.verifierRevokedAt > seal.issuedAt) &&
    (seal.upheldAt === null || seal.upheldAt < seal.issuedAt) &&
    (seal.scope === "full" || seal.baseStands === true)
  );
}
