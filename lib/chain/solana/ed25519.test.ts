import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOfKey, isSmallOrderPoint, verifyEd25519 } from "@/lib/chain/solana/ed25519";

const message = Buffer.from("one message");
const pair = generateKeyPairSync("ed25519");
const address = addressOfKey(pair.publicKey);
const signature = sign(null, message, pair.privateKey);

// Every encoding of a point of small order, with and without its sign bit.
const SMALL_ORDER = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
].flatMap((hex) => {
  const plain = Buffer.from(hex, "hex");
  const signed = Buffer.from(plain);
  signed[31] = (signed[31] ?? 0) | 0x80;
  return [plain, signed];
});

function addGroupOrder(made: Buffer): Buffer {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = made.subarray(32).toReversed();
  const sum = (BigInt(`0x${Buffer.from(s).toString("hex")}`) + order).toString(16).padStart(64, "0");
  return Buffer.concat([made.subarray(0, 32), Buffer.from(sum, "hex").toReversed()]);
}

test("an honest signature verifies by address and not by another key", () => {
  expect(verifyEd25519(address, message, signature)).toBe(true);
  const raw = Keypair.generate();
  expect(verifyEd25519(raw.publicKey.toBytes(), message, signature)).toBe(false);
});

test("one changed bit anywhere in the signature or the message is refused", () => {
  fc.assert(
    fc.property(fc.nat(64 * 8 - 1), (bit) => {
      const changed = Buffer.from(signature);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifyEd25519(address, message, changed)).toBe(false);
    }),
  );
  expect(verifyEd25519(address, Buffer.from("one massage"), signature)).toBe(false);
});

describe("signatures anybody can make for a small-order key", () => {
  const forgeries = Array.from({ length: 8 }, (_, attempt) =>
    SMALL_ORDER.map((commitment) => ({
      message: Buffer.from(`login nonce ${attempt}`),
      signature: Buffer.concat([commitment, Buffer.alloc(32)]),
    })),
  ).flat();

  test.each(SMALL_ORDER.map((key) => [key.toString("hex"), key] as const))("%s is refused", (_hex, key) => {
    for (const forged of forgeries) expect(verifyEd25519(key, forged.message, forged.signature)).toBe(false);
  });

  // Newer releases of OpenSSL refuse them too, so the guard is looked at by itself.
  test("the guard knows each of them, and no honest point", () => {
    expect(SMALL_ORDER.filter((point) => !isSmallOrderPoint(point))).toEqual([]);
    const honest = Array.from({ length: 20 }, () => Keypair.generate().publicKey.toBytes());
    expect(honest.filter(isSmallOrderPoint)).toEqual([]);
    expect(isSmallOrderPoint(signature.subarray(0, 32))).toBe(false);
  });

  test("the System program's address cannot sign in", () => {
    const key = "11111111111111111111111111111111";
    expect(
      verifyEd25519(key, message, Buffer.concat([SMALL_ORDER[2] ?? Buffer.alloc(32), Buffer.alloc(32)])),
    ).toBe(false);
  });
});

describe("each half of the guard stands alone", () => {
  const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
  const identity = Buffer.from(`01${"00".repeat(31)}`, "hex");
  const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes.toReversed()).toString("hex")}`);
  const toBytes = (number: bigint) => Buffer.from(number.toString(16).padStart(64, "0"), "hex").toReversed();
  const sha512 = (...parts: Uint8Array[]) => createHash("sha512").update(Buffer.concat(parts)).digest();
  const signer = Keypair.generate();
  // The secret scalar behind a key (RFC 8032, 5.1.5), reduced so that S stays below the group order.
  const scalarBytes = sha512(signer.secretKey.subarray(0, 32)).subarray(0, 32);
  scalarBytes[0] = (scalarBytes[0] ?? 0) & 0xf8;
  scalarBytes[31] = ((scalarBytes[31] ?? 0) & 0x7f) | 0x40;
  const scalar = toNumber(scalarBytes) % ORDER;

  test("a small-order key with an honest commitment is refused", () => {
    const forged = Buffer.concat([signer.publicKey.toBytes(), toBytes(scalar)]);
    expect(verifyEd25519(identity, message, forged)).toBe(false);
  });

  test("an honest key with a small-order commitment is refused", () => {
    const key = signer.publicKey.toBytes();
    const challenge = toNumber(sha512(identity, key, message)) % ORDER;
    const made = Buffer.concat([identity, toBytes((challenge * scalar) % ORDER)]);
    expect(verifyEd25519(key, message, made)).toBe(false);
  });
});

test("a signature with the group order added to S is refused", () => {
  expect(verifyEd25519(address, message, addGroupOrder(signature))).toBe(false);
});

test("lengths other than 32 and 64 bytes and keys off the curve are false, not an exception", () => {
  expect(verifyEd25519("short", message, signature)).toBe(false);
  expect(verifyEd25519(new Uint8Array(31), message, signature)).toBe(false);
  expect(verifyEd25519(address, message, signature.subarray(1))).toBe(false);
  expect(verifyEd25519(Buffer.alloc(32, 0xf3), message, signature)).toBe(false);
});

test("more keys than the cache holds still verify", () => {
  for (let i = 0; i < 2100; i++)
    verifyEd25519(
      Buffer.alloc(32)
        .fill(i >> 8, 0, 1)
        .fill(i, 1),
      message,
      signature,
    );
  expect(verifyEd25519(address, message, signature)).toBe(true);
});
