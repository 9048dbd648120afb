import type { KeyObject } from "node:crypto";
import { z } from "zod";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import { IN_TOTO_STATEMENT, openStatement, signStatement } from "@/lib/log/attestation/statement";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { policySchema, type Policy } from "@/lib/vetting/policy/policy";

const PREDICATE_TYPE = "urn:emporion:account-policy:v1";
const name = z.string().min(1).max(64);

/**
 * What the market signs of an account's policy: an in-toto statement (v1) whose subject is the policy, by the digest of
 * its canonical JSON.
 *
 * | member                 | what it is                                                     |
 * | ---------------------- | -------------------------------------------------------------- |
 * | `predicate.account`    | id and user name of the account                                |
 * | `predicate.number`     | counts the policies of the account; 0 while it never set one   |
 * | `predicate.policy`     | the policy, as `docs/schemas/policy-1.json` describes it     |
 * | `predicate.setAt`      | when the account set it; null for number 0                     |
 * | `predicate.issuedAt`   | when this was signed                                           |
 */
const policyStatement = z.strictObject({
  _type: z.literal(IN_TOTO_STATEMENT),
  subject: z.tuple([
    z.strictObject({
      name: z.string().max(200),
      digest: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    }),
  ]),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.strictObject({
    account: z.strictObject({ id: name, name }),
    number: z.int().min(0),
    policy: policySchema,
    setAt: z.iso.datetime().nullable(),
    issuedAt: z.iso.datetime(),
  }),
});

/** The policy of an account at one moment. */
export type SignedPolicy = z.infer<typeof policyStatement>["predicate"];

const digestOf = (policy: Policy) => digestJson(policy as unknown as JsonValue).replace(/^sha256:/, "");

/** Signs the policy of an account with the market's key. */
export function signPolicy(
  predicate: SignedPolicy,
  key: { privateKey: KeyObject; keyId: string },
): DsseEnvelope {
  const statement: z.input<typeof policyStatement> = {
    _type: IN_TOTO_STATEMENT,
    subject: [
      { name: `account/${predicate.account.id}/policy`, digest: { sha256: digestOf(predicate.policy) } },
    ],
    predicateType: PREDICATE_TYPE,
    predicate,
  };
  return signStatement(policyStatement, statement, key);
}

/**
 * The policy in an envelope that `keyId` signed, without asking anybody; null for anything else: another key, another
 * statement, a form that is not canonical, another policy than the subject names.
 */
export function openPolicy(envelope: unknown, keyId: string): SignedPolicy | null {
  const statement = openStatement(policyStatement, envelope, keyId);
  if (statement === null) return null;
  const [subject] = statement.subject;
  return subject.digest.sha256 === digestOf(statement.predicate.policy) ? statement.predicate : null;
}
