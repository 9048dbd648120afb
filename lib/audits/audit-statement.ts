import { z } from "zod";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { IN_TOTO_PAYLOAD_TYPE, openEnvelope } from "@/lib/log/attestation/dsse";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const AUDIT_PREDICATE_TYPE = "urn:emporion:skill-audit:v1";
/** What a verifier promises to have done; a changed policy gets a new name. */
export const AUDIT_POLICY = "urn:emporion:audit-policy:v1";

export const VERDICTS = ["seal", "changes_requested", "challenge"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What was read: every file; or what differs from a sealed version, which a patch could do without. */
const SCOPES = ["full", "reduced", "patch"] as const;
export type AuditScope = (typeof SCOPES)[number];

export const MAX_NOTE_CHARACTERS = 2000;

const address = z.string().refine(isSolanaAddress, "expected a base58 address of 32 bytes");
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const time = z.iso.datetime();

/**
 * What a verifier signs: an in-toto statement whose subject is one version's exact package. The nonce makes every
 * statement unique; the genesis hash ties it to one ledger, the expiry ends it.
 */
const auditStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.tuple([
    z.strictObject({
      name: z.string().max(200),
      digest: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    }),
  ]),
  predicateType: z.literal(AUDIT_PREDICATE_TYPE),
  predicate: z.strictObject({
    verdict: z.enum(VERDICTS),
    scope: z.enum(SCOPES),
    /**
     * The sealed version whose difference was read, and the digest of the statement that sealed it; a full audit has
     * none, and older audits do not name it.
     */
    base: z
      .strictObject({ version: z.string().max(200), packageDigest: digest, statementDigest: digest })
      .optional(),
    /** How many files a seal covers, and the digest of their list (lib/audits/review/covered-files); older ones have none. */
    coveredFiles: z.strictObject({ count: z.int().min(0), digest }).optional(),
    /** What a seal rests on: what the verifier says to have done, and what the market found. Older seals do not say. */
    checklist: z
      .strictObject({
        verifier: z.array(z.string().max(40)).max(20),
        market: z.array(z.string().max(40)).max(20),
      })
      .optional(),
    verifier: address,
    policy: z.literal(AUDIT_POLICY),
    /** Digest of the vetting report the verifier had before them. */
    vettingReport: digest.nullable(),
    /**
     * The files were not public when they were read, and the verifier had a right of the owner to read them: nobody else
     * could look. Left out where everybody could, and in older audits.
     */
    confidential: z.literal(true).optional(),
    /**
     * Digest of what the verifier decided about each finding (lib/audits/review/reviewed-findings); older audits
     * have none.
     */
    findingsDigest: digest.optional(),
    /**
     * Digest of the list of the files that may be run (lib/package/executables), which the digest of the package leaves
     * out; older audits have none.
     */
    executablesDigest: digest.optional(),
    note: z.string().max(MAX_NOTE_CHARACTERS).nullable(),
    genesisHash: z.string().max(64),
    nonce: z.string().regex(/^[0-9a-f]{32}$/),
    issuedAt: time,
    expiresAt: time,
  }),
});

export type AuditStatement = z.infer<typeof auditStatement>;

type SealVerdict =
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
