import { Keypair } from "@solana/web3.js";
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { IN_TOTO_PAYLOAD_TYPE, preAuthEncoding, sealEnvelope } from "@/lib/log/attestation/dsse";
import {
  bytesToSign,
  openSpendingStatement,
  readSpendingStatement,
  sealSpendingStatement,
  writeSpendingStatement,
  type SpendingPredicate,
} from "@/lib/payments/limits/spending-statement";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const payer = addressOfKey(publicKey);
const ISSUED = "2026-11-29T12:00:00.000Z";
const DIGEST = `sha256:${"ab".repeat(32)}`;
const head = { market: "https://market.example", payer, sequence: 1, replaces: null, issuedAt: ISSUED };
const SCOPE = { kind: "skill" as const, id: "skl_1", name: "tidy", perDayLamports: "5" };
const limits = {
  until: "2027-01-01T00:00:00.000Z",
  perCallLamports: "1000",
  perDayLamports: "18446744073709551615",
  scopes: [SCOPE, { kind: "publisher" as const, id: "*", name: "*", perDayLamports: "0" }],
  leastAuditState: "Audited" as const,
  askAboveLamports: null,
};
const LIMITS: SpendingPredicate = { ...head, ...limits };
const REMOVAL: SpendingPredicate = { ...head, sequence: 2, replaces: DIGEST, removed: true };
const signed = (bytes: Uint8Array) => sign(null, bytes, privateKey);

/** As a hardware wallet signs: the bytes stand in an envelope of its own (version 0, format 0). */
function inEnvelope(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length);
  const domain = Buffer.concat([Buffer.of(0xff), Buffer.from("solana offchain")]);
  return Buffer.concat([domain, Buffer.of(0, 0), length, bytes]);
}

describe("a statement of spending limits", () => {
  test.each([
    ["limits", LIMITS],
    ["a removal", REMOVAL],
  ])("%s come out of their text as they went in", (_, said) => {
    const text = writeSpendingStatement(said);
    expect(readSpendingStatement(text)).toEqual(said);
    const opened = openSpendingStatement(sealSpendingStatement(text, payer, signed(bytesToSign(text))));
    expect(opened).toEqual({ text, said });
  });

  test("a hardware wallet signs the bytes in an envelope of its own", () => {
    const text = writeSpendingStatement(LIMITS);
    const signature = signed(inEnvelope(bytesToSign(text)));
    expect(openSpendingStatement(sealSpendingStatement(text, payer, signature))).toMatchObject({ text });
  });

  test("another wallet's signature, one of another text, and one of the text alone are none", () => {
    const text = writeSpendingStatement(LIMITS);
    const others = generateKeyPairSync("ed25519").privateKey;
    for (const signature of [
      sign(null, bytesToSign(text), others),
      signed(bytesToSign(writeSpendingStatement(REMOVAL))),
      signed(Buffer.from(text)),
    ])
      expect(openSpendingStatement(sealSpendingStatement(text, payer, signature))).toBe("bad_signature");
  });

  test("bytes that are no text are not read as one", () => {
    const text = writeSpendingStatement({ ...LIMITS, scopes: [{ ...SCOPE, name: "\uFFFD" }] });
    const bytes = Buffer.from(Buffer.from(text).toString("latin1").replace("\xEF\xBF\xBD", "\xFF"), "latin1");
    expect(bytes.toString("utf8")).toBe(text);
    const signature = signed(preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, bytes));
    const envelope = sealEnvelope(bytes, { payloadType: IN_TOTO_PAYLOAD_TYPE, signature, keyId: payer });
    expect(openSpendingStatement(envelope)).toBe("unreadable");
  });

  const written = (changes: object) => ({ ...LIMITS, ...changes }) as SpendingPredicate;
  test.each([
    ["a member that nobody knows", written({ perHourLamports: "5" })],
    ["an amount above 2^64-1", written({ perDayLamports: "18446744073709551616" })],
    ["a negative amount", written({ perDayLamports: "-1" })],
    ["a fraction", written({ perDayLamports: "1.5" })],
    ["an exponent", written({ perDayLamports: "1e9" })],
    ["zeros before an amount", written({ perDayLamports: "007" })],
    ["a number for an amount", written({ perDayLamports: 5 })],
    ["limits and a removal", written({ removed: true })],
    ["a removal that is none", { ...head, removed: false } as unknown as SpendingPredicate],
    ["a first one that replaces another", written({ replaces: DIGEST })],
    ["a second one that replaces none", written({ sequence: 2 })],
    ["number 0", written({ sequence: 0 })],
    ["a payer that is no address", written({ payer: "nobody" })],
    ["a scope of another kind", written({ scopes: [{ ...limits.scopes[0], kind: "country" }] })],
    ["a named scope for each one", written({ scopes: [{ ...limits.scopes[0], name: "*" }] })],
    ["the same scope twice", written({ scopes: [limits.scopes[0], limits.scopes[0]] })],
    [
      "51 scopes",
      written({ scopes: Array.from({ length: 51 }, (_, i) => ({ ...limits.scopes[0], id: `skl_${i}` })) }),
    ],
  ])("%s is refused", (_, said) => {
    expect(() => writeSpendingStatement(said)).toThrow();
  });

  test("50 scopes are taken", () => {
    const scopes = Array.from({ length: 50 }, (_, i) => ({ ...limits.scopes[0], id: `skl_${i}` }));
    expect(readSpendingStatement(writeSpendingStatement(written({ scopes })))).not.toBeNull();
  });

  test("what is not canonical, not its subject's, or no JSON is unreadable", () => {
    const text = writeSpendingStatement(LIMITS);
    const other = Keypair.generate().publicKey.toBase58();
    for (const changed of [
      ` ${text}`,
      text.replace('"1000"', '"2000"'),
      text.replace('"1000"', '"a thousand"'),
      text.replace(`wallet/${payer}`, `wallet/${other}`),
      "{",
      "null",
    ])
      expect(readSpendingStatement(changed)).toBeNull();
    for (const envelope of [
      null,
      {},
      { ...sealSpendingStatement(text, payer, signed(bytesToSign(text))), payloadType: "text/plain" },
    ])
      expect(openSpendingStatement(envelope)).toBe("unreadable");
  });
});
