import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { platformKey } from "@/lib/log/attestation/platform-key";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { openCheckpoint } from "@/lib/log/transparency/checkpoint";
import { hashLeaf } from "@/lib/log/transparency/merkle";
import { verifyConsistency, verifyInclusion } from "@/lib/log/transparency/testing/verify-proofs";
import { verifyLog } from "@/lib/log/transparency/verify-log";

testDatabase();
testBlobStore();

interface Entry {
  seq: number;
  kind: string;
  body: string;
  leaf_hash: string;
}

const bytesOf = (hashes: unknown) => (hashes as string[]).map((hash) => Buffer.from(hash, "base64"));

beforeAll(async () => {
  const publisher = await makeAccount();
  for (let i = 0; i < 3; i++) await publishNow(buildSkillPackage({ name: uniqueName() }), publisher);
});

describe("the public log", () => {
  test("is signed with a key that was published before its first checkpoint went out", async () => {
    expect((await call("GET", "/v1/log/checkpoint")).status).toBe(200);
    const answered = new Date().toISOString();
    const [key] = (await call("GET", "/v1/keys")).body["keys"] as { key_id: string; valid_from: string }[];
    expect(key?.key_id).toBe(platformKey().keyId);
    expect(key && key.valid_from <= answered).toBe(true);
  });

  test("verifies as a whole with the market's published key, page by page", async () => {
    const { keyId } = platformKey();
    const first = (await call("GET", "/v1/log/entries?limit=2")).body;
    const second = (await call("GET", `/v1/log/entries?start=${String(first["next"])}`)).body;
    const entries = [...(first["entries"] as Entry[]), ...(second["entries"] as Entry[])];
    expect(second["next"]).toBeNull();
    const published = entries.map(({ seq, body, leaf_hash: leafHash }) => ({ seq, body, leafHash }));
    const checkpoint = new TextDecoder().decode((await call("GET", "/v1/log/checkpoint")).bytes);
    expect(verifyLog({ checkpoint, entries: published }, keyId)).toMatchObject({ ok: true });
  });

  test("proves an entry and its growth", async () => {
    const { keyId } = platformKey();
    const inclusion = (await call("GET", "/v1/log/proof/inclusion?seq=1")).body;
    const now = openCheckpoint(inclusion["checkpoint"] as string, keyId);
    const then = openCheckpoint(
      (await call("GET", "/v1/log/proof/inclusion?seq=0&size=2")).body["checkpoint"] as string,
      keyId,
    );
    if (!now || !then) throw new Error("not signed");
    const leaf = hashLeaf(Buffer.from((inclusion["entry"] as Entry).body));
    expect(verifyInclusion({ leaf, index: 1, ...now }, bytesOf(inclusion["hashes"]))).toBe(true);
    const growth = (await call("GET", "/v1/log/proof/consistency?first=2")).body;
    const claim = { first: 2, firstRoot: then.root, second: now.size, secondRoot: now.root };
    expect(verifyConsistency(claim, bytesOf(growth["hashes"]))).toBe(true);
  });

  test("404 LOG_ENTRY_NOT_FOUND beyond its end, 400 for what is no number", async () => {
    expectProblem(await call("GET", "/v1/log/proof/inclusion?seq=99"), 404, "LOG_ENTRY_NOT_FOUND");
    expectProblem(
      await call("GET", "/v1/log/proof/consistency?first=9&second=4"),
      404,
      "LOG_ENTRY_NOT_FOUND",
    );
    expectProblem(await call("GET", "/v1/log/entries?start=-1"), 400, "REQUEST_INVALID");
  });

  test("gives the leaf hashes and the entries as tiles, under the prefix of its checkpoint", async () => {
    const { keyId } = platformKey();
    const note = new TextDecoder().decode((await call("GET", "/v1/log/checkpoint")).bytes);
    const now = openCheckpoint(note, keyId);
    if (!now) throw new Error("not signed");
    const hashes = await call("GET", `/v1/log/tile/0/000.p/${now.size}`);
    expect(hashes.status).toBe(200);
    expect(hashes.headers.get("content-type")).toBe("application/octet-stream");
    expect(hashes.headers.get("cache-control")).toContain("immutable");
    const bundle = Buffer.from((await call("GET", `/v1/log/tile/entries/000.p/${now.size}`)).bytes);
    const length = bundle.readUInt16BE(0);
    const [first] = (await call("GET", "/v1/log/entries?limit=1")).body["entries"] as Entry[];
    expect(bundle.subarray(2, 2 + length).toString()).toBe(first?.body);
    expect(Buffer.from(hashes.bytes).subarray(0, 32).toString("hex")).toBe(first?.leaf_hash);
  });

  test.each(["0/000", "0/0", "0/000.p/0", "9/000.p/1", "entries/001.p/1", "0/x001/000.p/1", "x/y/z/w"])(
    "tile/%s is not there",
    async (path) => {
      expectProblem(await call("GET", `/v1/log/tile/${path}`), 404, "LOG_ENTRY_NOT_FOUND");
    },
  );
});
