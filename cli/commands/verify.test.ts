import { generateKeyPairSync, type KeyObject } from "node:crypto";
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { IN_TOTO_PAYLOAD_TYPE, signEnvelope } from "@/lib/log/attestation/dsse";
import { AUDIT_POLICY, AUDIT_PREDICATE_TYPE, type AuditStatement } from "@/lib/audits/audit-statement";
import { executablesDigest, writeArchive } from "@/lib/package";
import { sha256Digest, sha256Hex } from "@/lib/kernel/digest";
import { digestJson, toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import {
  RECEIPT_PREDICATE_TYPE,
  STATEMENT_TYPE,
  type ReceiptStatement,
} from "@/lib/payments/receipts/receipt-statement";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { containing, skillMd, Workbench } from "../testing/run-cli";

const bench = new Workbench();
const market = generateKeyPairSync("ed25519");
const verifier = generateKeyPairSync("ed25519");
const stranger = addressOfKey(generateKeyPairSync("ed25519").publicKey);
const KEY = addressOfKey(market.publicKey);
const VERIFIER = addressOfKey(verifier.publicKey);

bench.write({
  "a.skill": writeArchive([{ path: "SKILL.md", bytes: Buffer.from(skillMd("a")) }], "a"),
  "b.skill": writeArchive([{ path: "SKILL.md", bytes: Buffer.from(skillMd("b")) }], "b"),
  "a/SKILL.md": skillMd("a"),
  "key.pem": market.publicKey.export({ type: "spki", format: "pem" }),
  "input.json": '{ "text": "hi", "n": 1 }',
  "output.json": '{"text":"HI"}',
});

async function digestOf(archive: string): Promise<string> {
  const { stdout } = await bench.run(`vet ${archive}`);
  return /package digest {2}sha256:(\S+)/.exec(stdout)?.[1] ?? "";
}

function signed(statement: unknown, key: KeyObject, keyId: string): string {
  const payload = Buffer.from(toCanonicalJson(statement));
  return JSON.stringify(signEnvelope(payload, { payloadType: IN_TOTO_PAYLOAD_TYPE, key, keyId }));
}

async function receipt(): Promise<ReceiptStatement> {
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: "skill/a@1.0.0", digest: { sha256: await digestOf("a.skill") } }],
    predicateType: RECEIPT_PREDICATE_TYPE,
    predicate: {
      receiptId: "rcp_1",
      issuedAt: "2026-11-21T00:00:00Z",
      run: {
        id: "run_1",
        inputDigest: digestJson({ n: 1, text: "hi" }),
        outputDigest: digestJson({ text: "HI" }),
        startedAt: "2026-11-21T00:00:00Z",
        finishedAt: "2026-11-21T00:00:01Z",
        runner: "bwrap",
        isolation: "shared kernel",
        runnerFacts: {},
      },
      payment: {
        quote: "quo_1",
        transaction: bs58.encode(Buffer.alloc(64, 7)),
        genesisHash: stranger,
        commitment: "finalized",
        payer: stranger,
        payee: stranger,
        treasury: stranger,
        reference: stranger,
        priceLamports: "1000000001",
        creatorLamports: "950000001",
        feeLamports: "50000000",
        excessLamports: "0",
      },
    },
  };
}

async function seal(verdict: AuditStatement["predicate"]["verdict"] = "seal"): Promise<AuditStatement> {
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: "skill/a@1.0.0", digest: { sha256: await digestOf("a.skill") } }],
    predicateType: AUDIT_PREDICATE_TYPE,
    predicate: {
      verdict,
      scope: "full",
      verifier: VERIFIER,
      policy: AUDIT_POLICY,
      vettingReport: null,
      note: "read twice",
      genesisHash: stranger,
      nonce: "0".repeat(32),
      issuedAt: "2026-11-21T00:00:00Z",
      expiresAt: "2027-11-21T00:00:00Z",
    },
  };
}

