import { describe, expect, test } from "vitest";
import {
  challengeFor,
  isOwnChallenge,
  toAuthenticateHeader,
  hasPaymentCredential,
  readCredential,
} from "@/lib/payments/rails/mpp";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { memoOfQuote } from "@/lib/payments/quotes/payment-terms";

const KEY = "a key for tests";
const quote = {
  id: "quo_1",
  priceLamports: 50_000n,
  feeLamports: 2_500n,
  payeeAddress: "Creator1111111111111111111111111111111111111",
  treasuryAddress: "Treasury111111111111111111111111111111111111",
  memo: memoOfQuote("quo_1"),
  genesisHash: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  blockhash: "Blockhash11111111111111111111111111111111111",
  expiresAt: new Date("2026-11-21T10:00:00Z"),
} as QuoteRecord;
const challenge = challengeFor(quote, { realm: "127.0.0.1:3000", key: KEY });

const header = (value: unknown) =>
  `Payment ${Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;
const payload = { type: "signature", signature: "s".repeat(88) };

test("a challenge states amount, recipient, fee, memo, network and blockhash", () => {
  expect(JSON.parse(Buffer.from(challenge.request, "base64url").toString())).toEqual({
    amount: "50000",
    currency: "sol",
    recipient: quote.payeeAddress,
    externalId: "skillcall:v1:quo_1",
    methodDetails: {
      network: "devnet",
      recentBlockhash: quote.blockhash,
      splits: [{ recipient: quote.treasuryAddress, amount: "2500" }],
    },
  });
  expect(toAuthenticateHeader(challenge)).toMatch(
    /^Payment id="[\w-]{43}", realm="127.0.0.1:3000", method="solana", intent="charge", request="[\w-]+", expires="2026-11-21T10:00:00.000Z"$/,
  );
});

test("a market that takes no fee asks for no split", () => {
  const free = challengeFor({ ...quote, feeLamports: 0n }, { realm: "x", key: KEY });
  expect(Buffer.from(free.request, "base64url").toString()).not.toContain("splits");
});

describe("a credential", () => {
  test("is read with its quote and its payment, also in plain base64", () => {
    const value = { challenge: { ...challenge, description: "ignored" }, payload, source: "did:x" };
    expect(readCredential(header(value), KEY)).toMatchObject({
      quoteId: "quo_1",
      payment: { signature: payload.signature },
    });
    const transaction = Buffer.from([1, 2, 3, 250]).toString("base64");
    const pull = { challenge, payload: { type: "transaction", transaction } };
    const plain = `payment ${Buffer.from(JSON.stringify(pull)).toString("base64")}`;
    expect(readCredential(plain, KEY).payment).toEqual({ rawTransaction: Buffer.from([1, 2, 3, 250]) });
  });

  test.each(["id", "realm", "method", "intent", "request", "expires"] as const)(
    "with another %s than was asked is refused",
    (member) => {
      const changed = { ...challenge, [member]: `${challenge[member].slice(0, -2)}AA` };
      expect(isOwnChallenge(changed, KEY)).toBe(false);
      expect(() => readCredential(header({ challenge: changed, payload }), KEY)).toThrowError(
        expect.objectContaining({ details: { reason: "unknown_challenge" } }),
      );
    },
  );

  test("asked with another key is refused", () => {
    expect(() => readCredential(header({ challenge, payload }), "other")).toThrowError("no question");
  });

  test.each([
    "Payment",
    "Payment ",
    "Payment !!!",
    header("{"),
    header("null"),
    header({ challenge }),
    header({ challenge, payload: { type: "transaction" } }),
    header({ challenge, payload: { type: "other", signature: "x" } }),
    header({ challenge, payload: { type: "transaction", transaction: "A".repeat(4000) } }),
    `Payment ${"A".repeat(20_000)}`,
    header(`${"[".repeat(3000)}${"]".repeat(3000)}`),
  ])("that cannot be read is refused: %#", (value) => {
    expect(() => readCredential(value, KEY)).toThrowError(
      expect.objectContaining({ details: { reason: "malformed" } }),
    );
  });

  test("is told from an API key", () => {
    expect(
      ["Payment x", "payment", "Bearer sk_1", "Payments x", undefined].map(hasPaymentCredential),
    ).toEqual([true, true, false, false, false]);
  });
});
