import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import {
  createSignInMessageText,
  parseSignInMessageText,
  verifySignIn as verifyLoosely,
} from "@solana/wallet-standard-util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createSignInChallenge,
  createSignInText,
  parseSignInText,
  verifySignIn,
  type SignInMessage,
} from "@/lib/identity/wallets/siws";
import { encodeAddress, findAddressBytes } from "@/lib/chain/solana/address";
import { addressOfKey } from "@/lib/chain/solana/ed25519";

const victim = generateKeyPairSync("ed25519");
const attacker = generateKeyPairSync("ed25519");
const now = new Date("2026-11-21T00:01:00.000Z");
const challenge: SignInMessage = {
  domain: "market.example",
  address: addressOfKey(victim.publicKey),
  statement: "Sign in",
  uri: "https://market.example",
  version: "1",
  chainId: "localnet",
  nonce: "abcdefgh12345678",
  issuedAt: "2026-11-21T00:00:00.000Z",
  expirationTime: "2026-11-21T00:05:00.000Z",
};

function answer(text: string, key: KeyObject = victim.privateKey) {
  const signedMessage = Buffer.from(text);
  return { signedMessage, signature: sign(null, signedMessage, key) };
}
const answerTo = (message: SignInMessage, key?: KeyObject) => answer(createSignInText(message), key);
const refused = (reason: string) => ({ ok: false, reason });

test("an honest answer signs in the address of the challenge", () => {
  expect(verifySignIn(challenge, answerTo(challenge), now)).toEqual({ ok: true, address: challenge.address });
});

test("what we accept, the reference implementation accepts as well", () => {
  const { signedMessage, signature } = answerTo(challenge);
  const publicKey = findAddressBytes(challenge.address) ?? new Uint8Array();
  const account = { address: challenge.address, publicKey, chains: [], features: [] } as const;
  expect(verifyLoosely(challenge, { account, signedMessage, signature })).toBe(true);
});

describe("a hardware wallet", () => {
  const text = Buffer.from(createSignInText(challenge));
  const signer = findAddressBytes(challenge.address) ?? new Uint8Array();
  const domain = Buffer.concat([Buffer.of(0xff), Buffer.from("solana offchain"), Buffer.of(1, 1)]);
  const envelope = Buffer.concat([domain, signer, text]);
  const signature = sign(null, envelope, victim.privateKey);

  test.each([
    ["the text", text],
    ["the envelope around it", envelope],
  ])("signs in where it says that it has signed %s", (_, signedMessage) => {
    const verdict = verifySignIn(challenge, { signedMessage, signature }, now);
    expect(verdict).toEqual({ ok: true, address: challenge.address });
  });

  test("does not sign in by an envelope that names somebody else, or another text", () => {
    const other = Buffer.concat([domain, Buffer.alloc(32, 1), text]);
    const forged = { signedMessage: other, signature: sign(null, other, victim.privateKey) };
    expect(verifySignIn(challenge, forged, now)).toEqual(refused("message_malformed"));
    const changed = createSignInText({ ...challenge, nonce: "abcdefgh12345679" });
    const answered = { signedMessage: Buffer.from(changed), signature };
    expect(verifySignIn(challenge, answered, now)).toEqual(refused("nonce_mismatch"));
  });
});

