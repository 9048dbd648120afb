import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { listKeys } from "@/lib/log/attestation/keys/keys";
import { signJws } from "@/lib/log/attestation/sign-jws";
import { didOf } from "@/lib/payments/rails/x402-extensions";
import { findAddressBytes } from "@/lib/chain/solana/address";
import packageJson from "@/package.json";

/** What A2A calls the version that is spoken here. */
export const A2A_VERSION = "1.0";
export const A2A_PATH = "/a2a";
export const KEYS_PATH = "/.well-known/jwks.json";

/**
 * The card of A2A 1.0 (specification, 4.4.1). It names what can be asked at `/a2a` and nothing more; that the HTTP API
 * and MCP do more is said in words. No member has the value that its type has by default, so the text that is signed
 * is the canonical JSON of the card as it stands (8.4.1).
 */
function agentCard(url: string) {
  return {
    name: "Emporion",
    description: `An open market for AI agent skills. Ask in words what a skill should do; the answer names skills with version, audit, price and address. To read, call, pay for or publish one, use the HTTP API (${url}/openapi.json) or MCP (${url}/mcp).`,
    supportedInterfaces: [
      { url: `${url}${A2A_PATH}`, protocolBinding: "JSONRPC", protocolVersion: A2A_VERSION },
    ],
    provider: { organization: "Emporion", url },
    version: packageJson.version,
    documentationUrl: `${url}/docs/clients`,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "application/json"],
    skills: [
      {
        id: "find-skills",
        name: "Find skills",
        description: "Finds skills of this market by what they do, in English, Chinese or Korean.",
        tags: ["search", "discovery", "skills"],
        examples: ["profile a CSV file", "合同", "회의록"],
      },
    ],
  };
}

/** The card with the signature of the platform's key (JWS, RFC 7515, over RFC 8785). Throws what `assertMaySign` throws. */
export async function signedCard(url: string) {
  const card = agentCard(url);
  const { header, signature } = await signJws(toCanonicalJson(card), (kid) => ({
    typ: "JOSE",
    kid,
    jku: `${url}${KEYS_PATH}`,
  }));
  return { ...card, signatures: [{ protected: header, signature }] };
}

/** Every key that has signed for this market, as a JWK Set (RFC 7517, RFC 8037). */
export async function keySet() {
  const keys = await listKeys();
  return { keys: keys.map(({ keyId }) => ({ ...toJwk(keyId), kid: keyId, alg: "EdDSA", use: "sig" })) };
}

/** The same keys by the name that signed offers and receipts of x402 give them (`did:web`). */
export async function didDocument(url: string) {
  const did = didOf(url);
  const keys = await listKeys();
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
    id: did,
    verificationMethod: keys.map(({ keyId }) => ({
      id: `${did}#${keyId}`,
      type: "JsonWebKey2020",
      controller: did,
      publicKeyJwk: toJwk(keyId),
    })),
    assertionMethod: keys.map(({ keyId }) => `${did}#${keyId}`),
  };
}

const toJwk = (keyId: string) => ({
  kty: "OKP",
  crv: "Ed25519",
  x: Buffer.from(findAddressBytes(keyId) ?? []).toString("base64url"),
});
