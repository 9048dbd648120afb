import { z } from "zod";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const AUDIT_PREDICATE_TYPE = "urn:emporion:skill-audit:v1";
/** What a verifier promises to have done; a changed policy gets a new name. */
export const AUDIT_POLICY = "urn:emporion:audit-policy:v1";

export const VERDICTS = ["seal", "changes_requested", "challenge"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What was read: every file; or what differs from a sealed version, which a patch could do without. */
export const SCOPES = ["full", "reduced", "patch"] as const;
export type AuditScope = (typeof SCOPES)[number];

export const MAX_NOTE_CHARACTERS = 2000;

const address = z.string().refine(isSolanaAddress, "expected a base58 address of 32 bytes");
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const time = z.iso.datetime();

/**
 * What a verifier signs: an in-toto statement whose subject is one version's exact package. The nonce makes every
 * statement unique; the genesis hash ties it to one ledger, the expiry ends it.
 */
export const auditStatement = z.strictObject({
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
