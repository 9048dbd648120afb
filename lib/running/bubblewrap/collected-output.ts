import { isUtf8 } from "node:buffer";
import fs from "node:fs";

const READ_BYTES = 64 * 1024;

/**
 * What a run writes to one pipe, taken when asked and kept within bounds: so many of the first bytes, or of the last.
 * Asked for instead of listened to, because node can only listen to a descriptor by owning it, and because the answer
 * must not wait for the end of a pipe that a stray process may hold open.
 */
export class CollectedOutput {
  readonly #fd: number;
  readonly #keep: { readonly end: "head" | "tail"; readonly bytes: number };
  #kept = Buffer.alloc(0);
  #totalBytes = 0;

  constructor(fd: number, keep: { end: "head" | "tail"; bytes: number }) {
    this.#fd = fd;
    this.#keep = keep;
  }

  /** Bytes ever taken, kept or not. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Takes what is there now, at most one pipe's content; false when there was nothing. */
  take(): boolean {
    const chunk = readWaiting(this.#fd);
    this.#totalBytes += chunk.length;
    const { end, bytes } = this.#keep;
    if (end === "tail") this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-bytes);
    else if (this.#kept.length < bytes) this.#kept = Buffer.concat([this.#kept, chunk]).subarray(0, bytes);
    return chunk.length > 0;
  }

  text(): string {
    return this.#kept.toString("utf8");
  }

  get isUtf8(): boolean {
    return isUtf8(this.#kept);
  }
}

function readWaiting(fd: number): Buffer {
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  try {
    return chunk.subarray(0, fs.readSync(fd, chunk));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return chunk.subarray(0, 0);
    throw error;
  }
}
