import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "@/lib/db/transaction";
import { testDatabase } from "@/lib/testing/database";
import { appendToLog } from "@/lib/log/transparency/append-to-log";
import { hashLeaf, readerOf, rootHash } from "@/lib/log/transparency/merkle";
import { findLogNodes } from "@/lib/log/transparency/repository";
import { parseTilePath, readTile } from "@/lib/log/transparency/tiles";

const database = testDatabase();
const ENTRIES = 300;

beforeAll(async () => {
  for (let first = 0; first < ENTRIES; first += 30)
    await inTransaction(async (db) => {
      for (let at = first; at < first + 30; at++)
        await appendToLog(db, { kind: "version:published", subjectId: `v${at}`, data: {} }, new Date());
    });
});

describe("the path of a tile", () => {
  test.each([
    ["0/x001/x234/067", { level: 0, index: 1_234_067, width: 256 }], // the specification's own example
    ["0/000", { level: 0, index: 0, width: 256 }],
    ["1/000.p/5", { level: 1, index: 0, width: 5 }],
    ["entries/x001/000.p/255", { level: "entries", index: 1000, width: 255 }],
  ] as const)("%s names its place", (path, place) => {
    expect(parseTilePath(path)).toEqual(place);
  });

  test.each([
    "",
    "0",
    "0/0",
    "0/0000",
    "x/000",
    "7/000",
    "0/x000/001",
    "0/001/002",
    "0/000.p/0",
    "0/000.p/256",
    "0/000.p/07",
    "0/000.p",
    "0/x001/x001/x001/001",
    "-1/000",
    "0/../000",
    "entries/000/",
  ])("%s names nothing", (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});

describe("tiles", () => {
  test("a client that has nothing but tiles and entry bundles computes the root of the log", async () => {
    const bundles = await Promise.all([
      readTile({ level: "entries", index: 0, width: 256 }),
      readTile({ level: "entries", index: 1, width: ENTRIES - 256 }),
    ]);
    const leaves = bundles.flatMap(entriesOf).map(hashLeaf);
    expect(leaves).toHaveLength(ENTRIES);
    const hashes = Buffer.concat([
      await readTile({ level: 0, index: 0, width: 256 }),
      await readTile({ level: 0, index: 1, width: ENTRIES - 256 }),
    ]);
    expect(hashes.equals(Buffer.concat(leaves))).toBe(true);
    // One hash of level 1 stands for the first full tile of level 0.
    const above = await readTile({ level: 1, index: 0, width: 1 });
    expect(Buffer.from(above).equals(rootHash(readerOf(leaves.slice(0, 256)), 256))).toBe(true);
    const nodes = await findLogNodes(database(), [{ level: 8, index: 0 }]);
    expect(nodes.get("8/0")?.equals(Buffer.from(above))).toBe(true);
    expect(pairwise(leaves.slice(0, 256)).equals(Buffer.from(above))).toBe(true);
  });

  test("what the log does not reach yet is not there", async () => {
    for (const place of [
      { level: 0, index: 1, width: 256 },
      { level: 0, index: 1, width: ENTRIES - 255 },
      { level: 1, index: 0, width: 2 },
      { level: "entries" as const, index: 2, width: 1 },
    ])
      await expect(readTile(place)).rejects.toMatchObject({ code: "LOG_ENTRY_NOT_FOUND" });
  });
});

function entriesOf(bundle: Uint8Array): Buffer[] {
  const bytes = Buffer.from(bundle);
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

/** The root over a power of two of leaves, written down once more and as simply as can be. */
function pairwise(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes;
  if (hashes.length === 1 && only) return only;
  const half = hashes.length / 2;
  const hash = createHash("sha256").update(Buffer.from([1]));
  return hash
    .update(pairwise(hashes.slice(0, half)))
    .update(pairwise(hashes.slice(half)))
    .digest();
}