describe("verify receipt", () => {
  it("says what was paid and run, from an envelope or the market's whole answer, by key or PEM file", async () => {
    const envelope = signed(await receipt(), market.privateKey, KEY);
    bench.write({ "receipt.json": envelope, "answer.json": `{"receipt_id":"rcp_1","envelope":${envelope}}` });
    for (const line of [`receipt.json --key ${KEY}`, "answer.json --key key.pem"]) {
      const { code, stdout } = await bench.run(`verify receipt ${line}`);
      expect([code, stdout]).toEqual([0, containing("1000000001 lamports (1.000000001 SOL)")]);
    }
    const piped = await bench.run(`verify receipt - --key ${KEY} --format json`, { stdin: envelope });
    expect(JSON.parse(piped.stdout)).toEqual(await receipt());
  });

  it("holds it against package, input and output, however the JSON is written", async () => {
    bench.write({ "receipt.json": signed(await receipt(), market.privateKey, KEY) });
    const ask = (rest: string) => bench.run(`verify receipt receipt.json --key ${KEY} ${rest}`);
    expect((await ask("--package a.skill --input input.json --output output.json")).code).toBe(0);
    expect((await ask("--package a")).code).toBe(0);
    expect(await ask("--package b.skill")).toMatchObject({ code: 1, stdout: "" });
    expect((await ask("--input output.json")).stderr).toContain("not verified: its input has the digest ");
    expect((await ask("--output input.json")).code).toBe(1);
    expect((await ask("--package missing")).code).toBe(3);
    const filled = await receipt();
    filled.predicate.run.appliedInputDigest = digestJson({ n: 1, text: "hi", max: 5 });
    bench.write({
      "receipt.json": signed(filled, market.privateKey, KEY),
      "filled.json": '{"text":"hi","n":1,"max":5}',
    });
    for (const input of ["input.json", "filled.json"]) {
      const { code, stdout } = await ask(`--input ${input}`);
      expect([code, stdout]).toEqual([
        0,
        containing(`applied      ${digestJson({ max: 5, n: 1, text: "hi" })}`),
      ]);
    }
    expect((await ask("--input output.json")).code).toBe(1);
    bench.write({ "large.json": '{ "n": 9007199254740993 }' });
    expect(await ask("--input large.json")).toMatchObject({
      code: 3,
      stderr: containing("the number 9007199254740993 at /n cannot be carried exactly"),
    });
  });

  it("refuses another key, a changed statement and something else, each with its reason", async () => {
    const good = await receipt();
    const wrongSum = structuredClone(good);
    wrongSum.predicate.payment.feeLamports = "1";
    bench.write({
      "receipt.json": signed(good, market.privateKey, KEY),
      "sum.json": signed(wrongSum, market.privateKey, KEY),
      "seal.json": signed(await seal(), market.privateKey, KEY),
      "no.json": "null",
      "bad.json": "{",
    });
    const ask = async (rest: string) => (await bench.run(`verify receipt ${rest}`)).stderr;
    expect(await ask(`receipt.json --key ${stranger}`)).toContain("the signature was not made with this key");
    expect(await ask(`sum.json --key ${KEY}`)).toContain("do not add up");
    expect(await ask(`seal.json --key ${KEY}`)).toContain("is not a receipt");
    expect(await ask(`no.json --key ${KEY}`)).toContain("the signature was not made with this key");
    expect(await ask(`bad.json --key ${KEY}`)).toContain("bad.json: is not valid JSON");
    expect(await ask("receipt.json --key input.json")).toContain("neither a base58 key");
  });
});

