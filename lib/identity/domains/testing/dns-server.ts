import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** What a name is answered with: the texts of its TXT records, or how asking for it fails. */
export type Zone = Map<string, readonly string[] | "nxdomain" | "servfail" | "silence">;

const HEADER_BYTES = 12;
const TYPE_TXT = 16;
const CLASS_IN = 1;
const MAX_PIECE = 255;
const RCODES = { nxdomain: 3, servfail: 2 } as const;

/** A name server on this machine that knows what `zone` says, and of every other name that there is none (RFC 1035). */
export async function startDnsServer({ port = 0 }: { port?: number } = {}): Promise<{
  zone: Zone;
  address: string;
  /** How many questions have come. */
  asked: () => number;
  close: () => void;
}> {
  const zone: Zone = new Map();
  const socket: Socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (query, { port: to, address }) => {
    asked += 1;
    const answer = answerOf(query, zone);
    if (answer) socket.send(answer, to, address);
  });
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return {
    zone,
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    close: () => socket.close(),
  };
}

/** The answer to a query; null for one that gets none. */
function answerOf(query: Buffer, zone: Zone): Buffer | null {
  const { name, end } = readName(query);
  const known = zone.get(name.toLowerCase()) ?? "nxdomain";
  if (known === "silence") return null;
  const asksTxt = query.readUInt16BE(end) === TYPE_TXT;
  const texts = typeof known === "string" || !asksTxt ? [] : known;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(0x81_80 | (typeof known === "string" ? RCODES[known] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...texts.map(recordOf)]);
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}

/** A record of the name asked for, its text in pieces of 255 bytes. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_PIECE) {
    const piece = bytes.subarray(at, at + MAX_PIECE);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(pieces);
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(0xc0_0c, 0); // the name of the question
  head.writeUInt16BE(TYPE_TXT, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(1, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
