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

const modeOf = async (place: string) => (await fs.stat(place)).mode & 0o777;

test("no other user reads a package or the folders it lies in; those above stay open to who passes", async () => {
  const above = path.join(top, "above");
  const root = path.join(above, "closed");
  await directoryBlobStore(root).put(bytes);
  expect(await Promise.all(foldersOf(root).map(modeOf))).toEqual([0o700, 0o700, 0o700]);
  expect(await modeOf(path.join(root, blobKey(digest)))).toBe(0o600);
  expect((await modeOf(above)) & 0o011).toBe(0o011);
});

test("what an earlier release let others read is closed at the start, also when that was cut off", async () => {
  const root = path.join(top, "open");
  const store = directoryBlobStore(root);
  await store.put(bytes);
  const [folder = "", ...folders] = foldersOf(root);
  const files = [path.join(root, blobKey(digest)), path.join(folder, ".tmp-0123456789abcdef")];
  writeFileSync(files[1] ?? "", "half a pack");
  for (const place of [...folders, folder]) await fs.chmod(place, 0o755);
  for (const file of files) await fs.chmod(file, 0o644);
  // The first try got as far as the folders below.
  await fs.chmod(folder, 0o700);
  await fs.chmod(files[0] ?? "", 0o600);
  await fs.chmod(files[1] ?? "", 0o600);
  await store.closeToOthers?.();
  expect(await Promise.all([...folders, folder].map(modeOf))).toEqual([0o700, 0o700, 0o700]);
  expect(await Promise.all(files.map(modeOf))).toEqual([0o600, 0o600]);
  expect(Buffer.from(await store.get(digest)).equals(bytes)).toBe(true);
  await directoryBlobStore(path.join(top, "not there")).closeToOthers?.();
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
    removed += (await store.purgeTemporaries?.(new Date(now - DAY_MS), new Date(now + turn * TURN_MS))) ?? 0;
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
  expect(await directoryBlobStore(path.join(top, "none")).purgeTemporaries?.(new Date(), new Date())).toBe(0);
});