describe("answers that must not sign in", () => {
  test("an attacker's key under a message that names the victim", () => {
    expect(verifySignIn(challenge, answerTo(challenge, attacker.privateKey), now)).toEqual(
      refused("bad_signature"),
    );
  });

  test("the attacker's own address", () => {
    const own = { ...challenge, address: addressOfKey(attacker.publicKey) };
    expect(verifySignIn(challenge, answerTo(own, attacker.privateKey), now)).toEqual(
      refused("address_mismatch"),
    );
  });

  test("a message signed for a phishing site", () => {
    const phished = answerTo({ ...challenge, domain: "evil.example" });
    expect(verifySignIn(challenge, phished, now)).toEqual(refused("domain_mismatch"));
  });

  test("an answer after the message expired, or before it was issued", () => {
    expect(verifySignIn(challenge, answerTo(challenge), new Date("2026-11-21T00:05:00Z"))).toEqual(
      refused("expired"),
    );
    expect(verifySignIn(challenge, answerTo(challenge), new Date("2026-11-20T23:00:00Z"))).toEqual(
      refused("not_yet_valid"),
    );
    const minuteBefore = Date.parse(challenge.issuedAt) - 60_000;
    expect(verifySignIn(challenge, answerTo(challenge), new Date(minuteBefore)).ok).toBe(true);
    expect(verifySignIn(challenge, answerTo(challenge), new Date(minuteBefore - 1))).toEqual(
      refused("not_yet_valid"),
    );
  });

  test("the answer to an earlier challenge", () => {
    const next = createSignInChallenge({ ...challenge }, { now, validForMs: 300_000 });
    expect(verifySignIn(next, answerTo(challenge), now)).toEqual(refused("nonce_mismatch"));
  });

  test("a changed signature", () => {
    const changed = answerTo(challenge);
    changed.signature[3] = (changed.signature[3] ?? 0) ^ 1;
    expect(verifySignIn(challenge, changed, now)).toEqual(refused("bad_signature"));
  });

  test("a statement that smuggles fields in after a line break", () => {
    const smuggled = { ...challenge, statement: "Hi\n\nURI: https://evil" };
    expect(() => createSignInText(smuggled)).toThrow(/statement/);
    const text = createSignInMessageText(smuggled);
    expect(verifySignIn(smuggled, answer(text), now)).toEqual(refused("message_malformed"));
  });

  test.each(["\n", "\n\n", " ", "\u0000", "\u00a0"])("the right text followed by %j", (tail) => {
    expect(verifySignIn(challenge, answer(createSignInText(challenge) + tail), now)).toEqual(
      refused("message_malformed"),
    );
  });

  test("the System program's address with a signature made for small-order keys", () => {
    const system = { ...challenge, address: encodeAddress(new Uint8Array(32)) };
    const signedMessage = Buffer.from(createSignInText(system));
    for (const commitment of [
      `01${"00".repeat(31)}`,
      "00".repeat(32),
      `${"00".repeat(31)}80`,
      `ec${"ff".repeat(30)}7f`,
    ]) {
      const signature = Buffer.concat([Buffer.from(commitment, "hex"), Buffer.alloc(32)]);
      expect(verifySignIn(system, { signedMessage, signature }, now)).toEqual(refused("bad_signature"));
    }
  });

  test.each([
    ["statement", "Sign out"],
    ["uri", "https://market.example/"],
    ["chainId", "mainnet"],
    ["nonce", "abcdefgh12345679"],
    ["issuedAt", "2026-11-21T00:00:00.001Z"],
    ["expirationTime", "2036-11-21T00:05:00.000Z"],
    ["notBefore", "2026-11-21T00:00:00.000Z"],
    ["requestId", "r1"],
    ["resources", ["https://evil.example"]],
  ])("a message whose %s is not the stored one", (field, value) => {
    const changed = { ...challenge, [field]: value };
    expect(verifySignIn(challenge, answerTo(changed), now)).toEqual(refused(`${field}_mismatch`));
  });

  test("a message without one of the stored fields", () => {
    const { statement: _statement, ...without } = challenge;
    expect(verifySignIn(challenge, answerTo(without), now)).toEqual(refused("statement_mismatch"));
    const text = createSignInText(challenge).replace(/\nNonce: .*/, "");
    expect(verifySignIn(challenge, answer(text), now)).toEqual(refused("message_malformed"));
  });

  test("bytes that are not text, and too many of them", () => {
    const signedMessage = Buffer.from([0xff, 0xfe]);
    expect(verifySignIn(challenge, { signedMessage, signature: Buffer.alloc(64) }, now)).toEqual(
      refused("message_malformed"),
    );
    expect(verifySignIn(challenge, answer("x".repeat(100_000)), now)).toEqual(refused("message_malformed"));
    expect(verifySignIn(challenge, answer(`\ufeff${createSignInText(challenge)}`), now).ok).toBe(false);
  });
});

const isoTime = fc
  .date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const legalMessage: fc.Arbitrary<SignInMessage> = fc.record(
  {
    domain: fc.constantFrom("market.example", "127.0.0.1:3000", "[::1]:3000", "localhost"),
    address: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeAddress),
    uri: fc.constantFrom("https://market.example/a?b=c#d", "http://127.0.0.1:3000"),
    version: fc.constant("1" as const),
    chainId: fc.constantFrom("mainnet", "localnet", "solana:devnet"),
    nonce: fc.stringMatching(/^[A-Za-z0-9]{8,40}$/),
    issuedAt: isoTime,
    expirationTime: isoTime,
    statement: fc.stringMatching(/^[A-Za-z0-9 .,:()]{1,80}$/),
    notBefore: isoTime,
    requestId: fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/),
    resources: fc.array(fc.constantFrom("https://a.example/x", "urn:b"), { maxLength: 3 }),
  },
  { requiredKeys: ["domain", "address", "uri", "version", "chainId", "nonce", "issuedAt", "expirationTime"] },
);

test("every legal message is written as the reference writes it, and read back to the same fields", () => {
  fc.assert(
    fc.property(legalMessage, (message) => {
      const text = createSignInText(message);
      expect(text).toBe(createSignInMessageText(message));
      expect(parseSignInText(text)).toEqual(message);
      expect(parseSignInMessageText(text)).toMatchObject({ address: message.address, nonce: message.nonce });
    }),
  );
});

test("reading never throws", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((tail) => createSignInText(challenge) + tail),
      ),
      (text) => {
        const parsed = parseSignInText(text);
        if (parsed) expect(createSignInText(parsed)).toBe(text);
      },
    ),
  );
});

test("two challenges never share a nonce, and last as long as they are told to", () => {
  const made = Array.from({ length: 50 }, () =>
    createSignInChallenge(challenge, { now, validForMs: 300_000 }),
  );
  expect(new Set(made.map((each) => each.nonce)).size).toBe(50);
  expect(made[0]).toMatchObject({ issuedAt: now.toISOString(), expirationTime: "2026-11-21T00:06:00.000Z" });
});

test.each<[string, string[], boolean]>([
  ["sixteen", Array.from({ length: 16 }, (_, at) => `https://market.example/${at}`), true],
  ["seventeen", Array.from({ length: 17 }, (_, at) => `https://market.example/${at}`), false],
  ["one that is no address", ["https://market.example", "nowhere"], false],
  ["none", [], true],
])("resources of a message: %s", (_name, resources, isLegal) => {
  const text = () => createSignInText({ ...challenge, resources });
  if (isLegal) expect(text()).toContain("Resources:");
  else expect(text).toThrow("resources");
});
