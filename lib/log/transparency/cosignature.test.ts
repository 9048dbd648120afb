import { createHash, generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { openCheckpoint, signCheckpoint } from "@/lib/log/transparency/checkpoint";
import { findCosignature, parseWitnessKey } from "@/lib/log/transparency/cosignature";

const market = generateKeyPairSync("ed25519");
const keyId = addressOfKey(market.publicKey);
const witness = generateKeyPairSync("ed25519");
const SECONDS = 1_795_219_200n;
const NAME = "witness.example/w1";

const rawKey = witness.publicKey.export({ type: "spki", format: "der" }).subarray(-32);
const typed = Buffer.concat([Buffer.from([4]), rawKey]);
const keyHash = createHash("sha256").update(`${NAME}\n`).update(typed).digest().subarray(0, 4);
const verifierKey = `${NAME}+${keyHash.toString("hex")}+${typed.toString("base64")}`;

const note = signCheckpoint(
  { origin: "market.example/log", size: 7, root: Buffer.alloc(32, 9) },
  { privateKey: market.privateKey, keyId },
);

function cosign(seconds = SECONDS): string {
  const text = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(seconds);
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), witness.privateKey);
  return `${note}— ${NAME} ${Buffer.concat([keyHash, time, signature]).toString("base64")}\n`;
}

test("a cosigned checkpoint opens for the market's key and for its witness, who says when", () => {
  const known = parseWitnessKey(verifierKey);
  if (!known) throw new Error("the key is not read");
  const cosigned = cosign();
  expect(openCheckpoint(cosigned, keyId)).toMatchObject({ size: 7 });
  expect(findCosignature(cosigned, known)?.toISOString()).toBe(
    new Date(Number(SECONDS) * 1000).toISOString(),
  );
  expect(findCosignature(note, known)).toBeNull();
  expect(findCosignature(cosigned.replace("\n7\n", "\n8\n"), known)).toBeNull();
  expect(findCosignature(cosigned.replace(NAME, "witness.example/w2"), known)).toBeNull();
});

test("a key of another kind, with another hash or name is no witness", () => {
  for (const wrong of [
    "",
    verifierKey.replace("witness", "witless"),
    verifierKey.replace(/\+[0-9a-f]{8}\+/, "+00000000+"),
    `${NAME}+${keyHash.toString("hex")}+${Buffer.concat([Buffer.from([1]), rawKey]).toString("base64")}`,
  ])
    expect(parseWitnessKey(wrong)).toBeNull();
});

test("whatever is not a cosignature is none and throws nothing", () => {
  const known = parseWitnessKey(verifierKey);
  if (!known) throw new Error("the key is not read");
  fc.assert(
    fc.property(fc.string(), (text) => findCosignature(`${note}— ${NAME} ${text}\n`, known) === null),
  );
});
