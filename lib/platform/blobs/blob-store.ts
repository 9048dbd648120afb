import { sha256Digest } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";

/**
 * Immutable bytes named by their digest `sha256:<hex>`. Every `get` checks the digest, so what comes out is what
 * went in or an error, never something else.
 */
export interface BlobStore {
  /** Stores the bytes durably before it resolves, and gives their digest. Storing the same bytes again is free. */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws DomainError PACKAGE_CORRUPT if the bytes are absent or no longer match the digest. */
  get(digest: string): Promise<Uint8Array>;
  /** True if the blob is stored; says nothing about its condition. */
  has(digest: string): Promise<boolean>;
  /** Deletes the blob; nothing happens when it is not there. */
  delete(digest: string): Promise<void>;
  /**
   * Removes what killed writers have left before `before`, in the part of the store that it is the turn of at `now`;
   * absent where a killed writer leaves nothing. Returns how many files that were.
   */
  purgeTemporaries?(before: Date, now: Date): Promise<number>;
  /** Takes from other users of the machine what an earlier release let them read; absent where there are none. */
  closeToOthers?(): Promise<void>;
  close?(): Promise<void>;
}

const DIGEST = /^sha256:([0-9a-f]{64})$/;

/**
 * The place of a blob in any store: `ab/cd/<64 digits>`, so that no folder grows beyond what its file system
 * lists quickly. The digest is checked first: it may come from outside and must not name another place.
 *
 * @throws RangeError if it is not a digest.
 */
export function blobKey(digest: string): string {
  const hex = DIGEST.exec(digest)?.[1];
  if (hex === undefined)
    throw new RangeError("A blob is named by sha256: and 64 lower-case hexadecimal digits.");
  return `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex}`;
}

/** @throws DomainError PACKAGE_CORRUPT if the bytes are not those of the digest. */
export function assertBlobIntact(bytes: Uint8Array, digest: string): void {
  const found = sha256Digest(bytes);
  if (found !== digest) {
    throw new DomainError("PACKAGE_CORRUPT", "Stored bytes no longer match their digest.", {
      details: { digest, found },
    });
  }
}

export function blobMissing(digest: string, cause?: unknown): DomainError {
  return new DomainError("PACKAGE_CORRUPT", "Stored bytes are missing.", { details: { digest }, cause });
}
