import type { KeyObject } from "node:crypto";
import { z } from "zod";
import {
  IN_TOTO_PAYLOAD_TYPE,
  openEnvelope,
  signEnvelope,
  type DsseEnvelope,
} from "@/lib/log/attestation/dsse";
import { digestJson, toCanonicalJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { policySchema, type Policy } from "@/lib/vetting/policy/policy";

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
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
  _type: z.literal(STATEMENT_TYPE),
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
  { privateKey, keyId }: { privateKey: KeyObject; keyId: string },
): DsseEnvelope {
  const statement = policyStatement.parse({
    _type: STATEMENT_TYPE,
    subject: [
      { name: `account/${predicate.account.id}/policy`, digest: { sha256: digestOf(predicate.policy) } },
    ],
    predicateType: PREDICATE_TYPE,
    predicate,
  });
  const payload = Buffer.from(toCanonicalJson(statement as never));
  return signEnvelope(payload, { payloadType: IN_TOTO_PAYLOAD_TYPE, key: privateKey, keyId });
}

/**
 * The policy in an envelope that `keyId` signed, without asking anybody; null for anything else: another key, another
 * statement, a form that is not canonical, another policy than the subject names.
 */
export function openPolicy(envelope: unknown, keyId: string): SignedPolicy | null {
  const payload = openEnvelope(envelope, { payloadType: IN_TOTO_PAYLOAD_TYPE, publicKey: keyId });
  if (payload === null) return null;
  const text = payload.toString("utf8");
  const statement = policyStatement.safeParse(parseJson(text)).data;
  if (statement === undefined || toCanonicalJson(statement) !== text) return null;
  const [subject] = statement.subject;
  return subject.digest.sha256 === digestOf(statement.predicate.policy) ? statement.predicate : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
