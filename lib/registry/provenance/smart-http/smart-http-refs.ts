import { RemoteError, PUBLIC_NETWORK, type NetworkPolicy, sendRequest, type RemoteAnswer } from "./request";
import type { RemoteRef, RefsAnswer, RemoteRefs } from "../check-source";

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
function readPackets(bytes: Buffer): Packet[] {
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
function writePackets(lines: readonly (string | null)[]): Buffer {
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
function readAdvertisement(packets: readonly Packet[]): Advertisement {
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
function readLsRefs(packets: readonly Packet[]): RemoteRef[] {
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

const INFO_REFS = "/info/refs";
const SERVICE = "?service=git-upload-pack";
const PROTOCOL = { "user-agent": "git/emporion", "git-protocol": "version=2" };
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks git servers over smart HTTP (gitprotocol-http): protocol 2 with `ls-refs` for branches and tags alone, protocol
 * 0 where the server knows no newer one. No password is ever sent.
 */
export function smartHttpRefs(policy: NetworkPolicy = PUBLIC_NETWORK): RemoteRefs {
  return {
    async list(repositoryUrl): Promise<RefsAnswer> {
      try {
        const refs = await listRefs(repositoryUrl, policy, AbortSignal.timeout(policy.timeoutMs));
        return { ok: true, refs };
      } catch (error) {
        if (!(error instanceof RemoteError)) throw error;
        return { ok: false, reason: error.reason, message: error.message };
      }
    },
  };
}

async function listRefs(
  repositoryUrl: string,
  policy: NetworkPolicy,
  signal: AbortSignal,
): Promise<RemoteRef[]> {
  if (!URL.canParse(repositoryUrl)) throw new RemoteError("address_refused", "the address is no URL");
  const start = new URL(repositoryUrl.replace(/\/$/, "") + INFO_REFS + SERVICE);
  const { answer, base } = await follow(start, policy, signal);
  assertGit(answer, "application/x-git-upload-pack-advertisement");
  const advertisement = readAdvertisement(readPackets(answer.body));
  if (advertisement.version === 0) return advertisement.refs;
  const format = advertisement.capabilities.find((each) => each.startsWith("object-format="));
  const listing = await sendRequest(
    {
      url: new URL(`${base}/git-upload-pack`),
      method: "POST",
      headers: {
        ...PROTOCOL,
        accept: "application/x-git-upload-pack-result",
        "content-type": "application/x-git-upload-pack-request",
      },
      body: writePackets([
        "command=ls-refs",
        ...(format === undefined ? [] : [format]),
        null,
        "peel",
        "ref-prefix HEAD",
        "ref-prefix refs/heads/",
        "ref-prefix refs/tags/",
      ]),
      signal,
    },
    policy,
  );
  assertGit(listing, "application/x-git-upload-pack-result");
  return readLsRefs(readPackets(listing.body));
}

/** The first request may be sent on, as git allows; where it ends is where the second one goes. */
async function follow(
  start: URL,
  policy: NetworkPolicy,
  signal: AbortSignal,
): Promise<{ answer: RemoteAnswer; base: string }> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const headers = { ...PROTOCOL, accept: "application/x-git-upload-pack-advertisement" };
    const answer = await sendRequest({ url, method: "GET", headers, signal }, policy);
    if (!REDIRECTS.has(answer.status)) return { answer, base: baseOf(url) };
    if (redirects === policy.maxRedirects)
      throw refusedRedirect(`more than ${policy.maxRedirects} redirects`);
    const { location = "" } = answer;
    if (!URL.canParse(location, url)) throw refusedRedirect("a redirect that leads nowhere");
    url = new URL(location, url);
    if (!policy.protocols.includes(url.protocol)) throw refusedRedirect(`a redirect to ${url.protocol}//`);
    baseOf(url);
  }
}

/** A redirect to anything but the same question elsewhere is no answer of a repository: a sign-in page, for example. */
function baseOf({ href }: URL): string {
  if (href.endsWith(INFO_REFS + SERVICE)) return href.slice(0, -(INFO_REFS + SERVICE).length);
  throw refusedRedirect("a redirect to something that is no repository");
}

function assertGit({ status, contentType }: RemoteAnswer, expected: string): void {
  if (status === 401 || status === 403 || status === 404 || status === 410) {
    throw new RemoteError(
      "not_found",
      `the server answers ${status}: there is nothing, or nothing for everybody`,
    );
  }
  if (status !== 200) throw new RemoteError("no_repository", `the server answers ${status}`);
  if (contentType === expected) return;
  throw new RemoteError("no_repository", "what answers is no git server of today");
}

function refusedRedirect(message: string): RemoteError {
  return new RemoteError("redirect_refused", message);
}
