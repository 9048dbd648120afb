import type { RemoteRef } from "../remote-refs";
import { RemoteError } from "./remote-error";
import type { Packet } from "./packet-lines";

const OBJECT_NAME = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const SERVICE_LINE = "# service=git-upload-pack";
const PEELED = "^{}";

/** What the first answer of a server says: its refs at once (protocol 0 and 1), or what it can do (protocol 2). */
export type Advertisement =
  | { version: 2; capabilities: readonly string[] }
  | { version: 0; refs: RemoteRef[] };

/**
 * Reads the answer to `GET /info/refs?service=git-upload-pack`.
 *
 * @throws RemoteError when it is none.
 */
export function readAdvertisement(packets: readonly Packet[]): Advertisement {
  const lines = packets.flatMap((packet) => (packet.kind === "line" ? [packet.text] : []));
  if (lines[0] === SERVICE_LINE) lines.shift();
  const [first] = lines;
  refuseError(first);
  if (first === "version 2") return { version: 2, capabilities: lines.slice(1) };
  const rest = first === "version 1" ? lines.slice(1) : lines;
  if (rest.length === 0) throw new RemoteError("no_repository", "the server names nothing");
  return { version: 0, refs: joinPeeled(rest.flatMap(readLine)) };
}

/**
 * Reads the answer to `ls-refs` (gitprotocol-v2): `<hash> <name>[ symref-target:…][ peeled:<hash>]`.
 *
 * @throws RemoteError when it is none.
 */
export function readLsRefs(packets: readonly Packet[]): RemoteRef[] {
  const lines = packets.flatMap((packet) => (packet.kind === "line" ? [packet.text] : []));
  refuseError(lines[0]);
  return lines.map((line): RemoteRef => {
    const [hash = "", name = "", ...attributes] = line.split(" ");
    assertRef(hash, name);
    const peeled = attributes.find((each) => each.startsWith("peeled:"))?.slice("peeled:".length);
    return peeled !== undefined && OBJECT_NAME.test(peeled) ? { name, hash, peeled } : { name, hash };
  });
}

/** `<hash> <name>`, behind the first a NUL and the capabilities; an empty repository names only those. */
function readLine(line: string): RemoteRef[] {
  const [head = ""] = line.split("\0");
  const space = head.indexOf(" ");
  const [hash, name] = [head.slice(0, space), head.slice(space + 1)];
  if (/^(?:shallow )/.test(head)) return [];
  assertRef(hash, name);
  return name === `capabilities${PEELED}` ? [] : [{ name, hash }];
}

/** `refs/tags/v1^{}` names the commit of the annotated tag above it. */
function joinPeeled(refs: readonly RemoteRef[]): RemoteRef[] {
  const peeled = new Map(
    refs.flatMap(({ name, hash }) => (name.endsWith(PEELED) ? [[name, hash] as const] : [])),
  );
  return refs
    .filter(({ name }) => !name.endsWith(PEELED))
    .map((ref) => {
      const commit = peeled.get(ref.name + PEELED);
      return commit === undefined ? ref : { ...ref, peeled: commit };
    });
}

function assertRef(hash: string, name: string): void {
  if (OBJECT_NAME.test(hash) && name !== "") return;
  throw new RemoteError("no_repository", "the server lists something that is no branch or tag");
}

function refuseError(line: string | undefined): void {
  if (line?.startsWith("ERR ") !== true) return;
  throw new RemoteError("not_found", `the server says: ${line.slice("ERR ".length, 200)}`);
}
