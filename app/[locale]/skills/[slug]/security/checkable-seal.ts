import type { CheckableSeal } from "@/components/skill/install/verify-steps";
import type { SkillDetail } from "@/lib/registry/views";
import { findAddressBytes } from "@/lib/chain/solana/address";

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key. */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** The newest seal that counts and covers this very package; a carried one covers another and is checked there. */
export function checkableSeal(skill: SkillDetail): CheckableSeal | null {
  const seal = skill.seals.find(
    ({ counts, packageDigest }) => counts && packageDigest === skill.packageDigest,
  );
  const key = seal === undefined ? null : findAddressBytes(seal.verifierAddress);
  if (seal === undefined || !key) return null;
  const der = Buffer.concat([SPKI_PREFIX, key]).toString("base64");
  return { seal, verifierPem: `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----` };
}
