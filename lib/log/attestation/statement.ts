import type { KeyObject } from "node:crypto";
import type { z } from "zod";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import {
  IN_TOTO_PAYLOAD_TYPE,
  openEnvelope,
  signEnvelope,
  type DsseEnvelope,
} from "@/lib/log/attestation/dsse";
import { parseJson } from "@/lib/kernel/json/parse-json";

/** `_type` of an in-toto statement (v1). */
export const IN_TOTO_STATEMENT = "https://in-toto.io/Statement/v1";

/** Signs an in-toto statement in its canonical form. Throws where it is not as `schema` says. */
export function signStatement<S extends z.ZodType>(
  schema: S,
  statement: z.input<S>,
  { privateKey, keyId }: { privateKey: KeyObject; keyId: string },
): DsseEnvelope {
  const payload = Buffer.from(toCanonicalJson(schema.parse(statement) as never));
  return signEnvelope(payload, { payloadType: IN_TOTO_PAYLOAD_TYPE, key: privateKey, keyId });
}

/**
 * The statement in an envelope that `keyId` signed, without asking anybody; null for anything else: another key, another
 * statement than `schema` describes, a form that is not canonical.
 */
export function openStatement<S extends z.ZodType>(
  schema: S,
  envelope: unknown,
  keyId: string,
): z.output<S> | null {
  const payload = openEnvelope(envelope, { payloadType: IN_TOTO_PAYLOAD_TYPE, publicKey: keyId });
  if (payload === null) return null;
  const text = payload.toString("utf8");
  const read = schema.safeParse(parseJson(text));
  return read.success && toCanonicalJson(read.data) === text ? read.data : null;
}
