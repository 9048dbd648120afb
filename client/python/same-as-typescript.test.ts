import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Workbench } from "@/cli/testing/run-cli";
import { pythonClient } from "@/client/python/testing/python-client";
import { isSmallOrderPoint, verifyEd25519 } from "@/lib/chain/solana/ed25519";
import { findTransaction } from "@/lib/chain/solana/transaction";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { readArchive } from "@/lib/package";
import { checkPackagePath } from "@/lib/package/path-policy";
import { MAIN, SKILL } from "@/lib/package/testing/archive-recipes";
import { ALLOWED_PATHS, REFUSED_PATHS, SPELLED_OTHERWISE } from "@/lib/package/testing/named-paths";
import { buildZip } from "@/lib/package/testing/zip-builder";
import { splitPrice } from "@/lib/payments/quotes/payment-terms";
import { sumTransfers } from "@/lib/payments/transactions/check-transaction";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";

// The client in Python has rules of its own for what the other parts have in TypeScript; each says the same of the same.
const python = pythonClient();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const [payer, payee, treasury, reference, blockhash] = Array.from({ length: 5 }, () =>
  Keypair.generate().publicKey.toBase58(),
) as [string, string, string, string, string];

const amounts = [0n, 1n, 5_000n, 2n ** 63n, 2n ** 64n - 1n];
const terms = amounts.flatMap((creatorLamports) =>
  amounts.map((feeLamports) => ({
    payerAddress: payer,
    payeeAddress: payee,
    treasuryAddress: treasury,
    creatorLamports,
    feeLamports,
    reference,
    memo: "skillcall:v1:quo_1",
    blockhash,
  })),
);
const inPython = (each: (typeof terms)[number]) => ({
  payer: each.payerAddress,
  payee: each.payeeAddress,
  treasury: each.treasuryAddress,
  payee_lamports: String(each.creatorLamports),
  fee_lamports: String(each.feeLamports),
  reference: each.reference,
  memo: each.memo,
  blockhash: each.blockhash,
});

