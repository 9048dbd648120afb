import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import bs58 from "bs58";

/** A person with a wallet of their own. */
export interface Person {
  seedHex: string;
  address: string;
  key: KeyObject;
}

const PKCS8_PREFIX = "302e020100300506032b657004220420";

/** The person of this name: the same name is the same key, within one run of the market. */
export function person(name: string): Person {
  const seedHex = createHash("sha256").update(`e2e ${name}`).digest("hex");
  const key = createPrivateKey({
    key: Buffer.from(PKCS8_PREFIX + seedHex, "hex"),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return { seedHex, address: bs58.encode(spki.subarray(-32)), key };
}
