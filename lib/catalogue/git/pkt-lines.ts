import { DomainError } from "@/lib/kernel/errors";

// A line of git's protocol (gitprotocol-common(5)): four hexadecimal digits that count the whole line, then its text.
//
//   0000  flush      0001  delimiter (version 2)      0002  end of an answer (version 2)      0005 … fff0  a line

export const FLUSH = "0000";
export const DELIMITER = "0001";
const HEADER_BYTES = 4;
/** Of one line on a side band: 65,520 without the count and the number of the band. */
export const MAX_BAND_BYTES = 65_515;
const LENGTH = /^[0-9a-f]{4}$/i;

/** One line of text. */
export const pktLine = (text: string): string =>
  (Buffer.byteLength(text) + HEADER_BYTES).toString(16).padStart(4, "0") + text;

/** A line on a side band: 1 holds the pack, 2 what the person is shown, 3 why it ends. */
export function bandLine(band: 1 | 2 | 3, bytes: Uint8Array): Uint8Array {
  const length = (bytes.length + HEADER_BYTES + 1).toString(16).padStart(4, "0");
  return Buffer.concat([Buffer.from(length), Buffer.from([band]), bytes]);
}

/** What a body says: lines without the break at their end, and where it was parted. */
export type Packet = { line: string } | "flush" | "delimiter";

/** The lines of a body. Throws REQUEST_INVALID for what is none. */
export function readPackets(bytes: Uint8Array): Packet[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packets: Packet[] = [];
  let at = 0;
  while (at < body.length) {
    const digits = body.toString("latin1", at, at + HEADER_BYTES);
    const length = LENGTH.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (length === 0 || length === 1 || length === 2) {
      packets.push(length === 1 ? "delimiter" : "flush");
      at += HEADER_BYTES;
      continue;
    }
    if (!(length >= HEADER_BYTES && at + length <= body.length)) {
      throw new DomainError("REQUEST_INVALID", `The body is no sequence of git's lines: see byte ${at}.`);
    }
    packets.push({ line: body.toString("utf8", at + HEADER_BYTES, at + length).replace(/\n$/, "") });
    at += length;
  }
  return packets;
}
