import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256Digest } from "@/lib/kernel/digest";
import { blobKey, type BlobStore } from "./blob-store";
import { directoryBlobStore } from "./directory-blob-store";
import { openBlobStore } from "./current-blob-store";

const EMPTY = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const folder = mkdtempSync(path.join(tmpdir(), "blobs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where a store keeps a blob, so that a test can damage it behind the store's back. */
interface Damage {
  overwrite(digest: string, bytes: Uint8Array): Promise<void>;
}

const directory = path.join(folder, "directory");
const directoryDamage: Damage = {
  async overwrite(digest, bytes) {
    writeFileSync(path.join(directory, blobKey(digest)), bytes);
  },
};

interface S3Object {
  bucket: string;
  key: string;
  content: NodeJS.ReadableStream;
  metadata: Record<string, string>;
}
interface S3Server {
  callback(): Parameters<typeof createServer>[1];
  configureBuckets(): Promise<unknown>;
  store: {
    putObject(object: S3Object): Promise<{ size: number; md5: string }>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    getResourcePath(bucket: string, key: string, resource: "object"): string;
  };
}
type S3ServerConstructor = new (options: Record<string, unknown>) => S3Server;

const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
let s3Url = "";
const s3Damage: Damage = {
  async overwrite(digest, bytes) {
    const { S3Client, PutObjectCommand } = await import("@aws-sdk/client-s3");
    const client = new S3Client({
      region: "us-east-1",
      endpoint: new URL(s3Url).searchParams.get("endpoint") ?? "",
      forcePathStyle: true,
      credentials,
      requestChecksumCalculation: "WHEN_REQUIRED",
    });
    await client.send(
      new PutObjectCommand({ Bucket: "packages", Key: `blobs/${blobKey(digest)}`, Body: bytes }),
    );
    client.destroy();
  },
};

/**
 * As S3 does, and the server of the tests does not: what is answered as stored is there whole, for everybody who
 * asks then.
 */
function storeAtOnce({ store }: S3Server): void {
  let writes = 0;
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const place = store.getResourcePath(bucket, key, "object");
    const bytes = await buffer(content);
    await mkdir(path.dirname(place), { recursive: true });
    const written = `${place}.${++writes}`;
    await writeFile(written, bytes);
    await rename(written, place);
    const md5 = createHash("md5").update(bytes).digest("hex");
    await store.putMetadata(bucket, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
}

const close: (() => void)[] = [];
beforeAll(async () => {
  const S3rver = createRequire(import.meta.url)("s3rver") as S3ServerConstructor;
  const s3 = new S3rver({
    silent: true,
    directory: path.join(folder, "s3"),
    configureBuckets: [{ name: "packages" }],
    resetOnClose: false,
  });
  storeAtOnce(s3);
  await s3.configureBuckets();
  const server = createServer(s3.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  s3Url = `s3://packages/blobs?endpoint=http://127.0.0.1:${port}`;
});
afterAll(() => close.forEach((stop) => stop()));

describe.each<[string, () => BlobStore, Damage]>([
  ["directory", () => openBlobStore(`file://${directory}`), directoryDamage],
  ["S3", () => openBlobStore(s3Url, { credentials }), s3Damage],
])("the %s blob store", (_name, open, damage) => {
  it("gives back the bytes under their digest", async () => {
    const store = open();
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251);
    const digest = await store.put(bytes);
    expect(digest).toBe(sha256Digest(bytes));
    expect(Buffer.from(await store.get(digest)).equals(bytes)).toBe(true);
    await store.close?.();
  });

  it("stores nothing at all as well, and the same bytes any number of times at once", async () => {
    const store = open();
    const digests = await Promise.all(Array.from({ length: 8 }, async () => store.put(new Uint8Array())));
    expect(new Set(digests)).toEqual(new Set([EMPTY]));
    expect((await store.get(EMPTY)).length).toBe(0);
    await store.close?.();
  });

  it("knows what it has", async () => {
    const store = open();
    const digest = sha256Digest(Buffer.from("not stored yet"));
    expect(await store.has(digest)).toBe(false);
    await expect(store.get(digest)).rejects.toMatchObject({ code: "PACKAGE_CORRUPT" });
    await store.put(Buffer.from("not stored yet"));
    expect(await store.has(digest)).toBe(true);
    await store.close?.();
  });

  it("deletes one, any number of times, and takes it again", async () => {
    const store = open();
    const digest = await store.put(Buffer.from("of an upload that was refused"));
    await store.delete(digest);
    await store.delete(digest);
    expect(await store.has(digest)).toBe(false);
    expect(await store.put(Buffer.from("of an upload that was refused"))).toBe(digest);
    expect(await store.has(digest)).toBe(true);
    await store.close?.();
  });

  it("refuses to hand out bytes that were changed, until they are stored anew", async () => {
    const store = open();
    const digest = await store.put(Buffer.from("original"));
    await damage.overwrite(digest, Buffer.from("tampered"));
    await expect(store.get(digest)).rejects.toMatchObject({ code: "PACKAGE_CORRUPT" });
    await store.put(Buffer.from("original"));
    expect(Buffer.from(await store.get(digest)).toString()).toBe("original");
    await store.close?.();
  });

  it.each([
    "",
    "sha256:",
    "sha256:../../../etc/passwd",
    "a".repeat(64),
    `sha256:${"A".repeat(64)}`,
    `${EMPTY}\n`,
  ])("takes no name but a digest: %j", async (name) => {
    const store = open();
    await expect(store.get(name)).rejects.toThrow(RangeError);
    await expect(store.has(name)).rejects.toThrow(RangeError);
    await expect(store.delete(name)).rejects.toThrow(RangeError);
  });
});

describe("the directory blob store", () => {
  it("leaves no temporary file behind and puts blobs into sharded folders", async () => {
    const root = path.join(folder, "sharded");
    const digest = await directoryBlobStore(root).put(Buffer.from("x"));
    expect(readFileSync(path.join(root, blobKey(digest)), "utf8")).toBe("x");
    expect(readdirSync(path.dirname(path.join(root, blobKey(digest))))).toHaveLength(1);
  });

  it("touches nothing before the first call", () => {
    openBlobStore(`file://${path.join(folder, "untouched")}`);
    expect(existsSync(path.join(folder, "untouched"))).toBe(false);
  });
});

describe("a blob store URL", () => {
  it.each(["", "/var/blobs", "file:", "http://example.com", "s3:///prefix"])("is refused: %j", (url) => {
    expect(() => openBlobStore(url)).toThrow(RangeError);
  });
});
