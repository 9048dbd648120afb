import { IN_TOTO_PAYLOAD_TYPE, openEnvelope } from "@/lib/attestation/dsse";
import { auditStatement, type AuditStatement } from "@/lib/audits/audit-statement";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";

export type SealVerdict =
  | { ok: true; statement: AuditStatement }
  | {
      ok: false;
      reason:
        | "signature_invalid"
        | "not_a_statement"
        | "not_canonical"
        | "another_package"
        | "other_executables"
        | "another_signer"
        | "expired";
    };

/**
 * Verifies a seal without asking anybody: the verifier's signature, that the statement names this verifier and this
 * very package, and its term. Whether the verifier is enrolled, and has revoked nothing, is for the market to say.
 * `packageDigest` is `sha256:<hex>` of the package at hand, and `executablesDigest` that of the list of its files that
 * may be run: null where that is not known, and it is compared only where the statement has one.
 */
export function verifySeal(
  envelope: unknown,
  expected: { verifierAddress: string; packageDigest: string; executablesDigest?: string | null; now: Date },
): SealVerdict {
  const payload = openEnvelope(envelope, {
    payloadType: IN_TOTO_PAYLOAD_TYPE,
    publicKey: expected.verifierAddress,
  });
  if (!payload) return { ok: false, reason: "signature_invalid" };
  const text = payload.toString("utf8");
  const statement = parseStatement(text);
  if (!statement) return { ok: false, reason: "not_a_statement" };
  if (toCanonicalJson(statement) !== text) return { ok: false, reason: "not_canonical" };
  const { verifier, expiresAt, executablesDigest: signed } = statement.predicate;
  if (verifier !== expected.verifierAddress) return { ok: false, reason: "another_signer" };
  if (`sha256:${statement.subject[0].digest.sha256}` !== expected.packageDigest)
    return { ok: false, reason: "another_package" };
  const { executablesDigest: found = null } = expected;
  if (signed !== undefined && found !== null && signed !== found)
    return { ok: false, reason: "other_executables" };
  if (new Date(expiresAt) <= expected.now) return { ok: false, reason: "expired" };
  return { ok: true, statement };
}

/** The statement in a text, or null when it is none. */
export function parseStatement(text: string): AuditStatement | null {
  try {
    return auditStatement.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
