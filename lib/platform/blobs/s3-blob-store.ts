import type * as Sdk from "@aws-sdk/client-s3";
import { MemoizedSuccess } from "@/lib/kernel/memoize";
import { sha256Digest } from "@/lib/kernel/digest";
import { assertBlobIntact, blobKey, blobMissing, type BlobStore } from "./blob-store";

/**
 * For so long may a store say nothing, to each of the client's three tries. It waits for ever by itself: one that was
 * cut off unseen would keep whoever asks, and the worker, until somebody ends them.
 */
const SILENCE_MS = 5_000;
const SERVER_FAULT = 500;

export interface S3BlobStoreOptions {
  readonly bucket: string;
  /** Put before each key, without a slash at the end; empty for none. */
  readonly prefix?: string;
  /** For anything but the provider's own service; such servers are addressed by path, not by host name. */
  readonly endpoint?: string;
  readonly region?: string;
  /** Left to the client's own lookup (environment, profile, instance role) when absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly silenceMs?: number;
}

/**
 * A blob store in an S3 bucket. The client library is loaded with the first call: it is large, and a server that
 * keeps its blobs in a directory never needs it.
 */
export function s3BlobStore(options: S3BlobStoreOptions): BlobStore {
  const keyOf = (digest: string) => [options.prefix ?? "", blobKey(digest)].filter(Boolean).join("/");
  const connection = new MemoizedSuccess(() => connect(options));

  async function has(digest: string): Promise<boolean> {
    const object = { Bucket: options.bucket, Key: keyOf(digest) };
    const { sdk, client } = await connection.get();
    try {
      await client.send(new sdk.HeadObjectCommand(object));
      return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw toldOf(error);
    }
  }

  return {
    has,
    async put(bytes) {
      const digest = sha256Digest(bytes);
      const { sdk, client } = await connection.get();
      const command = new sdk.PutObjectCommand({
        Bucket: options.bucket,
        Key: keyOf(digest),
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: "application/octet-stream",
      });
      await client.send(command).catch(rethrow);
      return digest;
    },
    async get(digest) {
      const object = { Bucket: options.bucket, Key: keyOf(digest) };
      const { sdk, client } = await connection.get();
      const answer = await client.send(new sdk.GetObjectCommand(object)).catch((error: unknown) => {
        throw isAbsent(error) ? blobMissing(digest, error) : toldOf(error);
      });
      if (answer.Body === undefined) throw blobMissing(digest);
      const bytes = await answer.Body.transformToByteArray().catch(rethrow);
      assertBlobIntact(bytes, digest);
      return bytes;
    },
    async delete(digest) {
      const object = { Bucket: options.bucket, Key: keyOf(digest) };
      const { sdk, client } = await connection.get();
      await client.send(new sdk.DeleteObjectCommand(object)).catch(rethrow);
    },
    async close() {
      (await connection.take())?.client.destroy();
    },
  };
}

async function connect(options: S3BlobStoreOptions): Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> {
  const sdk = await import("@aws-sdk/client-s3");
  const { silenceMs = SILENCE_MS } = options;
  const config: Sdk.S3ClientConfig = {
    region: options.region ?? "us-east-1",
    // The default adds a checksum trailer that several S3 servers store as part of the object.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
  };
  if (options.endpoint !== undefined)
    Object.assign(config, { endpoint: options.endpoint, forcePathStyle: true });
  if (options.credentials !== undefined) config.credentials = options.credentials;
  return { sdk, client: new sdk.S3Client(config) };
}

/** `NotFound` answers HEAD, which has no body to name a code; `NoSuchKey` answers GET. A missing bucket is a fault. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey");
}

function rethrow(error: unknown): never {
  throw toldOf(error);
}

/** A store that stays silent, or says that it cannot now, is away like one that refuses connections. */
function toldOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { $metadata } = error as Partial<Sdk.S3ServiceException>;
  const isAway = error.name === "TimeoutError" || ($metadata?.httpStatusCode ?? 0) >= SERVER_FAULT;
  if (!isAway) return error;
  const told = new Error(`The store of packages does not answer: ${error.message}`, { cause: error });
  return Object.assign(told, { code: "ETIMEDOUT" });
}