describe("a transaction", () => {
  test.each([
    ["of all amounts", terms],
    ["to a publisher who is the treasury", terms.map((each) => ({ ...each, treasuryAddress: payee }))],
    ["whose memo has other letters", terms.map((each) => ({ ...each, memo: "결제 支付 é" }))],
    ["with addresses that begin with zeros", terms.map((each) => ({ ...each, blockhash: "1".repeat(32) }))],
  ])("%s has the same bytes", async (_, built) => {
    for (const each of built)
      expect(await python("build_transaction", { terms: inPython(each) })).toBe(
        base64(buildPaymentTransaction(each)),
      );
  });

  test.each([
    ["an amount below nothing", { payee_lamports: "-1" }],
    ["an amount of 2^64", { fee_lamports: String(2n ** 64n) }],
    ["an address that is none", { payee: "x" }],
    ["an address of 31 bytes", { payee: "2".repeat(42) }],
    ["an address of 33 bytes", { payee: "z".repeat(44) }],
    ["an address with a letter that base58 has not", { payee: `${payee.slice(0, -1)}0` }],
    ["a memo that no packet holds", { memo: "m".repeat(2_000) }],
  ])("with %s is not built", async (_, change) => {
    const built = python("build_transaction", { terms: { ...inPython(terms[6]!), ...change } });
    await expect(built).rejects.toThrow("ValueError");
  });

  test("is built up to the size of a packet", async () => {
    const room = 1232 - buildPaymentTransaction({ ...terms[7]!, memo: "m".repeat(200) }).length + 200;
    const memos = [room, room + 1, 127, 128].map((length) => ({ ...terms[7]!, memo: "m".repeat(length) }));
    const sizes = await Promise.all(
      memos.map((each) =>
        python<string>("build_transaction", { terms: inPython(each) }).then(
          (built) => Buffer.from(built, "base64").length,
          () => null,
        ),
      ),
    );
    expect(sizes.slice(0, 2)).toEqual([1232, null]);
    const total = String(terms[7]!.creatorLamports + terms[7]!.feeLamports);
    const transactions = [memos[0]!, memos[2]!, memos[3]!].map((each) =>
      base64(buildPaymentTransaction(each)),
    );
    expect(await python("read_transaction", { transactions })).toEqual([total, total, total]);
  });

  test("that is changed anywhere is no payment, or one of the sum that the market reads", async () => {
    const whole = Uint8Array.from(buildPaymentTransaction(terms[7]!));
    const changed = Array.from({ length: (whole.length - 65) * 8 }, (_, bit) => {
      const bytes = Uint8Array.from(whole);
      bytes[65 + (bit >> 3)]! ^= 1 << (bit & 7);
      return bytes;
    });
    changed.push(
      whole.subarray(0, -1),
      Uint8Array.from([...whole, 0]),
      new Uint8Array(),
      new Uint8Array(1233),
    );
    const sums = await python<(string | null)[]>("read_transaction", { transactions: changed.map(base64) });
    for (const [place, sum] of sums.entries()) {
      if (sum === null) continue;
      const read = findTransaction(changed[place]!);
      expect(sum).toBe(String(read && sumTransfers(read)));
    }
    // Of 32 bytes each of payer, payee, treasury, reference and blockhash any may be others, and of 8 each of the amounts.
    expect(sums.filter((sum) => sum === null).length).toBeGreaterThan(600);
  });

  test("splits a price alike", async () => {
    for (const price of [...amounts, 1_999n, 10_001n])
      for (const fee of [0, 1, 499, 500, 10_000]) {
        const { creatorLamports, feeLamports } = splitPrice(price, fee);
        const split = await python("split_price", { price: String(price), fee });
        expect(split).toEqual([creatorLamports, feeLamports].map(String));
      }
    await expect(python("split_price", { price: "-1", fee: 0 })).rejects.toThrow("ValueError");
    await expect(python("split_price", { price: "1", fee: 10_001 })).rejects.toThrow("ValueError");
  });
});

describe("canonical JSON", () => {
  const canonical = (values: unknown[]) => python<string[]>("canonical", { values });

  test("of numbers", async () => {
    const numbers = [
      0, -0, 1, -1, 0.1, 1e21, 1e20, 1234567890123456e5, 1e-6, 1e-7, 1.5e-7, 5e-324, 1.7976931348623157e308,
    ];
    numbers.push(
      9007199254740991,
      9007199254740992,
      333333333.3333333,
      1e23,
      -1.25e-9,
      4.5,
      2e-3,
      100.5,
      1e22,
      12345678.9,
    );
    numbers.push(
      ...fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 3_000, seed: 7 }),
    );
    expect(await canonical(numbers)).toEqual(numbers.map(toCanonicalJson));
  });

  test("of all else", async () => {
    const odd = {
      "\u{1f600}": 1,
      "\ufb33": 2,
      "\u20ac": 3,
      "\r": 4,
      "1": 5,
      "\u0080": 6,
      ö: 7,
      "</script>": '\u007f\u2028\b\f\n\t"\\',
    };
    const values = [
      odd,
      null,
      true,
      [],
      {},
      [[1, { b: 1, a: [] }]],
      ...fc.sample(fc.jsonValue(), { numRuns: 500, seed: 7 }),
    ];
    expect(await canonical(values)).toEqual(values.map(toCanonicalJson));
  });
});

