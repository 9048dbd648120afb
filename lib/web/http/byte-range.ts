import { DomainError } from "@/lib/kernel/errors";

/** Positions of bytes, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.1.2 and 14.2). Null where all is sent: without
 * the header, for another unit or several ranges, which a server may pass over, and for what is no range. Throws
 * RANGE_NOT_SATISFIABLE for one that begins behind the end.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | null {
  const [, from = "", to = ""] = ONE_RANGE.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  if (first < size)
    return { first, last: from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1) };
  throw new DomainError("RANGE_NOT_SATISFIABLE", `There are ${size} bytes; the range starts after them.`);
}