describe("verify seal", () => {
  it("is for one verifier, one package and one term", async () => {
    bench.write({ "seal.json": signed(await seal(), verifier.privateKey, VERIFIER) });
    const ask = (rest: string) => bench.run(`verify seal seal.json ${rest}`);
    const good = await ask(`--verifier ${VERIFIER} --package a`);
    expect([good.code, good.stdout]).toEqual([0, containing(`verified: sealed by ${VERIFIER}`)]);
    expect((await ask(`--verifier ${VERIFIER} --package b.skill`)).stderr).toContain("about another package");
    expect((await ask(`--verifier ${stranger} --package a`)).code).toBe(1);
    bench.clock.advanceMs(366 * 86_400_000);
    expect((await ask(`--verifier ${VERIFIER} --package a`)).stderr).toContain("has expired");
    bench.clock.advanceMs(-366 * 86_400_000);
  });

  it("says what was read, and holds the list of it against both packages", async () => {
    const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
    const kept = file("SKILL.md", skillMd("c"));
    bench.write({
      "before.skill": writeArchive([kept, file("gone.txt", "1"), file("main.py", "1")], "c"),
      "after.skill": writeArchive([kept, file("main.py", "2"), file("new.txt", "1")], "c"),
      "other.skill": writeArchive([kept, file("main.py", "3")], "c"),
    });
    const digest = async (archive: string) => `sha256:${await digestOf(archive)}`;
    const of = async (change: Partial<AuditStatement["predicate"]>): Promise<AuditStatement> => {
      const { predicate, ...rest } = await seal();
      const subject: AuditStatement["subject"] = [
        { name: "skill/c@1.1.0", digest: { sha256: await digestOf("after.skill") } },
      ];
      return { ...rest, subject, predicate: { ...predicate, ...change } };
    };
    const ask = async (change: Partial<AuditStatement["predicate"]>, rest = "") => {
      bench.write({ "read.json": signed(await of(change), verifier.privateKey, VERIFIER) });
      const command = `verify seal read.json --verifier ${VERIFIER} --package after.skill ${rest}`;
      const { code, stdout, stderr } = await bench.run(command.trim());
      return [code, stdout + stderr] as const;
    };
    const whole = { count: 3, digest: await digest("after.skill") };
    const none = `sha256:${"0".repeat(64)}`;
    const base = { version: "1.0.0", packageDigest: await digest("before.skill"), statementDigest: none };
    const lines = [`-  gone.txt\n`, `${sha256Hex("2")}  main.py\n`, `${sha256Hex("1")}  new.txt\n`];
    const differing = { count: 3, digest: sha256Digest(lines.join("")) };
    const reduced = { scope: "reduced" as const, base, coveredFiles: differing };
    const checklist = { verifier: ["files_read"], market: ["compatible"] };

    expect(await ask({ coveredFiles: whole })).toEqual([0, containing("read      every file (3)")]);
    expect(await ask({ checklist })).toEqual([0, containing("verifier  files_read")]);
    expect(await ask({ coveredFiles: { ...whole, digest: none } })).toEqual([
      1,
      containing("the files that the statement covers are not those of the package"),
    ]);
    expect(await ask({}, "--base before.skill")).toEqual([1, containing("the seal is a full one")]);
    expect(await ask(reduced)).toEqual([0, containing("read      changes since 1.0.0: files 3")]);
    const compared = await ask(reduced, "--base before.skill");
    for (const line of ["  removed gone.txt", "  changed main.py", "  added   new.txt"])
      expect(compared).toEqual([0, containing(line)]);
    expect(await ask(reduced, "--base other.skill")).toEqual([
      1,
      containing(`were read against ${base.packageDigest}, not ${await digest("other.skill")}`),
    ]);
    expect(await ask({ ...reduced, coveredFiles: whole }, "--base before.skill")).toEqual([
      1,
      containing("are not those that differ"),
    ]);
    const { base: _, ...unnamed } = reduced;
    expect(await ask(unnamed)).toEqual([
      0,
      containing("changes since a version that the statement does not name"),
    ]);
    expect(await ask(unnamed, "--base before.skill")).toEqual([
      1,
      containing("does not name what the changes were read against"),
    ]);
  });

  it("a genuine statement that asks for changes is no seal", async () => {
    bench.write({ "seal.json": signed(await seal("changes_requested"), verifier.privateKey, VERIFIER) });
    const { code, stderr } = await bench.run(`verify seal seal.json --verifier ${VERIFIER} --package a`);
    expect([code, stderr]).toEqual([1, containing("its verdict is changes_requested")]);
  });
});