describe("a keypair", () => {
  const bench = new Workbench();
  const whole = Keypair.generate();
  const numbers = [...whole.secretKey];
  const read = (content: unknown) => {
    bench.write({ "id.json": typeof content === "string" ? content : JSON.stringify(content) });
    return python("read_keypair", { file: bench.at("id.json"), address: whole.publicKey.toBase58() });
  };

  test("is that of the Solana command line, and shows no more than its address", async () => {
    expect(await read(numbers)).toBe(whole.publicKey.toBase58());
  });

  test.each<[string, unknown]>([
    ["nothing", ""],
    ["no list", { numbers }],
    ["63 numbers", numbers.slice(1)],
    ["65 numbers", [...numbers, 0]],
    ["a number of 256", [256, ...numbers.slice(1)]],
    ["a number below zero", [-1, ...numbers.slice(1)]],
    ["a truth", [true, ...numbers.slice(1)]],
    ["a fraction", [1.5, ...numbers.slice(1)]],
    ["another half", [...numbers.slice(0, 32), ...Keypair.generate().secretKey.slice(32)]],
    ["brackets in brackets", "[".repeat(9_000)],
  ])("of %s is none", async (_, content) => {
    await expect(read(content)).rejects.toThrow("ValueError: not a keypair file");
  });

  test("is no device", async () => {
    const file = { file: "/dev/zero", address: "" };
    await expect(python("read_keypair", file)).rejects.toThrow("ValueError: not a keypair file");
  });
});

describe("signatures", () => {
  const pair = generateKeyPairSync("ed25519");
  const key = pair.publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  const message = Buffer.from("one message");
  const good = sign(null, message, pair.privateKey);
  const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

  test("are good and bad alike", async () => {
    const s = BigInt(`0x${Buffer.from(good.subarray(32)).reverse().toString("hex")}`) + ORDER;
    const otherS = Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse();
    const points = [
      "00".repeat(32),
      `01${"00".repeat(31)}`,
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    ];
    points.push(
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      ...["ec", "ed", "ee"].map((low) => `${low}${"ff".repeat(30)}7f`),
    );
    const small = points.flatMap((hex) => {
      const signed = Buffer.from(hex, "hex");
      signed[31]! |= 0x80;
      return [Buffer.from(hex, "hex"), signed];
    });
    const rows: [Uint8Array, Uint8Array, Uint8Array][] = [
      [key, message, good],
      [key, Buffer.from("one massage"), good],
      [randomBytes(32), message, good],
      [key, message, Buffer.concat([good.subarray(0, 32), otherS])],
      [key, message, good.subarray(0, 63)],
      [key.subarray(1), message, good],
      ...small.flatMap((point) =>
        Array.from({ length: 8 }, (_, n): [Uint8Array, Uint8Array, Uint8Array] => [
          point,
          Buffer.from([n]),
          Buffer.concat([point, Buffer.alloc(32)]),
        ]),
      ),
      ...Array.from({ length: 64 }, (_, place): [Uint8Array, Uint8Array, Uint8Array] => {
        const changed = Buffer.from(good);
        changed[place]! ^= 1;
        return [key, message, changed];
      }),
    ];
    const hex = rows.map((row) => row.map((bytes) => Buffer.from(bytes).toString("hex")));
    const verified = await python("verify_signatures", { rows: hex });
    expect(verified).toEqual(rows.map(([of, said, signature]) => verifyEd25519(of, said, signature)));
    expect(verified).toEqual(rows.map((_, place) => place === 0));
    expect(small.every(isSmallOrderPoint)).toBe(true);
  });
});

describe("the names of a package", () => {
  test("are refused alike", async () => {
    const letters = fc.constantFrom(
      "a",
      "A",
      ".",
      "..",
      "/",
      "//",
      "\\",
      ":",
      "~1",
      "con",
      "é",
      "e\u0301",
      "\u200b",
      "\u3164",
      "ﬀ",
      "／",
      " ",
      "\u3000",
      "git",
      ".git",
      "mcp.json",
      "*",
      "ß",
      "\n",
      "SKILL.md",
      "node_modules",
      "\u{e0001}",
      "x".repeat(120),
    );
    const made = fc.sample(
      fc.array(letters, { maxLength: 6 }).map((parts) => parts.join("")),
      { numRuns: 4_000, seed: 7 },
    );
    const texts = fc.sample(fc.string({ unit: "binary", maxLength: 8 }), { numRuns: 2_000, seed: 7 });
    const paths = [...REFUSED_PATHS, ...SPELLED_OTHERWISE, ...ALLOWED_PATHS].flat().concat(made, texts);
    const refused = await python<boolean[]>("refuse_paths", { paths });
    const differing = paths.filter((path, place) => refused[place] !== (checkPackagePath(path) !== null));
    expect(differing).toEqual([]);
    expect(refused.filter(Boolean).length).toBeGreaterThan(1_000);
  });
});

