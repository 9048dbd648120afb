import { RemoteError } from "./remote-error";

/** A line of git's protocol, without the line break at its end, or one of the marks between lines. */
export type Packet = { kind: "line"; text: string } | { kind: "flush" | "delimiter" };

/** The longest packet, its four digits of length included (git, gitprotocol-common). */
const MAX_PACKET_BYTES = 65_520;
const LENGTH_DIGITS = 4;

/**
 * Reads the packets of a whole answer (gitprotocol-common, "pkt-line Format").
 *
 * @throws RemoteError for anything that is no whole row of packets.
 */
export function readPackets(bytes: Buffer): Packet[] {
  const packets: Packet[] = [];
  let at = 0;
  while (at < bytes.length) {
    const digits = bytes.toString("latin1", at, at + LENGTH_DIGITS);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw malformed("a packet without length");
    const length = Number.parseInt(digits, 16);
    if (length < LENGTH_DIGITS) {
      if (length > 1) throw malformed(`a packet of length ${length}`);
      packets.push({ kind: length === 0 ? "flush" : "delimiter" });
      at += LENGTH_DIGITS;
      continue;
    }
    if (length > MAX_PACKET_BYTES || at + length > bytes.length) throw malformed("a packet cut short");
    packets.push({
      kind: "line",
      text: bytes.toString("utf8", at + LENGTH_DIGITS, at + length).replace(/\n$/, ""),
    });
    at += length;
  }
  return packets;
}

/** Writes lines as packets; null stands for the delimiter. A flush follows. */
export function writePackets(lines: readonly (string | null)[]): Buffer {
  const packets = lines.map((line) => {
    if (line === null) return Buffer.from("0001");
    const bytes = Buffer.from(`${line}\n`);
    return Buffer.concat([Buffer.from((bytes.length + LENGTH_DIGITS).toString(16).padStart(4, "0")), bytes]);
  });
  return Buffer.concat([...packets, Buffer.from("0000")]);
}

function malformed(what: string): RemoteError {
  return new RemoteError("no_repository", `the answer is not the protocol of git: ${what}`);
}
