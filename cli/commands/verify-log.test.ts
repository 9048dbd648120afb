import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { expect, it } from "vitest";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { signCheckpoint } from "@/lib/log/transparency/checkpoint";
import { hashLeaf, readerOf, rootHash } from "@/lib/log/transparency/merkle";
import { containing, Workbench } from "../testing/run-cli";

const bench = new Workbench();
const market = generateKeyPairSync("ed25519");
const stranger = addressOfKey(generateKeyPairSync("ed25519").publicKey);
const KEY = addressOfKey(market.publicKey);
bench.write({ "key.pem": market.publicKey.export({ type: "spki", format: "pem" }) });

const bodies = ["one", "two", "three"].map((name) => JSON.stringify({ kind: "test", name }));
const entries = bodies.map((body, seq) => ({
  seq,
  body,
  leaf_hash: hashLeaf(Buffer.from(body)).toString("hex"),
}));
const leaves = bodies.map((body) => hashLeaf(Buffer.from(body)));
const checkpoint = signCheckpoint(
  { origin: "market.example/log", size: 3, root: rootHash(readerOf(leaves), 3) },
  { privateKey: market.privateKey, keyId: KEY },
);

it("says how many entries the market answers for", async () => {
  bench.write({ "log.json": JSON.stringify({ checkpoint, entries }) });
  const { code, stdout } = await bench.run("verify log log.json --key key.pem");
  expect([code, stdout]).toEqual([0, containing("entries   3")]);
});

it("asks for the cosignature of a witness, in the log's checkpoint or in one from elsewhere", async () => {
  const witness = generateKeyPairSync("ed25519");
  const typed = Buffer.concat([
    Buffer.from([4]),
    witness.publicKey.export({ type: "spki", format: "der" }).subarray(-32),
  ]);
  const hash = createHash("sha256").update("witness.example\n").update(typed).digest().subarray(0, 4);
  const key = `witness.example+${hash.toString("hex")}+${typed.toString("base64")}`;
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_795_219_200n);
  const text = checkpoint.slice(0, checkpoint.lastIndexOf("\n\n") + 1);
  const signed = sign(null, Buffer.from(`cosignature/v1\ntime 1795219200\n${text}`), witness.privateKey);
  const line = `— witness.example ${Buffer.concat([hash, time, signed]).toString("base64")}\n`;
  bench.write({
    "log.json": JSON.stringify({ checkpoint, entries }),
    "cosigned.txt": checkpoint + line,
  });
  const ask = `verify log log.json --key ${KEY} --witness ${key}`;
  expect(await bench.run(ask)).toMatchObject({
    code: 1,
    stderr: containing("not cosigned by this witness"),
  });
  expect(await bench.run(`${ask} --checkpoint cosigned.txt`)).toMatchObject({
    code: 0,
    stdout: containing("witnessed 2026-11-21T00:00:00.000Z by witness.example"),
  });
  expect((await bench.run(`verify log log.json --key ${KEY} --witness nobody`)).code).toBe(2);
});

it("finds a tampered entry, a missing one and another key", async () => {
  const ask = async (change: object, key = KEY) => {
    bench.write({ "log.json": JSON.stringify({ checkpoint, entries, ...change }) });
    return bench.run(`verify log log.json --key ${key}`);
  };
  const tampered = entries.with(1, {
    ...entries[0],
    seq: 1,
    body: "{}",
    leaf_hash: entries[1]?.leaf_hash ?? "",
  });
  expect(await ask({ entries: tampered })).toMatchObject({
    code: 1,
    stderr: containing("entry 1 was changed"),
  });
  expect((await ask({ entries: entries.slice(1) })).stderr).toContain("more entries than were given");
  expect((await ask({}, stranger)).stderr).toContain("not signed with this key");
  expect((await ask({ entries: "none" })).code).toBe(3);
});
