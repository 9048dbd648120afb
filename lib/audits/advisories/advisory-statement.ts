import { z } from "zod";
import { ADVISORY_SEVERITIES } from "@/lib/advisories/kinds";
import { STATEMENT_TYPE } from "@/lib/audits/audit-statement";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

export const ADVISORY_PREDICATE_TYPE = "urn:emporion:skill-advisory:v1";

/** Versions that one advisory may name. */
export const MAX_ADVISED_VERSIONS = 50;
export const MAX_SUMMARY_CHARACTERS = 100;
export const MAX_DETAILS_CHARACTERS = 4_000;
export const MAX_WHAT_TO_DO_CHARACTERS = 500;

/**
 * What a verifier signs of an advisory: an in-toto statement whose subjects are the exact packages. The nonce makes
 * every statement unique; the address of the market ties it to this one.
 */
const advisoryStatement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  subject: z
    .array(
      z.strictObject({
        name: z.string().max(200),
        digest: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
      }),
    )
    .min(1)
    .max(MAX_ADVISED_VERSIONS),
  predicateType: z.literal(ADVISORY_PREDICATE_TYPE),
  predicate: z.strictObject({
    severity: z.enum(ADVISORY_SEVERITIES),
    summary: z.string().max(2 * MAX_SUMMARY_CHARACTERS),
    details: z.string().max(2 * MAX_DETAILS_CHARACTERS),
    whatToDo: z.string().max(2 * MAX_WHAT_TO_DO_CHARACTERS),
    verifier: z.string().refine(isSolanaAddress, "expected a base58 address of 32 bytes"),
    market: z.string().max(500),
    nonce: z.string().regex(/^[0-9a-f]{32}$/),
    issuedAt: z.iso.datetime(),
  }),
});

export type AdvisoryStatement = z.infer<typeof advisoryStatement>;

/** The statement in a text, or null when it is none. */
export function parseAdvisoryStatement(text: string): AdvisoryStatement | null {
  try {
    return advisoryStatement.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
