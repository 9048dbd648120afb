import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { sha256Digest } from "@/lib/kernel/digest";
import { blobKey } from "./blob-store";
import { directoryBlobStore } from "./directory-blob-store";

// The real file system, of which is kept what was flushed, and between two steps of which another process can act.
const { flushed, meanwhile } = vi.hoisted(() => ({
  flushed: [] as string[],
  meanwhile: { beforeMove: null as ((temporary: string) => Promise<void>) | null },
}));
vi.mock("node:fs/promises", async (importActual) => {
  const real = await importActual<typeof fs>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const handle = await real.open(...given);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        flushed.push(String(given[0]));
        await sync();
      };
      return handle;
    },
    async rename(...given: Parameters<typeof real.rename>) {
      const act = meanwhile.beforeMove;
      meanwhile.beforeMove = null;
      await act?.(String(given[0]));
      await real.rename(...given);
    },
  };
});

const top = mkdtempSync(path.join(tmpdir(), "blobs-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
beforeEach(() => {
  flushed.length = 0;
});

const bytes = Buffer.from("a package");
const digest = sha256Digest(bytes);
const foldersOf = (root: string) => [
  path.dirname(path.join(root, blobKey(digest))),
  path.dirname(path.dirname(path.join(root, blobKey(digest)))),
  root,
];

test("a blob is on the disk with all the folders that lead to it", async () => {
  const root = path.join(top, "made", "with", "it");
  await directoryBlobStore(root).put(bytes);
  const above = [path.join(top, "made", "with"), path.join(top, "made"), top];
  expect(flushed).toEqual(expect.arrayContaining([...foldersOf(root), ...above]));
});

test("one that was there already is too: who moved it there may have been killed before it was", async () => {
  const root = path.join(top, "there");
  await directoryBlobStore(root).put(bytes);
  flushed.length = 0;
  await directoryBlobStore(root).put(bytes);
  expect(flushed).toEqual(foldersOf(root));
});

const DAY_MS = 24 * 3_600_000;
const TURN_MS = 600_000;
const TURNS = 256;

test("what killed writers have left goes in time, and nothing else", async () => {
  const root = path.join(top, "swept");
  const store = directoryBlobStore(root);
  await store.put(bytes);
  const [folder = ""] = foldersOf(root);
  const now = Date.now();
  const old = new Date(now - 2 * DAY_MS);
  const put = (name: string, changed: Date) => {
    writeFileSync(path.join(folder, name), "half a pack");
    utimesSync(path.join(folder, name), changed, changed);
  };
  put(".tmp-0123456789abcdef", old);
  put(".tmp-fedcba9876543210", new Date(now - DAY_MS / 2));
  put(".tmp-of-somebody-else", old);
  writeFileSync(path.join(path.dirname(folder), "a file where folders are"), "");
  utimesSync(path.join(root, blobKey(digest)), old, old);

  let removed = 0;
  for (let turn = 0; turn < TURNS; turn++)
    removed += (await store.sweepTemporaries?.(new Date(now - DAY_MS), new Date(now + turn * TURN_MS))) ?? 0;
  expect(removed).toBe(1);
  expect((await fs.readdir(folder)).sort()).toEqual([
    ".tmp-fedcba9876543210",
    ".tmp-of-somebody-else",
    path.basename(blobKey(digest)),
  ]);
});

test("a writer whose file is swept away while it writes stores the blob all the same", async () => {
  const root = path.join(top, "slow");
  const store = directoryBlobStore(root);
  meanwhile.beforeMove = (temporary) => fs.rm(temporary);
  await store.put(bytes);
  expect(Buffer.from(await store.get(digest)).equals(bytes)).toBe(true);
});

test("an empty store has nothing to sweep", async () => {
  expect(await directoryBlobStore(path.join(top, "none")).sweepTemporaries?.(new Date(), new Date())).toBe(0);
});