describe("an archive", () => {
  const LINK = 0o120777;
  const readInPython = (archive: Uint8Array) => python<string>("read_archive", { archive: base64(archive) });

  test.each<[string, Parameters<typeof buildZip>[0]]>([
    ["of two files", [SKILL, MAIN]],
    [
      "with one folder that holds everything",
      [SKILL, MAIN].map((entry) => ({ ...entry, name: `pdf/${String(entry.name)}` })),
    ],
    [
      "with what macOS adds",
      [SKILL, MAIN, { ...MAIN, name: "__MACOSX/._main.py" }, { ...MAIN, name: "a/.DS_Store" }],
    ],
    ["with a name that is not flagged", [SKILL, { ...MAIN, name: "설명.md" }]],
    ["with backslashes", [SKILL, { ...MAIN, name: "a\\b.py" }]],
  ])("%s is the same package", async (_, entries) => {
    const archive = buildZip(entries);
    const read = readArchive(archive);
    expect(read.ok && (await readInPython(archive))).toBe(read.ok && read.package.digest);
  });

  test.each<[string, Parameters<typeof buildZip>[0]]>([
    ["with a link", [SKILL, { ...MAIN, mode: LINK }]],
    ["with a way out", [SKILL, { ...MAIN, name: "../main.py" }]],
    ["with an absolute name", [SKILL, { ...MAIN, name: "/etc/passwd" }]],
    ["with a name twice", [SKILL, MAIN, MAIN]],
    ["with two names that are one file elsewhere", [SKILL, MAIN, { ...MAIN, name: "MAIN.py" }]],
    ["with a file that is a folder too", [SKILL, MAIN, { ...MAIN, name: "main.py/x" }]],
    ["with a folder in two spellings", [SKILL, { ...MAIN, name: "a/x" }, { ...MAIN, name: "A/y" }]],
    ["with settings of a tool", [SKILL, { ...MAIN, name: ".git/config" }]],
    ["without SKILL.md", [MAIN]],
    ["with SKILL.md too deep", [{ ...SKILL, name: "a/b/SKILL.md" }]],
    ["of nothing", []],
  ])("%s is refused", async (_, entries) => {
    const archive = buildZip(entries);
    expect(readArchive(archive).ok).toBe(false);
    expect(await readInPython(archive)).toMatch(/^refused: /);
  });

  test("that is changed anywhere is refused, or is what the market reads too", async () => {
    const whole = buildZip([SKILL, MAIN]);
    const original = await readInPython(whole);
    expect(original).toMatch(/^sha256:/);
    for (let place = 0; place < whole.length; place++) {
      const changed = Uint8Array.from(whole);
      changed[place]! ^= 0x41;
      const said = await readInPython(changed);
      const read = readArchive(changed);
      const same = read.ok ? read.package.digest : original;
      if (!said.startsWith("refused: ")) expect([place, said]).toEqual([place, same]);
    }
    for (const bytes of [new Uint8Array(), randomBytes(2_000), whole.subarray(0, -5)])
      expect(await readInPython(bytes)).toMatch(/^refused: /);
  });

  test("of more bytes than a package may have is refused before it is unpacked", async () => {
    const bomb = buildZip([SKILL, { ...MAIN, data: Buffer.alloc(21 * 1024 * 1024) }]);
    expect(await readInPython(bomb)).toMatch(/^refused: .*more than/);
    const many = buildZip([SKILL, ...Array.from({ length: 501 }, (_, n) => ({ ...MAIN, name: `${n}` }))]);
    expect(await readInPython(many)).toMatch(/^refused: .*more than/);
  });
});