describe("verify package", () => {
  it("holds a directory or an archive against a digest, a seal, or both", async () => {
    bench.write({ "seal.json": signed(await seal(), verifier.privateKey, VERIFIER) });
    const digest = `sha256:${await digestOf("a.skill")}`;
    for (const what of ["a", "a.skill"]) {
      const both = await bench.run(
        `verify package ${what} --digest ${digest} --seal seal.json --verifier ${VERIFIER}`,
      );
      expect([both.code, both.stdout]).toEqual([0, containing(`verified: sealed by ${VERIFIER}`)]);
      expect((await bench.run(`verify package ${what} --digest ${digest}`)).code).toBe(0);
    }
  });

  it("one changed byte is enough to fail both", async () => {
    bench.write({ "seal.json": signed(await seal(), verifier.privateKey, VERIFIER) });
    bench.write({ "changed/a/SKILL.md": skillMd("a").replace("Title", "Titles") });
    const digest = `sha256:${await digestOf("a.skill")}`;
    const byDigest = await bench.run(`verify package changed/a --digest ${digest}`);
    expect([byDigest.code, byDigest.stderr]).toEqual([1, containing(`not ${digest}`)]);
    const bySeal = await bench.run(`verify package changed/a --seal seal.json --verifier ${VERIFIER}`);
    expect([bySeal.code, bySeal.stderr]).toEqual([1, containing("about another package")]);
    expect((await bench.run("verify package a --digest sha256:12")).code).toBe(2);
  });

  it("a seal that names the files that may be run holds for these alone, an older one for any", async () => {
    const script = [
      { path: "SKILL.md", bytes: Buffer.from(skillMd("a")) },
      { path: "run.sh", bytes: Buffer.from("#!/bin/sh\n"), executable: true },
    ];
    bench.write({
      "runs.skill": writeArchive(script, "a"),
      "rests.skill": writeArchive(
        script.map((file) => ({ ...file, executable: false })),
        "a",
      ),
    });
    const older = await seal();
    const subject: AuditStatement["subject"] = [
      { name: "skill/a@1.0.0", digest: { sha256: await digestOf("runs.skill") } },
    ];
    const newer = {
      ...older,
      subject,
      predicate: { ...older.predicate, executablesDigest: executablesDigest(["run.sh"]) },
    };
    bench.write({
      "older.json": signed({ ...older, subject }, verifier.privateKey, VERIFIER),
      "newer.json": signed(newer, verifier.privateKey, VERIFIER),
    });
    const check = async (file: string, archive: string) => {
      const { code, stderr } = await bench.run(
        `verify seal ${file} --verifier ${VERIFIER} --package ${archive}`,
      );
      return stderr.includes("other files may be run") ? "other modes" : code;
    };
    expect(await check("newer.json", "runs.skill")).toBe(0);
    expect(await check("newer.json", "rests.skill")).toBe("other modes");
    expect(await check("older.json", "runs.skill")).toBe(0);
    expect(await check("older.json", "rests.skill")).toBe(0);
    const whole = await bench.run(`verify package rests.skill --seal newer.json --verifier ${VERIFIER}`);
    expect([whole.code, whole.stderr]).toEqual([1, containing("other files may be run")]);
  });

  it("compiled code and modules beside what was sealed fail both: they run in its place", async () => {
    const digest = `sha256:${await digestOf("a.skill")}`;
    bench.write({ "seal.json": signed(await seal(), verifier.privateKey, VERIFIER) });
    for (const extra of [
      "__pycache__/main.cpython-311.pyc",
      "node_modules/left-pad/index.js",
      ".git/config",
    ]) {
      const where = extra.split("/")[0] ?? "";
      bench.write({ [`beside${where}/a/SKILL.md`]: skillMd("a"), [`beside${where}/a/${extra}`]: "x" });
      const byDigest = await bench.run(`verify package beside${where}/a --digest ${digest}`);
      expect([extra, byDigest.code, byDigest.stderr]).toEqual([extra, 1, containing("every file counts")]);
      const bySeal = await bench.run(
        `verify seal seal.json --verifier ${VERIFIER} --package beside${where}/a`,
      );
      expect([extra, bySeal.code]).toEqual([extra, 1]);
    }
  });
});

it.each([
  ["verify receipt", "FILE"],
  ["verify receipt x", "--key is missing"],
  ["verify seal x --verifier y", "--package is missing"],
  ["verify seal x --verifier y --package z --key k", "is for receipts"],
  [`verify receipt x --key ${KEY} --verifier y`, "is for seals"],
  ["verify frob x", "receipt, seal, package, provenance or log is expected"],
  ["verify package x", "--digest or --seal is missing"],
  ["verify package x --seal y", "belong together"],
  ["verify package x --digest y --key k", "is for receipts"],
  ["verify log x", "--key is missing"],
  [`verify log x --key ${KEY} --digest y`, "is not for log"],
])("%s makes no sense", async (line, message) => {
  expect(await bench.run(line)).toMatchObject({ code: 2, stderr: containing(message) });
});
