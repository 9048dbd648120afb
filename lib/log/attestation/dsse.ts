import { sign, type KeyObject } from "node:crypto";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";

/** The media type of in-toto statements, the only payload this product signs. */
export const IN_TOTO_PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** A DSSE v1 envelope: signatures over the payload and its type, not over their JSON. */
export interface DsseEnvelope {
  /** Base64 of the signed bytes. */
  payload: string;
  payloadType: string;
  /** `keyid` is a hint (here a Solana address); only the key the verifier brings along counts. */
  signatures: { keyid: string; sig: string }[];
}

const MAX_PAYLOAD_CHARACTERS = 1_000_000;
const MAX_SIGNATURES = 16;
const SIGNATURE_CHARACTERS = 88; // base64 of 64 bytes
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * The bytes that are signed: `DSSEv1 <length> <type> <length> <payload>` (DSSE protocol, "PAE"). They are neither a
 * Solana transaction nor a sign-in text, so a wallet's signature over them is good for nothing else.
 */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const header = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(header), payload]);
}

/** Signs a payload with an Ed25519 private key. */
export function signEnvelope(
  payload: Uint8Array,
  { payloadType, key, keyId }: { payloadType: string; key: KeyObject; keyId: string },
): DsseEnvelope {
  const signature = sign(null, preAuthEncoding(payloadType, payload), key);
  return sealEnvelope(payload, { payloadType, signature, keyId });
}

/** Puts a signature made elsewhere, by a wallet over `preAuthEncoding`, into an envelope. */
export function sealEnvelope(
  payload: Uint8Array,
  { payloadType, signature, keyId }: { payloadType: string; signature: Uint8Array; keyId: string },
): DsseEnvelope {
  return {
    payload: Buffer.from(payload).toString("base64"),
    payloadType,
    signatures: [{ keyid: keyId, sig: Buffer.from(signature).toString("base64") }],
  };
}

/**
 * The payload of an envelope that carries a valid signature of `publicKey` (a base58 address or 32 bytes) and has the
 * expected type, or null. Takes anything: an envelope comes from outside.
 */
export function openEnvelope(
  envelope: unknown,
  { payloadType, publicKey }: { payloadType: string; publicKey: string | Uint8Array },
): Buffer | null {
  if (!isEnvelope(envelope) || envelope.payloadType !== payloadType) return null;
  const payload = Buffer.from(envelope.payload, "base64");
  const signed = preAuthEncoding(payloadType, payload);
  const valid = envelope.signatures.some(({ sig }) =>
    verifyEd25519(publicKey, signed, Buffer.from(sig, "base64")),
  );
  return valid ? payload : null;
}

/** True for a well-formed envelope of reasonable size; says nothing about its signatures. */
export function isEnvelope(value: unknown): value is DsseEnvelope {
  if (!isRecord(value)) return false;
  const { payload, payloadType, signatures } = value;
  return (
    isBase64(payload, MAX_PAYLOAD_CHARACTERS) &&
    typeof payloadType === "string" &&
    Array.isArray(signatures) &&
    signatures.length > 0 &&
    signatures.length <= MAX_SIGNATURES &&
    signatures.every(isEnvelopeSignature)
  );
}

function isEnvelopeSignature(value: unknown): boolean {
  return (
    isRecord(value) && typeof value["keyid"] === "string" && isBase64(value["sig"], SIGNATURE_CHARACTERS)
  );
}

function isBase64(value: unknown, maxCharacters: number): value is string {
  return typeof value === "string" && value.length <= maxCharacters && BASE64.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
